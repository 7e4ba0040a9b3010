-- name: lock_head_at
-- Locks the head where the ledger stands at that event and hash, where nothing waits to be posted, and where the keys
-- are not in use; nowhere else. The keys' advisory locks are taken as read_acceptance takes them.
-- by: ledger_heads_pkey, posting_queue_pkey
with head as (
  select last_sequence, last_hash from ledger_heads where ledger_id = :ledger_id for no key update
)
select refuse_other_head(
         last_sequence = :last_sequence and last_hash = :last_hash
         and not exists (select from (select from posting_queue
                                       where ledger_id = :ledger_id order by transaction_id limit 1) q)
         and not exists (select from unnest(:keys::text[]) as k (key)
                          where not pg_try_advisory_xact_lock(hashtextextended(:ledger_id::uuid::text || k.key, 0))))
  from head;

-- name: lock_head
-- Locks the head of a ledger. The one lock order: heads first, in ledger order.
-- by: ledger_heads_pkey
select last_sequence, last_transaction_sequence, last_hash
  from ledger_heads where ledger_id = :ledger_id for no key update;

-- name: claim_pending
-- Oldest first. A batch that must post as one is claimed whole, even where it passes the limit. Locks nothing: the
-- head is held.
-- by: posting_queue_of_atomic_batch, posting_queue_pkey
with oldest as (
  select transaction_id, atomic_batch_id from posting_queue
   where ledger_id = :ledger_id order by transaction_id limit :limit
)
select transaction_id, atomic_batch_id from oldest
union all
select q.transaction_id, q.atomic_batch_id
  from (select distinct atomic_batch_id from oldest where atomic_batch_id is not null) b
 cross join lateral (select transaction_id, atomic_batch_id from posting_queue
                      where ledger_id = :ledger_id and atomic_batch_id = b.atomic_batch_id
                        and transaction_id > (select transaction_id from oldest order by transaction_id desc limit 1)
                     offset 0) q
 order by transaction_id;

-- name: read_drafts
-- The intents of claimed work that this process did not accept itself, or has forgotten.
-- by: posting_queue_pkey
select transaction_id, draft from posting_queue
 where ledger_id = :ledger_id and transaction_id = any (:transaction_ids::uuid[]);

-- name: read_posting_facts
-- Totals are read only where a limit binds them; everywhere else they are added to, unseen. One row comes where no
-- account was asked for.
-- by: account_balances_pkey, accounts_pkey, journals_pkey, ledgers_pkey, period_locks_in_force
select s.locked_until, s.closed, s.currency, s.storage_decimals, s.display_decimals, a.*
  from (select l.currency, l.storage_decimals, l.display_decimals,
               (select max(locked_until) from period_locks
                 where ledger_id = :ledger_id and released_at is null) as locked_until,
               array(select id from journals
                      where ledger_id = :ledger_id and id = any (:journal_ids::uuid[]) and is_closed) as closed
          from ledgers l where l.id = :ledger_id) s
  left join (
         select a.id, a.code, a.is_active, a.normal_balance, a.enforce_balance_limits, a.min_balance, a.max_balance,
                b.debits, b.credits
           from unnest(:account_ids::uuid[]) as w (id)
          cross join lateral (select * from accounts where ledger_id = :ledger_id and id = w.id offset 0) a
           left join lateral (
                  select debits, credits from account_balances
                   where a.enforce_balance_limits and ledger_id = :ledger_id and account_id = a.id and layer = 'settled'
                  offset 0) b on true) a on true;

-- name: read_decided
-- A transaction with its entries, and the hash that the log kept of it: what a reversal mirrors and a void takes back.
-- by: entries_pkey, ledger_log_pkey, transactions_pkey
select t.id, t.status, t.journal_id, t.effective_date, t.layer, t.total_amount, t.correlation_id,
       t.reverses_transaction_id, t.string_operation_id, t.accepted_by,
       (select l.content_hash from ledger_log l
         where l.ledger_id = :ledger_id and l.sequence = t.log_sequence) as content_hash,
       (select json_agg(json_build_object(
                 'id', e.id, 'accountId', e.account_id, 'layer', e.layer, 'type', e.type, 'amount', e.amount::text,
                 'description', e.description, 'metadata', e.metadata) order by e.position)
          from entries e where e.ledger_id = :ledger_id and e.sequence = t.sequence) as entries
  from transactions t
 where t.ledger_id = :ledger_id and t.id = :transaction_id;

-- name: find_pending_work
-- Ledgers in which work waits. The function looks past row-level security, and gives ids alone.
select ledger_id from ledgers_with_pending_work() as w (ledger_id);

