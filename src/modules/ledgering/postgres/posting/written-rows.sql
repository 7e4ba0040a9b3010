-- The statements that write acceptances, posted work and events. Each writes one table; they are joined into one statement.

-- name: lock_head_at
-- Locks the head. Refuses if the head has a different sequence or hash, if transactions are queued, or if a key is in use. The advisory
-- locks of the keys are the same as in read_acceptance.
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

-- name: insert_keys
-- Inserts idempotency keys. A key can be used once in a ledger. The keys are inserted first, because if one is already used, all other
-- writes are in vain.
insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id)
values (:ledger_id, :key::text, :operation::text, :fingerprint::bytea, :made_id::uuid);

-- name: insert_key_of_event
-- Inserts the idempotency key of an operation that makes no transaction, with the event that records the operation.
insert into idempotency_keys (ledger_id, key, operation, fingerprint, made_id, log_sequence)
values (:ledger_id, :key::text, :operation::text, :fingerprint::bytea, :made_id::uuid, :log_sequence::bigint);

-- name: insert_event_key
-- Inserts the key a second time, under its event, so that `verify` notices if either row is missing or differs.
insert into keys_of_events (ledger_id, sequence, key, fingerprint)
values (:ledger_id, :sequence::bigint, :key::text, :fingerprint::bytea);

-- name: insert_transactions
-- Inserts accepted transactions, pending or already decided.
insert into transactions (ledger_id, id, journal_id, effective_date, layer, description, reference, total_amount,
                          storage_decimals, entry_count, correlation_id, correlation_type, correlation_source_id, idempotency_key,
                          metadata, attributes, transaction_code, transaction_code_version, batch_id,
                          undoes_transaction_id, settles_transaction_id, expires_at, string_operation_id, accepted_by, accepted_at, status, sequence,
                          posted_at, log_sequence, failure, failed_draft, updated_at)
values (:ledger_id, :id::uuid, :journal_id::uuid, :effective_date::date, :layer::layer, :description::text,
        :reference::text, :total_amount::numeric, :storage_decimals::smallint, :entry_count::smallint, :correlation_id::text,
        :correlation_type::text, :correlation_source_id::uuid, :idempotency_key::text, :metadata::json,
        :attributes::json, :transaction_code::text, :transaction_code_version::integer, :batch_id::uuid,
        :undoes_transaction_id::uuid, :settles_transaction_id::uuid, :expires_at::timestamptz, :string_operation_id::uuid,
        :accepted_by::text, :accepted_at::timestamptz, :status::transaction_status, :sequence::bigint, :posted_at::timestamptz, :log_sequence::bigint,
        :failure::json, :failed_draft::json, :accepted_at::timestamptz);

-- name: insert_attributes
-- Inserts the attributes by which transactions can be searched.
insert into transaction_attributes (ledger_id, key, value, transaction_id)
values (:ledger_id, :key::text, :value::text, :transaction_id::uuid);

-- name: insert_queued
-- Inserts pending transactions into the queue.
insert into posting_queue (ledger_id, transaction_id, atomic_batch_id, draft)
values (:ledger_id, :transaction_id::uuid, :atomic_batch_id::uuid, :draft::json);

-- name: mark_posted
-- Marks transactions as posted. This runs before their entries are inserted, because only posted transactions may have entries.
-- by: transactions_pkey
update transactions t
   set status = 'posted', sequence = p.sequence, log_sequence = p.log_sequence,
       posted_at = :posted_at::timestamptz, updated_at = :posted_at::timestamptz
  from (select d.*, found.row
          from unnest(:posted_ids::uuid[], :posted_sequences::bigint[], :posted_log_sequences::bigint[])
               as d (id, sequence, log_sequence)
         cross join lateral (select ctid from transactions
                              where ledger_id = :ledger_id and id = d.id and status = 'pending'
                             offset 0) as found (row)) p
 where t.ctid = p.row and t.ledger_id = :ledger_id;

-- name: leave_queue
-- Removes decided transactions from the queue.
-- by: posting_queue_pkey
delete from posting_queue where ledger_id = :ledger_id and transaction_id = any (:transaction_ids::uuid[]);

-- name: insert_entries
insert into entries (ledger_id, sequence, position, id, transaction_id, account_id, layer, type, amount,
                     effective_date, description, metadata)
values (:ledger_id, :sequence::bigint, :position::smallint, :id::uuid, :transaction_id::uuid, :account_id::uuid,
        :layer::layer, :type::entry_type, :amount::numeric, :effective_date::date, :description::text, :metadata::json);

-- name: add_to_totals
-- Adds changes to totals. Used for plans that change no held amounts, which are nearly all plans. `open_since` is at most the present third of
-- a month by the clock of the database, because the triggers that sum days use that clock: the clock of a test ledger may be ahead of it.
insert into account_balances as b (ledger_id, account_id, layer, debits, credits, entry_count, open_since)
values (:ledger_id, :account_id::uuid, :layer::layer, :debits::numeric, :credits::numeric, :entry_count::bigint,
        :open_since::date - greatest(:open_since::date - first_day_of('third', current_date), 0))
on conflict (ledger_id, account_id, layer) do update
   set debits = b.debits + excluded.debits,
       credits = b.credits + excluded.credits,
       entry_count = b.entry_count + excluded.entry_count,
       open_since = coalesce(b.open_since, excluded.open_since);

