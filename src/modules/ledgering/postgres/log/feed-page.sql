-- name: read_end_of_moves
-- Finds the first event at which more than :limit entries have been posted or voided since a sequence; null if there is none.
-- by: ledger_log_pkey, transactions_pkey
select min(sequence) as sequence
  from (select l.sequence, sum(t.entry_count) over (order by l.sequence) as entries
          from (select sequence, transaction_id from ledger_log
                 where ledger_id = :ledger_id and sequence > :after::bigint and sequence <= :through::bigint
                   and type in ('transaction_posted', 'transaction_voided') offset 0) l
         cross join lateral (select entry_count from transactions
                              where ledger_id = :ledger_id and id = l.transaction_id offset 0) t) moved
 where entries > :max_entries::bigint;