-- name: write_posted
-- Everything that a posted batch changes, in one statement: a batch of one costs a few round trips, not a dozen. The
-- head is locked. What is looked up to be changed is counted, because rows that are not found mean that the plan was
-- made of something untrue: the database refuses it. PostgreSQL runs a part before what reads it, and one that nothing
-- reads at the very end: entries are counted so that marks find them. Sums of what is over are added to where
-- something is effective before the days of its account that are still open, and marks are placed within days of very
-- many entries; nearly always there is neither, and nothing is looked up for it.
-- by: ledger_heads_pkey, posting_queue_pkey, transactions_pkey
with effects as (
  insert into entries (ledger_id, sequence, position, id, transaction_id, account_id, layer, type, amount,
                       effective_date, description, metadata)
  select :ledger_id, e.*
    from unnest(:entry_sequences::bigint[], :entry_positions::smallint[], :entry_ids::uuid[],
                :entry_transaction_ids::uuid[], :entry_account_ids::uuid[], :entry_layers::layer[],
                :entry_types::entry_type[], :entry_amounts::numeric[], :entry_effective_dates::date[],
                :entry_descriptions::text[], :entry_metadata::json[]) as e
  returning 1
), totals as (
  insert into account_balances as b (ledger_id, account_id, layer, debits, credits, entry_count, open_since)
  select :ledger_id, c.*
    from unnest(:total_account_ids::uuid[], :total_layers::layer[], :total_debits::numeric[],
                :total_credits::numeric[], :total_entry_counts::bigint[], :total_open_since::date[]) as c
  on conflict (ledger_id, account_id, layer) do update
     set debits = b.debits + excluded.debits,
         credits = b.credits + excluded.credits,
         entry_count = b.entry_count + excluded.entry_count,
         open_since = coalesce(b.open_since, excluded.open_since)
  returning b.open_since
), days as (
  insert into account_day_balances as d (ledger_id, account_id, layer, day, debits, credits, entry_count)
  select :ledger_id, c.*
    from unnest(:day_account_ids::uuid[], :day_layers::layer[], :days::date[], :day_debits::numeric[],
                :day_credits::numeric[], :day_entry_counts::integer[]) as c
  on conflict (ledger_id, account_id, layer, day) do update
     set debits = d.debits + excluded.debits,
         credits = d.credits + excluded.credits,
         entry_count = d.entry_count + excluded.entry_count
  returning d.account_id, d.layer, d.day, d.entry_count
), statuses as (
  update transactions t
     set status = 'posted', sequence = p.sequence, log_sequence = p.log_sequence,
         posted_at = :posted_at, updated_at = :posted_at
    from (select d.*, found.row
            from unnest(:posted_ids::uuid[], :posted_sequences::bigint[], :posted_log_sequences::bigint[])
                 as d (id, sequence, log_sequence)
           cross join lateral (select ctid from transactions
                                where ledger_id = :ledger_id and id = d.id and status = 'pending'
                               offset 0) as found (row)) p
   where t.ctid = p.row and t.ledger_id = :ledger_id
  returning 1
), left_queue as (
  delete from posting_queue where ledger_id = :ledger_id and transaction_id = any (:posted_ids::uuid[])
  returning 1
), appended as (
  insert into ledger_log (ledger_id, sequence, type, transaction_id, account_id, actor, reason, occurred_at,
                          content_hash, hash)
  select :ledger_id, e.*
    from unnest(:event_sequences::bigint[], :event_types::text[], :event_transaction_ids::uuid[],
                :event_account_ids::uuid[], :event_actors::text[], :event_reasons::text[],
                :event_occurred_at::timestamptz[], :event_content_hashes::bytea[], :event_hashes::bytea[]) as e
), moved as (
  update ledger_heads
     set last_sequence = :last_sequence, last_hash = :last_hash,
         last_transaction_sequence = coalesce(:last_transaction_sequence, last_transaction_sequence)
   where ledger_id = :ledger_id and last_sequence = :sequence_before
  returning 1
)
select refuse_unplanned(:planned_counts::integer[],
                       array[(select count(*) from effects), (select count(*) from statuses),
                             (select count(*) from left_queue), (select count(*) from moved)]::integer[]),
       case when (select max(open_since) from totals) > any (:days::date[])
            then add_to_sums(:ledger_id, :day_account_ids::uuid[], :day_layers::layer[], :days::date[],
                             :day_debits::numeric[], :day_credits::numeric[], :day_entry_counts::integer[]) end,
       (select mark_places(:ledger_id, array_agg(account_id), array_agg(layer), array_agg(day), array_agg(entry_count),
                           :day_account_ids::uuid[], :day_layers::layer[], :days::date[], :day_entry_counts::integer[])
          from days where entry_count >= 500 and entry_count % 500 < :most_added::integer);

