-- name: read_entries_then
-- Reads the entries of an account and layer between two days, as known at a sequence of the log, in the order of the statement. Entries of
-- these days that were posted after that sequence are skipped.
-- by: entries_of_account, ledger_log_of_transaction, transactions_pkey
select e.id, e.transaction_id, e.type, e.amount, e.effective_date, e.sequence, e.position, t.reference, t.description
  from entries e
 cross join lateral (select reference, description from transactions
                      where ledger_id = :ledger_id and id = e.transaction_id
                        and (status <> 'void'
                             or not exists (select from ledger_log
                                             where ledger_id = :ledger_id and transaction_id = e.transaction_id
                                               and type <> 'transaction_posted' and type || '' = 'transaction_voided'
                                               and sequence <= :known_at::bigint offset 0)) offset 0) t
 where e.ledger_id = :ledger_id and e.account_id = :account_id and e.layer = :layer
   and e.effective_date >= :from::date and e.effective_date <= :to::date and e.sequence <= :transactions_through::bigint
   and (e.effective_date, e.sequence, e.position) > (:after_day::date, :after_sequence::bigint, :after_position::smallint)
 order by e.effective_date, e.sequence, e.position
 limit :limit;

-- name: read_entries_then_backward
-- Reads the same entries as read_entries_then, in the reverse order.
-- by: entries_of_account, ledger_log_of_transaction, transactions_pkey
select e.id, e.transaction_id, e.type, e.amount, e.effective_date, e.sequence, e.position, t.reference, t.description
  from entries e
 cross join lateral (select reference, description from transactions
                      where ledger_id = :ledger_id and id = e.transaction_id
                        and (status <> 'void'
                             or not exists (select from ledger_log
                                             where ledger_id = :ledger_id and transaction_id = e.transaction_id
                                               and type <> 'transaction_posted' and type || '' = 'transaction_voided'
                                               and sequence <= :known_at::bigint offset 0)) offset 0) t
 where e.ledger_id = :ledger_id and e.account_id = :account_id and e.layer = :layer
   and e.effective_date >= :from::date and e.effective_date <= :to::date and e.sequence <= :transactions_through::bigint
   and (e.effective_date, e.sequence, e.position) < (:after_day::date, :after_sequence::bigint, :after_position::smallint)
 order by e.effective_date desc, e.sequence desc, e.position desc
 limit :limit;

-- name: read_day_before_entry
-- Sums the entries of a day before one of its entries, for a layer of an account, as known at a sequence of the log. It adds the sum at the
-- last mark before the entry, the entries between the mark and the entry, and the entries that were voided after that sequence.
-- by: account_day_marks_pkey, entries_of_account, entries_pkey, ledger_log_of_rare_type, ledger_log_of_transaction, transactions_pkey
with mark as materialized (
  select sequence, debits, credits from account_day_marks
   where ledger_id = :ledger_id and account_id = :account_id and day = :day and sequence < :sequence::bigint and layer = :layer
   order by day desc, sequence desc limit 1
)
select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
  from (select debits, credits from mark
        union all
        select case e.type when 'debit' then e.amount else 0 end, case e.type when 'credit' then e.amount else 0 end
          from entries e
         where e.ledger_id = :ledger_id and e.account_id = :account_id and e.effective_date = :day and e.layer = :layer
           and e.sequence > coalesce((select sequence from mark), 0)
           and (e.sequence, e.position) < (:sequence::bigint, :position::smallint)
           and not exists (select from ledger_log
                            where ledger_id = :ledger_id and transaction_id = e.transaction_id
                              and type <> 'transaction_posted' and type || '' = 'transaction_voided'
                              and sequence <= :known_at::bigint offset 0)
        union all
        select case e.type when 'debit' then e.amount else 0 end, case e.type when 'credit' then e.amount else 0 end
          from (select transaction_id from ledger_log
                 where ledger_id = :ledger_id and type = 'transaction_voided' and type <> 'transaction_posted'
                   and sequence > :known_at::bigint offset 0) v
         cross join lateral (select effective_date, sequence from transactions
                              where ledger_id = :ledger_id and id = v.transaction_id offset 0) t
         cross join lateral (select account_id, layer, type, amount from entries
                              where ledger_id = :ledger_id and sequence = t.sequence offset 0) e
         where t.effective_date = :day and t.sequence <= (select sequence from mark)
           and e.account_id = :account_id and e.layer = :layer) parts;
