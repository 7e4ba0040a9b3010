-- name: read_sums_of_some_now
-- Reads the balances of some accounts up to a day. It does the same as read_balance with fewer lookups, because a lookup costs as much as
-- ten rows. Instead of thirds of months it uses the days to the nearer end of the month. From July on, it uses the sum of the whole year
-- less its last months, if the year is complete. If the day is today or later, or not summed yet, the sum is today's balance less the days
-- after it. The result is one row of three lists, because the service would spend more time on thousands of rows than on their content.
-- by: account_balances_pkey, account_day_balances_pkey, account_period_balances_pkey
with moment as materialized (
  select until, near, year, (year + interval '1 year')::date as next_year, near >= (year + interval '6 months')::date as is_second_half,
         current_date as today
    from (select until, near, first_day_of('year', near) as year
            from (select :day::date + 1 as until, first_day_of('month', :day::date + 1 + 15) as near) d) d
)
select string_agg(account_id::text, ',') as account_ids, string_agg(debits::text, ',') as debits,
       string_agg(credits::text, ',') as credits
  from (select b.account_id,
               b.debits + years.debits + months_sign * months.debits + days_sign * days.debits as debits,
               b.credits + years.credits + months_sign * months.credits + days_sign * days.credits as credits
          from (select account_id, not is_late as is_summed,
                       case when is_late then debits else 0 end as debits, case when is_late then credits else 0 end as credits,
                       case when is_cut then next_year else year end as years_to,
                       case when is_cut then near else year end as months_from,
                       case when is_cut then next_year else near end as months_to,
                       case when is_cut then -1 else 1 end as months_sign,
                       case when is_late then until else least(near, until) end as days_from,
                       case when is_late then 'infinity' else greatest(near, until) end as days_to,
                       case when is_late or near > until then -1 else 1 end as days_sign
                  from (select w.account_id, w.debits, w.credits, m.*,
                               near > open_since or until > open_since and until > today as is_late,
                               is_second_half and open_since >= next_year as is_cut
                          from moment m
                         cross join unnest(:account_ids::uuid[]) as named (id)
                         cross join lateral (select account_id, debits, credits, open_since from account_balances
                                              where ledger_id = :ledger_id and account_id = named.id and layer = :layer
                                             offset 0) w
                         where open_since is not null) b
                offset 0) b
         cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                               from account_period_balances
                              where ledger_id = :ledger_id and account_id = b.account_id and layer = :layer and span = 'year'
                                and first_day < b.years_to and b.is_summed) years
         cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                               from account_period_balances
                              where ledger_id = :ledger_id and account_id = b.account_id and layer = :layer and span = 'month'
                                and first_day >= b.months_from and first_day < b.months_to
                                and b.is_summed and b.months_from < b.months_to) months
         cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                               from account_day_balances
                              where ledger_id = :ledger_id and account_id = b.account_id and layer = :layer
                                and day >= b.days_from and day < b.days_to and b.days_from < b.days_to) days) s;

-- name: read_sums_of_all_now
-- Reads the balances of all accounts up to a day. The sums of years and months are adjacent in an index and are read in sequence; only
-- the days are looked up account by account. If few transactions are of these days, only their accounts are looked up. A year is read as
-- a whole, less its last months, if that needs fewer rows. If the year of an account is not summed yet, its months are looked up instead;
-- such a lookup costs as much as thirty adjacent rows. If the sums of an account end before the day, the days are read from its last
-- summed month on, or subtracted from today's balance if today is nearer.
-- by: account_balances_pkey, account_day_balances_pkey, account_period_balances_of_all, account_period_balances_pkey, entries_pkey, transactions_by_day
with moment as materialized (
  select until, near, year, (year + interval '1 year')::date as next_year, current_date as today
    from (select until, near, first_day_of('year', near) as year
            from (select :day::date + 1 as until, first_day_of('month', :day::date + 1 + 15) as near) d) d
), balances as materialized (
  select account_id, debits, credits, open_since, is_late and not is_nearer_than_today as is_from_now,
         case when is_late and is_nearer_than_today then first_day_of('month', open_since) end as open_month
    from moment
   cross join lateral (select account_id, debits, credits, open_since, near > open_since or until > open_since and until > today as is_late,
                              open_since >= year and until - open_since < today - until as is_nearer_than_today
                         from account_balances
                        where ledger_id = :ledger_id and layer = :layer and open_since is not null offset 0) b
), course as materialized (
  select m.*, case when is_cut then next_year else year end as years_to,
         case when is_cut then near else year end as months_from,
         case when is_cut then next_year else near end as months_to,
         case when is_cut then -1 else 1 end as months_sign
    from (select m.*, (select 15 * count(*) filter (where open_since < next_year and not is_from_now)
                              < (date_part('month', near) - 7) * count(*) from balances) as is_cut
            from moment m offset 0) m
), periods as materialized (
  select account_id, sum(debits) as debits, sum(credits) as credits
    from course m
   cross join lateral (select account_id, debits, credits from account_period_balances
                        where ledger_id = :ledger_id and layer = :layer and span = 'year' and debits >= 0 and first_day < m.years_to
                        union all
                       select account_id, m.months_sign * debits, m.months_sign * credits from account_period_balances
                        where ledger_id = :ledger_id and layer = :layer and span = 'month' and debits >= 0
                          and first_day >= m.months_from and first_day < m.months_to
                        union all
                       select b.account_id, p.debits, p.credits
                         from balances b
                        cross join lateral (select debits, credits from account_period_balances
                                             where ledger_id = :ledger_id and account_id = b.account_id and layer = :layer
                                               and span = 'month' and first_day >= m.year and first_day < m.next_year offset 0) p
                        where m.is_cut and b.open_since < m.next_year and not b.is_from_now) p
   where exists (select from balances where not is_from_now)
   group by account_id
), few as materialized (
  select count(*) / 4 as most from balances
), moving as materialized (
  select sequence
    from (select least(near, until) as first, greatest(near, until) as next from moment
           where exists (select from balances where not is_from_now and open_month is null) offset 0) m
   cross join lateral (select sequence from transactions
                        where ledger_id = :ledger_id and effective_date >= m.first and effective_date < m.next and sequence is not null
                        order by effective_date, id
                        limit (select most + 1 from few)) t
), moved as materialized (
  select distinct e.account_id
    from moving m
   cross join lateral (select account_id from entries where ledger_id = :ledger_id and sequence = m.sequence offset 0) e
   where (select count(*) from moving) <= (select most from few)
)
select string_agg(account_id::text, ',') as account_ids, string_agg(debits::text, ',') as debits,
       string_agg(credits::text, ',') as credits
  from (select b.account_id,
               b.debits + coalesce(p.debits, 0) + days_sign * days.debits as debits,
               b.credits + coalesce(p.credits, 0) + days_sign * days.credits as credits
          from (select account_id, is_from_now,
                       is_from_now or open_month is not null or (select count(*) from moving) > (select most from few) as is_looked_up,
                       case when is_from_now then debits else 0 end as debits, case when is_from_now then credits else 0 end as credits,
                       case when is_from_now then until else coalesce(open_month, least(near, until)) end as days_from,
                       case when is_from_now then 'infinity' when open_month is null then greatest(near, until) else until end as days_to,
                       case when is_from_now or open_month is null and near > until then -1 else 1 end as days_sign
                  from moment
                 cross join balances
                offset 0) b
          left join periods p on p.account_id = b.account_id and not b.is_from_now
          left join moved m on m.account_id = b.account_id
         cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                               from account_day_balances
                              where ledger_id = :ledger_id and account_id = b.account_id and layer = :layer
                                and day >= b.days_from and day < b.days_to and b.days_from < b.days_to
                                and (b.is_looked_up or m.account_id is not null)) days) s;