-- name: write_at_once
-- The same as write_posted, for work that was not accepted before: its keys and its places in the attribute index are
-- written, and its transactions are born decided.
-- by: ledger_heads_pkey
with accepted as materialized (
  select *
    from unnest(:transaction_ids::uuid[], :journal_ids::uuid[], :effective_dates::date[], :transaction_layers::layer[],
                :transaction_descriptions::text[], :external_references::text[], :total_amounts::numeric[],
                :entry_counts::smallint[], :correlation_ids::text[], :correlation_types::text[],
                :correlation_source_ids::uuid[], :idempotency_keys::text[], :transaction_metadata::json[],
                :attributes::json[], :transaction_codes::text[], :transaction_code_versions::integer[],
                :batch_ids::uuid[], :reverses_transaction_ids::uuid[], :string_operation_ids::uuid[],
                :accepted_by::text[], :accepted_at::timestamptz[],
                :operations::text[], :made_ids::uuid[], :fingerprints::bytea[], :indexed_attributes::json[],
                :decided_sequences::bigint[], :decided_log_sequences::bigint[], :failures::json[],
                :failed_drafts::json[])
      as a (id, journal_id, effective_date, layer,
            description, reference, total_amount,
            entry_count, correlation_id, correlation_type,
            correlation_source_id, idempotency_key, metadata,
            attributes, transaction_code, transaction_code_version,
            batch_id, reverses_transaction_id, string_operation_id,
            accepted_by, accepted_at,
            operation, makes, fingerprint, indexed,
            sequence, log_sequence, failure,
            failed_draft)
), claimed as (
  insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
  select :ledger_id, idempotency_key, operation, fingerprint, makes from accepted where idempotency_key is not null
), indexed as (
  insert into transaction_attributes (ledger_id, key, value, transaction_id)
  select :ledger_id, p.key, p.value, a.id
    from accepted a
   cross join lateral json_each_text(a.indexed) as p (key, value)
   where a.indexed is not null
), written as (
  insert into transactions (ledger_id, id, journal_id, effective_date, layer, description, reference, total_amount,
                            entry_count, correlation_id, correlation_type, correlation_source_id, idempotency_key,
                            metadata, attributes, transaction_code, transaction_code_version, batch_id,
                            reverses_transaction_id, string_operation_id, accepted_by, accepted_at,
                            status, sequence, posted_at, log_sequence, failure, failed_draft, updated_at)
  select :ledger_id, id, journal_id, effective_date, layer, description, reference, total_amount,
         entry_count, correlation_id, correlation_type, correlation_source_id, idempotency_key,
         metadata, attributes, transaction_code, transaction_code_version, batch_id,
         reverses_transaction_id, string_operation_id, accepted_by, accepted_at,
         case when failure is null then 'posted' else 'failed' end, sequence,
         case when sequence is not null then accepted_at end, log_sequence, failure, failed_draft, accepted_at
    from accepted
), effects as (
  insert into entries (ledger_id, sequence, position, id, transaction_id, account_id, layer, type, amount,
                       effective_date, description, metadata)
  select :ledger_id, e.*
    from unnest(:entry_sequences::bigint[], :entry_positions::smallint[], :entry_ids::uuid[],
                :entry_transaction_ids::uuid[], :entry_account_ids::uuid[], :entry_layers::layer[],
                :entry_types::entry_type[], :entry_amounts::numeric[], :entry_effective_dates::date[],
                :entry_descriptions::text[], :entry_metadata::json[]) as e
  returning 1
), totals as (
  insert into account_balances as b (ledger_id, account_id, layer, debits, credits, entry_count, open_since)
  select :ledger_id, c.*
    from unnest(:total_account_ids::uuid[], :total_layers::layer[], :total_debits::numeric[],
                :total_credits::numeric[], :total_entry_counts::bigint[], :total_open_since::date[]) as c
  on conflict (ledger_id, account_id, layer) do update
     set debits = b.debits + excluded.debits,
         credits = b.credits + excluded.credits,
         entry_count = b.entry_count + excluded.entry_count,
         open_since = coalesce(b.open_since, excluded.open_since)
  returning b.open_since
), days as (
  insert into account_day_balances as d (ledger_id, account_id, layer, day, debits, credits, entry_count)
  select :ledger_id, c.*
    from unnest(:day_account_ids::uuid[], :day_layers::layer[], :days::date[], :day_debits::numeric[],
                :day_credits::numeric[], :day_entry_counts::integer[]) as c
  on conflict (ledger_id, account_id, layer, day) do update
     set debits = d.debits + excluded.debits,
         credits = d.credits + excluded.credits,
         entry_count = d.entry_count + excluded.entry_count
  returning d.account_id, d.layer, d.day, d.entry_count
), appended as (
  insert into ledger_log (ledger_id, sequence, type, transaction_id, account_id, actor, reason, occurred_at,
                          content_hash, hash)
  select :ledger_id, e.*
    from unnest(:event_sequences::bigint[], :event_types::text[], :event_transaction_ids::uuid[],
                :event_account_ids::uuid[], :event_actors::text[], :event_reasons::text[],
                :event_occurred_at::timestamptz[], :event_content_hashes::bytea[], :event_hashes::bytea[]) as e
), moved as (
  update ledger_heads
     set last_sequence = :last_sequence, last_hash = :last_hash,
         last_transaction_sequence = coalesce(:last_transaction_sequence, last_transaction_sequence)
   where ledger_id = :ledger_id and last_sequence = :sequence_before
  returning 1
)
select refuse_unplanned(:planned_counts::integer[],
                       array[(select count(*) from effects), (select count(*) from moved)]::integer[]),
       case when (select max(open_since) from totals) > any (:days::date[])
            then add_to_sums(:ledger_id, :day_account_ids::uuid[], :day_layers::layer[], :days::date[],
                             :day_debits::numeric[], :day_credits::numeric[], :day_entry_counts::integer[]) end,
       (select mark_places(:ledger_id, array_agg(account_id), array_agg(layer), array_agg(day), array_agg(entry_count),
                           :day_account_ids::uuid[], :day_layers::layer[], :days::date[], :day_entry_counts::integer[])
          from days where entry_count >= 500 and entry_count % 500 < :most_added::integer);

