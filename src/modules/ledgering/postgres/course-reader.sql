-- name: read_courses
-- How the settled balances of accounts with limits go on after a day: day by day, or by whole months where an account keeps them, but for the
-- months that are named. The place of the log tells whether it was read at the same moment as what it goes with.
-- by: account_balances_pkey, account_day_balances_pkey, account_months_pkey, ledger_heads_pkey
select h.last_sequence, w.id as account_id, s.day, s.change::text as change, s.low::text as low, s.low_day, s.high::text as high, s.high_day
  from ledger_heads h
 cross join unnest(:account_ids::uuid[]) as w (id)
 cross join lateral (select keeps_months from account_balances
                      where ledger_id = :ledger_id and account_id = w.id and layer = 'settled' offset 0) b
 cross join lateral (
        select day, debits - credits as change, null::numeric as low, null::date as low_day, null::numeric as high, null::date as high_day
          from account_day_balances
         where ledger_id = :ledger_id and account_id = w.id and layer = 'settled' and day > :since::date and not b.keeps_months
        union all
        select d.day, d.change, null, null, null, null
          from unnest(:months::date[]) as n (month)
         cross join lateral (select day, debits - credits as change from account_day_balances
                              where ledger_id = :ledger_id and account_id = w.id and layer = 'settled'
                                and day >= n.month and day < n.month + interval '1 month' and day > :since::date offset 0) d
         where b.keeps_months
        union all
        select month, change, low, low_day, high, high_day from account_months
         where ledger_id = :ledger_id and account_id = w.id and month > :since::date and month <> all (:months::date[])
           and b.keeps_months) s
 where h.ledger_id = :ledger_id
 order by w.id, s.day;