-- name: add_to_totals_and_held
-- Adds changes to totals and to held amounts. Used for plans that change held amounts.
insert into account_balances as b (ledger_id, account_id, layer, debits, credits, entry_count, open_since,
                                   held_debits, held_credits)
values (:ledger_id, :account_id::uuid, :layer::layer, :debits::numeric, :credits::numeric, :entry_count::bigint,
        :open_since::date - greatest(:open_since::date - first_day_of('third', current_date), 0),
        :held_debits::numeric, :held_credits::numeric)
on conflict (ledger_id, account_id, layer) do update
   set debits = b.debits + excluded.debits,
       credits = b.credits + excluded.credits,
       entry_count = b.entry_count + excluded.entry_count,
       open_since = coalesce(b.open_since, excluded.open_since),
       held_debits = coalesce(b.held_debits + excluded.held_debits, b.held_debits, excluded.held_debits),
       held_credits = coalesce(b.held_credits + excluded.held_credits, b.held_credits, excluded.held_credits);

-- name: add_to_days
-- Adds changes to the totals of days.
insert into account_day_balances as d (ledger_id, account_id, layer, day, debits, credits, entry_count)
values (:ledger_id, :account_id::uuid, :layer::layer, :day::date, :debits::numeric, :credits::numeric,
        :entry_count::integer)
on conflict (ledger_id, account_id, layer, day) do update
   set debits = d.debits + excluded.debits,
       credits = d.credits + excluded.credits,
       entry_count = d.entry_count + excluded.entry_count;

-- name: insert_overridden
-- Inserts the limits that transactions override. This runs before the rows that exceed the limits are written, because the guard requires
-- them.
insert into limits_overridden (ledger_id, transaction_id, account_id, limit_name, limit_basis, day, bound, balance)
values (:ledger_id, :transaction_id::uuid, :account_id::uuid, :limit_name::text, :limit_basis::text, :day::date,
        :bound::text, :balance::text);

-- name: insert_events
insert into ledger_log (ledger_id, sequence, type, transaction_id, account_id, actor, reason, occurred_at,
                        content_hash, hash)
values (:ledger_id, :sequence::bigint, :type::text, :transaction_id::uuid, :account_id::uuid, :actor::text,
        :reason::text, :occurred_at::timestamptz, :content_hash::bytea, :hash::bytea);

-- name: move_head
-- Moves the head to the last event. The condition requires that the head is directly before the first event.
-- by: ledger_heads_pkey
update ledger_heads
   set last_sequence = :last_sequence::bigint, last_hash = :last_hash::bytea,
       last_transaction_sequence = coalesce(:last_transaction_sequence::bigint, last_transaction_sequence)
 where ledger_id = :ledger_id and last_sequence = :sequence_before::bigint;

-- name: add_to_undone
-- Adds to the undone amount of an entry. The entry is identified by the posting sequence of its transaction and by its position.
insert into entries_undone as u (ledger_id, sequence, position, amount)
values (:ledger_id, :sequence::bigint, :position::smallint, :amount::numeric)
on conflict (ledger_id, sequence, position) do update set amount = u.amount + excluded.amount;

-- name: add_to_undone_days
-- Adds to the pending amounts that hold nothing from a day on.
insert into account_day_undone as d (ledger_id, account_id, day, debits, credits)
values (:ledger_id, :account_id::uuid, :day::date, :debits::numeric, :credits::numeric)
on conflict (ledger_id, account_id, day) do update
   set debits = d.debits + excluded.debits, credits = d.credits + excluded.credits;

-- name: mark_undone
-- Updates transactions that were undone or extended: they become void or reversed, or stay posted. Without an undoing transaction, the
-- transaction becomes void, or only its expiry changes.
-- by: transactions_pkey
update transactions t
   set status = s.status, undone_by_transaction_id = coalesce(s.undone_by, t.undone_by_transaction_id),
       reversed_amount = coalesce(t.reversed_amount + s.reversed, t.reversed_amount, s.reversed),
       settled_amount = coalesce(t.settled_amount + s.settled, t.settled_amount, s.settled),
       excess_amount = coalesce(t.excess_amount + s.excess, t.excess_amount, s.excess),
       released_amount = coalesce(t.released_amount + s.released, t.released_amount, s.released),
       extended_amount = coalesce(t.extended_amount + s.extended, t.extended_amount, s.extended),
       extended_on = coalesce(s.extended_on, t.extended_on),
       end_moved = case when s.moved then true else t.end_moved end, moved_end = case when s.moved then s.moved_end else t.moved_end end,
       expired_at = case when s.expired then :undone_at::timestamptz end,
       void_reason = s.void_reason, updated_at = :undone_at::timestamptz
  from (select d.*, found.row
          from unnest(:undone_ids::uuid[], :undone_statuses::text[], :undone_by_ids::uuid[], :reversed_amounts::numeric[],
                      :settled_amounts::numeric[], :excess_amounts::numeric[], :released_amounts::numeric[], :extended_amounts::numeric[],
                      :extended_on::date[], :expired::boolean[], :moved::boolean[], :moved_ends::timestamptz[], :void_reasons::text[])
               as d (id, status, undone_by, reversed, settled, excess, released, extended, extended_on, expired, moved, moved_end,
                     void_reason)
         cross join lateral (select ctid from transactions
                              where ledger_id = :ledger_id and id = d.id and status = 'posted'
                             offset 0) as found (row)) s
 where t.ctid = s.row and t.ledger_id = :ledger_id;