-- name: take_from_totals
-- Takes from totals what was added: the changes are negative.
-- by: account_balances_pkey
update account_balances b
   set debits = b.debits + c.debits, credits = b.credits + c.credits, entry_count = b.entry_count + c.entry_count
  from (select d.*, found.row
          from unnest(:total_account_ids::uuid[], :total_layers::layer[], :total_debits::numeric[],
                      :total_credits::numeric[], :total_entry_counts::bigint[])
               as d (account_id, layer, debits, credits, entry_count)
         cross join lateral (select ctid from account_balances
                              where ledger_id = :ledger_id and account_id = d.account_id and layer = d.layer
                             offset 0) as found (row)) c
 where b.ctid = c.row and b.ledger_id = :ledger_id;

-- name: take_from_days
-- What is taken back was added before, so the rows of its days are there.
-- by: account_day_balances_pkey
update account_day_balances b
   set debits = b.debits + c.debits, credits = b.credits + c.credits, entry_count = b.entry_count + c.entry_count
  from (select d.*, found.row
          from unnest(:day_account_ids::uuid[], :day_layers::layer[], :days::date[], :day_debits::numeric[],
                      :day_credits::numeric[], :day_entry_counts::integer[])
               as d (account_id, layer, day, debits, credits, entry_count)
         cross join lateral (select ctid from account_day_balances
                              where ledger_id = :ledger_id and account_id = d.account_id and layer = d.layer
                                and day = d.day
                             offset 0) as found (row)) c
 where b.ctid = c.row and b.ledger_id = :ledger_id;

-- name: mark_failed
-- A failed transaction keeps what it wanted, so that it can still be shown.
-- by: posting_queue_pkey, transactions_pkey
update transactions t
   set status = 'failed', failure = f.failure, log_sequence = f.log_sequence, updated_at = :failed_at,
       failed_draft = (select q.draft from posting_queue q where q.ledger_id = :ledger_id and q.transaction_id = f.id)
  from (select d.*, found.row
          from unnest(:failed_ids::uuid[], :failures::json[], :failed_log_sequences::bigint[])
               as d (id, failure, log_sequence)
         cross join lateral (select ctid from transactions
                              where ledger_id = :ledger_id and id = d.id and status = 'pending'
                             offset 0) as found (row)) f
 where t.ctid = f.row and t.ledger_id = :ledger_id;

-- name: mark_undone
-- A posted transaction becomes void or reversed.
-- by: transactions_pkey
update transactions t
   set status = s.status, reversed_by_transaction_id = s.reversed_by, void_reason = s.void_reason,
       updated_at = :undone_at
  from (select d.*, found.row
          from unnest(:undone_ids::uuid[], :undone_statuses::text[], :reversed_by_ids::uuid[], :void_reasons::text[])
               as d (id, status, reversed_by, void_reason)
         cross join lateral (select ctid from transactions
                              where ledger_id = :ledger_id and id = d.id and status = 'posted'
                             offset 0) as found (row)) s
 where t.ctid = s.row and t.ledger_id = :ledger_id;

-- name: leave_queue
-- What is decided waits no more.
-- by: posting_queue_pkey
delete from posting_queue where ledger_id = :ledger_id and transaction_id = any (:transaction_ids::uuid[]);
