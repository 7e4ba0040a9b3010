-- name: read_sums_before_the_end
-- What accounts had come to at a place of the log that is near to its end: what they have come to now, without what was posted behind
-- the place and with what was voided behind it.
-- by: account_balances_pkey, entries_pkey, ledger_log_of_rare_type, transactions_pkey
select account_id, layer, sum(debits) as debits, sum(credits) as credits
  from (select b.account_id, b.layer, b.debits, b.credits
          from unnest(:account_ids::uuid[]) as w (id)
         cross join unnest(:layers::text[]) as l (layer)
         cross join lateral (select * from account_balances
                              where ledger_id = :ledger_id and account_id = w.id and layer = l.layer offset 0) b
        union all
        select account_id, layer, case type when 'debit' then -amount else 0 end, case type when 'debit' then 0 else -amount end
          from (select * from entries where ledger_id = :ledger_id and sequence > :transactions_after::bigint offset 0) behind
        union all
        select e.account_id, e.layer, case e.type when 'debit' then e.amount else 0 end, case e.type when 'debit' then 0 else e.amount end
          from (select transaction_id from ledger_log
                 where ledger_id = :ledger_id and type = 'transaction_voided' and type <> 'transaction_posted'
                   and sequence > :after::bigint offset 0) v
         cross join lateral (select sequence from transactions where ledger_id = :ledger_id and id = v.transaction_id offset 0) t
         cross join lateral (select * from entries where ledger_id = :ledger_id and sequence = t.sequence offset 0) e) parts
 where account_id in (select unnest(:account_ids::uuid[])) and layer = any (:layers::text[])
 group by account_id, layer;

-- name: read_moves
-- What was posted and voided between two places of the log, as far as it moves any of these accounts.
-- by: entries_pkey, ledger_log_pkey, transactions_pkey
select l.sequence, l.type = 'transaction_voided' as is_void, e.account_id, e.layer, e.type, e.amount
  from (select sequence, type, transaction_id from ledger_log
         where ledger_id = :ledger_id and sequence > :after::bigint and sequence <= :through::bigint
           and type in ('transaction_posted', 'transaction_voided') offset 0) l
 cross join lateral (select sequence from transactions where ledger_id = :ledger_id and id = l.transaction_id offset 0) t
 cross join lateral (select * from entries where ledger_id = :ledger_id and sequence = t.sequence offset 0) e
 where e.account_id in (select unnest(:account_ids::uuid[]))
 order by l.sequence;
