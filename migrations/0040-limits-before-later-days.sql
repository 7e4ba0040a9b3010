-- The judging of limits reads the days that it needs and no more. Under row-level security PostgreSQL searches an index only by comparisons
-- that cannot leak a value: a date with a date is one, a date with a timestamp (a date plus an interval) is not. The two functions of
-- 0019 compared with a timestamp, and so read all later days of an account on every posting, although they wanted those of one month.

create or replace function sum_months(ledger uuid, account uuid, months date[]) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into account_months as m (ledger_id, account_id, month, change, low, low_day, high, high_day)
  select ledger, account, month, sum(change), min(running), (array_agg(day order by running, day))[1],
         max(running), (array_agg(day order by running desc, day))[1]
    from (select n.month, d.day, d.change, sum(d.change) over (partition by n.month order by d.day) as running
            from (select distinct month from unnest(months) as u (month)) n
           cross join lateral (select day, debits - credits as change from account_day_balances
                                where ledger_id = ledger and account_id = account and layer = 'settled'
                                  and day >= n.month and day < (n.month + interval '1 month')::date offset 0) d) days
   group by month
  on conflict (ledger_id, account_id, month) do update
     set change = excluded.change, low = excluded.low, low_day = excluded.low_day, high = excluded.high, high_day = excluded.high_day;
end $$;

create or replace function course_after(ledger uuid, account uuid, since date, by_months boolean, months date[])
  returns table (day date, change numeric, low numeric, high numeric) language plpgsql stable as $$
#variable_conflict use_column
begin
  if not by_months then
    return query
    select day, debits - credits, debits - credits, debits - credits from account_day_balances
     where ledger_id = ledger and account_id = account and layer = 'settled' and day > since;
    return;
  end if;
  return query
  select d.day, d.change, d.change, d.change
    from unnest(months) as n (month)
   cross join lateral (select day, debits - credits as change from account_day_balances
                        where ledger_id = ledger and account_id = account and layer = 'settled'
                          and day >= n.month and day < (n.month + interval '1 month')::date and day > since offset 0) d
  union all
  select month, change, low, high from account_months
   where ledger_id = ledger and account_id = account and month > since and month <> all (months);
end $$;