-- name: read_changes_now
-- Reads the changes in balances between consecutive days of a list: for each day but the first, the sums of each account since the
-- preceding day, in one or several parts. Whole months are read from the sums of months, which are adjacent in an index for all accounts;
-- the days before and after them are looked up account by account. Months from `open_month` on are not summed yet, so their days are read.
-- Reads all accounts, or some.
-- by: account_balances_pkey, account_day_balances_pkey, account_period_balances_of_all, account_period_balances_pkey
with ranges as materialized (
  select n, first, until, months_from, months_to, months_from < months_to as has_months
    from (select n, first, until, first_day_of('month', until) as months_to,
                 case when first = first_day_of('month', first) then first
                      else (first_day_of('month', first) + interval '1 month')::date end as months_from
            from (select n, lag(day) over (order by n) + 1 as first, day + 1 as until
                    from unnest(:days::date[]) with ordinality as d (day, n)) d
           where first is not null) d
), edges as materialized (
  select n, first, until
    from (select n, first, case when has_months then months_from else until end as until from ranges
           union all
          select n, months_to, until from ranges where has_months) e
   where first < until
), balances as materialized (
  select account_id, first_day_of('month', open_since) as open_month
    from (select account_id, open_since from account_balances
           where ledger_id = :ledger_id and layer = :layer and :account_ids::uuid[] is null
           union all
          select b.account_id, b.open_since
            from unnest(:account_ids::uuid[]) as named (id)
           cross join lateral (select account_id, open_since from account_balances
                                where ledger_id = :ledger_id and account_id = named.id and layer = :layer offset 0) b) b
   where open_since is not null
)
select r.n, m.account_ids, m.debits, m.credits
  from ranges r
 cross join lateral (select string_agg(account_id::text, ',') as account_ids, string_agg(debits::text, ',') as debits,
                            string_agg(credits::text, ',') as credits
                       from account_period_balances
                      where ledger_id = :ledger_id and layer = :layer and span = 'month' and debits >= 0
                        and first_day >= r.months_from and first_day < r.months_to and :account_ids::uuid[] is null) m
union all
select n, string_agg(account_id::text, ','), string_agg(debits::text, ','), string_agg(credits::text, ',')
  from (select n, account_id, sum(debits) as debits, sum(credits) as credits
          from (select r.n, b.account_id, p.debits, p.credits
                  from balances b
                 cross join lateral (select first_day, debits, credits from account_period_balances
                                      where ledger_id = :ledger_id and account_id = b.account_id and layer = :layer and span = 'month'
                                        and first_day >= (select min(months_from) from ranges)
                                        and first_day < (select max(months_to) from ranges) offset 0) p
                  join ranges r on p.first_day >= r.months_from and p.first_day < r.months_to
                 where :account_ids::uuid[] is not null
                union all
                select e.n, b.account_id, d.debits, d.credits
                  from edges e
                  join balances b on b.open_month > e.first
                 cross join lateral (select debits, credits from account_day_balances
                                      where ledger_id = :ledger_id and account_id = b.account_id and layer = :layer
                                        and day >= e.first and day < least(e.until, b.open_month) offset 0) d
                union all
                select r.n, b.account_id, d.debits, d.credits
                  from (select min(first) as first, max(until) as until from ranges) w
                  join balances b on b.open_month < w.until
                 cross join lateral (select day, debits, credits from account_day_balances
                                      where ledger_id = :ledger_id and account_id = b.account_id and layer = :layer
                                        and day >= greatest(w.first, b.open_month) and day < w.until offset 0) d
                  join ranges r on d.day >= r.first and d.day < r.until) c
         group by n, account_id) s
 group by n;
