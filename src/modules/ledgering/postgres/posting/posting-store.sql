-- name: lock_head
-- Locks the head of a ledger. All writers take locks in one order: heads first, ordered by ledger.
-- by: ledger_heads_pkey
select last_sequence, last_transaction_sequence, last_hash
  from ledger_heads where ledger_id = :ledger_id for no key update;

-- name: read_head
-- Reads the head without locking it. The write later compares the head of the plan with the ledger's.
-- by: ledger_heads_pkey
select last_sequence, last_transaction_sequence, last_hash from ledger_heads where ledger_id = :ledger_id;

-- name: claim_pending
-- Claims the oldest pending transactions. An atomic batch is claimed whole, even beyond the limit. No row is locked, because the caller
-- holds the lock of the head.
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
-- Reads the drafts of claimed transactions that this process does not have in memory.
-- by: posting_queue_pkey
select transaction_id, draft from posting_queue
 where ledger_id = :ledger_id and transaction_id = any (:transaction_ids::uuid[]);

-- name: read_posting_facts
-- Reads the facts that posting needs. Totals are read only for accounts that enforce limits, because posting to all other accounts only
-- adds to their totals. If no account was requested, a single row is returned.
-- by: account_balances_pkey, account_day_balances_pkey, account_months_pkey, accounts_pkey, journals_pkey, ledger_heads_pkey, period_locks_in_force
select s.locked_until, s.closed, a.*
  from (select (select max(locked_until) from period_locks
                 where ledger_id = :ledger_id and released_at is null) as locked_until,
               array(select id from journals
                      where ledger_id = :ledger_id and id = any (:journal_ids::uuid[]) and is_closed) as closed
          from ledger_heads where ledger_id = :ledger_id) s
  left join (
         select a.id, a.code, a.is_active, a.normal_balance, a.enforce_balance_limits, a.limit_basis,
                a.min_balance, a.max_balance, b.debits, b.credits, b.held_debits, b.held_credits,
                case when a.enforce_balance_limits then
                  (select json_agg(json_build_array(s.day, s.change::text, s.low::text, s.low_day, s.high::text, s.high_day) order by s.day)
                     from (select day, debits - credits as change, null::numeric as low, null::date as low_day, null::numeric as high,
                                  null::date as high_day
                             from account_day_balances
                            where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' and day > :since::date and not b.keeps_months
                           union all
                           select d.day, d.change, null, null, null, null
                             from unnest(:months::date[]) as n (month)
                            cross join lateral (select day, debits - credits as change from account_day_balances
                                                 where ledger_id = :ledger_id and account_id = a.id and layer = 'settled'
                                                   and day >= n.month and day < (n.month + interval '1 month')::date and day > :since::date offset 0) d
                            where b.keeps_months
                           union all
                           select month, change, low, low_day, high, high_day from account_months
                            where ledger_id = :ledger_id and account_id = a.id and month > :since::date and month <> all (:months::date[])
                              and b.keeps_months) s) end as later
           from unnest(:account_ids::uuid[]) as w (id)
          cross join lateral (select * from accounts where ledger_id = :ledger_id and id = w.id offset 0) a
           left join lateral (
                  select debits, credits, held_debits, held_credits, keeps_months from account_balances
                   where a.enforce_balance_limits and ledger_id = :ledger_id and account_id = a.id and layer = 'settled'
                  offset 0) b on true) a on true;

-- name: read_decided
-- Reads transactions with the facts that reversals, releases and voids need: entries, the undone amount of each entry, the names of the
-- accounts, and the content hash in the log.
-- by: accounts_pkey, entries_pkey, entries_undone_pkey, ledger_log_pkey, transactions_pkey, transactions_reversing
select t.id, t.status, t.sequence, t.journal_id, t.effective_date, t.layer, t.description, t.reference, t.attributes,
       t.total_amount, t.correlation_id, t.correlation_type, t.undoes_transaction_id, t.string_operation_id, t.ends_at,
       t.accepted_by, t.hold_state, t.settled_amount, t.extended_amount, t.extended_on,
       (select l.content_hash from ledger_log l
         where l.ledger_id = :ledger_id and l.sequence = t.log_sequence) as content_hash,
       (select count(*)::integer from transactions r
         where r.ledger_id = :ledger_id and r.undoes_transaction_id = t.id and r.correlation_type = 'reversal') as reversals,
       (select json_agg(json_build_object(
                 'id', e.id, 'accountId', e.account_id, 'layer', e.layer, 'type', e.type, 'amount', e.amount::text,
                 'description', e.description, 'metadata', e.metadata, 'accountCode', a.code, 'accountName', a.name,
                 'undone', coalesce((select u.amount from entries_undone u
                                      where u.ledger_id = :ledger_id and u.sequence = e.sequence
                                        and u.position = e.position), 0)::text) order by e.position)
          from entries e
         cross join lateral (select code, name from accounts where ledger_id = :ledger_id and id = e.account_id offset 0) a
         where e.ledger_id = :ledger_id and e.sequence = t.sequence) as entries
  from unnest(:transaction_ids::uuid[]) as w (id)
 cross join lateral (select * from transactions where ledger_id = :ledger_id and id = w.id offset 0) t;

-- name: find_due_holds
-- Returns the ledgers of a node in which a hold is due. The function bypasses row-level security, and returns only ids.
-- by: ledger_heads_pkey
select ledgers_with_due_holds(:due::timestamptz, count(*)) as ledger_id from ledger_heads where ledger_id = :beside;

-- name: read_due_holds
-- Returns the due holds of a ledger, the earliest expiry first.
-- by: transactions_expiring
select id, (total_amount + coalesce(extended_amount, 0) - coalesce(reversed_amount, 0) - coalesce(settled_amount, 0) - coalesce(released_amount, 0))::text as left_of_it,
       entry_count
  from transactions
 where ledger_id = :ledger_id and hold_state = 'open' and ends_at <= :due::timestamptz
 order by ends_at, id
 limit :limit;

-- name: find_pending_work
-- Returns the ledgers of a node with pending transactions. The function bypasses row-level security, and returns only ids.
-- by: ledger_heads_pkey
select ledgers_with_pending_work(count(*)) as ledger_id from ledger_heads where ledger_id = :beside;

-- name: take_from_totals
-- Subtracts a voided transaction from the totals: the changes are negative.
-- by: account_balances_pkey
update account_balances b
   set debits = b.debits + c.debits, credits = b.credits + c.credits, entry_count = b.entry_count + c.entry_count,
       held_debits = coalesce(b.held_debits + c.held_debits, b.held_debits, c.held_debits),
       held_credits = coalesce(b.held_credits + c.held_credits, b.held_credits, c.held_credits)
  from (select d.*, found.row
          from unnest(:total_account_ids::uuid[], :total_layers::layer[], :total_debits::numeric[],
                      :total_credits::numeric[], :total_entry_counts::bigint[], :total_held_debits::numeric[],
                      :total_held_credits::numeric[])
               as d (account_id, layer, debits, credits, entry_count, held_debits, held_credits)
         cross join lateral (select ctid from account_balances
                              where ledger_id = :ledger_id and account_id = d.account_id and layer = d.layer
                             offset 0) as found (row)) c
 where b.ctid = c.row and b.ledger_id = :ledger_id;

-- name: take_from_days
-- Subtracts a voided transaction from the totals of its day. The row of the day exists, because the amounts were added to it before.
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
-- Marks transactions as failed. A failed transaction keeps its draft, so that it can still be shown.
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
