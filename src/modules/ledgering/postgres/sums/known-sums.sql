-- name: read_sums_then
-- Reads the sums of accounts up to given days, as known at a sequence of the log: the sums of stretches, plus the events that they lack, or minus the events that they wrongly include (`sign`). Reads all accounts, or some. An account without entries at that sequence has no row.
-- by: accounts_pkey, entries_pkey, ledger_log_of_rare_type, stretch_balances_pkey, transactions_pkey
select account_id, layer, day, sum(debits) as debits, sum(credits) as credits, sum(entry_count) as entry_count,
       sum(undone_debits) as undone_debits, sum(undone_credits) as undone_credits
  from (select a.id as account_id, l.layer, d.day, s.*
          from (select id from accounts where ledger_id = :ledger_id and :account_ids::uuid[] is null
                union all
                select id from unnest(:account_ids::uuid[]) as w (id)) a
         cross join unnest(:layers::text[]) as l (layer)
         cross join unnest(:days::date[]) as d (day)
         cross join lateral (
                 select sum(debits) as debits, sum(credits) as credits, sum(entry_count) as entry_count,
                        sum(undone_debits) as undone_debits, sum(undone_credits) as undone_credits
                   from unnest(:levels::smallint[], :throughs::bigint[]) as c (level, through)
                  cross join lateral (select * from stretch_balances
                                       where ledger_id = :ledger_id and level = c.level and through = c.through
                                         and account_id = a.id and layer = l.layer and day <= d.day
                                       order by day desc limit 1) s) s
         where s.entry_count is not null
        union all
        select account_id, layer, d.day,
               :sign::integer * sum(case type when 'debit' then amount else 0 end),
               :sign::integer * sum(case type when 'credit' then amount else 0 end), :sign::integer * sum(entries),
               :sign::integer * sum(case type when 'debit' then undone else 0 end),
               :sign::integer * sum(case type when 'credit' then undone else 0 end)
          from (select account_id, layer, effective_date as day, type::text as type, amount, 1 as entries, 0 as undone
                  from entries
                 where ledger_id = :ledger_id and sequence > :transactions_after::bigint and sequence <= :transactions_through::bigint
                union all
                select e.account_id, e.layer, e.effective_date, e.type, -e.amount, -1, 0
                  from (select transaction_id from ledger_log
                         where ledger_id = :ledger_id and type = 'transaction_voided' and type <> 'transaction_posted'
                           and sequence > :after::bigint and sequence <= :through::bigint offset 0) v
                 cross join lateral (select sequence from transactions
                                      where ledger_id = :ledger_id and id = v.transaction_id offset 0) t
                 cross join lateral (select * from entries where ledger_id = :ledger_id and sequence = t.sequence offset 0) e
                union all
                select e.account_id, e.layer, side.day, side.type, 0, 0, e.amount
                  from (select * from entries
                         where ledger_id = :ledger_id and sequence > :transactions_after::bigint
                           and sequence <= :transactions_through::bigint and 'pending' = any (:layers::text[]) offset 0) e
                 cross join lateral (select undoes_transaction_id from transactions
                                      where ledger_id = :ledger_id and id = e.transaction_id
                                        and undoes_transaction_id is not null and correlation_type <> 'extension' offset 0) t
                 cross join lateral (select effective_date from transactions
                                      where ledger_id = :ledger_id and id = t.undoes_transaction_id offset 0) u
                 cross join lateral (select e.effective_date as day, e.type::text as type
                                      union all
                                     select greatest(e.effective_date, u.effective_date),
                                            case e.type when 'debit' then 'credit' else 'debit' end) side
                 where e.layer = 'pending') changes
         cross join unnest(:days::date[]) as d (day)
         where changes.day <= d.day and layer = any (:layers::text[])
           and (:account_ids::uuid[] is null or account_id in (select unnest(:account_ids::uuid[])))
         group by account_id, layer, d.day) parts
 group by account_id, layer, day
having sum(entry_count) <> 0 or sum(debits) <> 0 or sum(credits) <> 0 or sum(undone_debits) <> 0 or sum(undone_credits) <> 0;

-- name: read_last_changed_days
-- Reads the last day, up to a given one, on which entries of the accounts may have changed a layer: from the stretches and from the
-- remaining events. Null if there is no such day.
-- by: entries_pkey, stretch_balances_pkey
select max(day) as day
  from (select s.day
          from unnest(:account_ids::uuid[]) as a (id)
         cross join unnest(:levels::smallint[], :throughs::bigint[]) as c (level, through)
         cross join lateral (select day from stretch_balances
                              where ledger_id = :ledger_id and level = c.level and through = c.through
                                and account_id = a.id and layer = :layer and day <= :day::date
                              order by day desc limit 1) s
        union all
        select effective_date
          from (select * from entries
                 where ledger_id = :ledger_id and sequence > :transactions_after::bigint
                   and sequence <= :transactions_through::bigint offset 0) e
         where account_id in (select unnest(:account_ids::uuid[])) and layer = :layer and effective_date <= :day::date) days;
