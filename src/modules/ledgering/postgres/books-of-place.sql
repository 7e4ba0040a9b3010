-- name: read_last_place
-- Reads the position of the last event of the log.
-- by: ledger_heads_pkey, ledger_log_pkey
select h.last_sequence as sequence, h.last_hash as hash,
       (select occurred_at from ledger_log where ledger_id = :ledger_id and sequence = h.last_sequence) as known_at
  from ledger_heads h
 where h.ledger_id = :ledger_id;

-- name: read_place
-- Reads the position of the event with this sequence.
-- by: ledger_log_pkey
select sequence, hash, occurred_at as known_at from ledger_log where ledger_id = :ledger_id and sequence = :sequence::bigint;

-- name: read_all_accounts
-- Reads all accounts of the ledger, or those of the given types.
-- by: accounts_pkey
select id, code, name, type, normal_balance, parent_id, cash_flow from accounts
 where ledger_id = :ledger_id and (:types::text[] is null or type = any (:types::text[]))
 order by id
 limit :limit;

-- name: read_some_accounts
-- Reads the accounts with these ids, or those among them that have the given types.
-- by: accounts_pkey
select a.*
  from unnest(:account_ids::uuid[]) as w (id)
 cross join lateral (select id, code, name, type, normal_balance, parent_id, cash_flow from accounts
                      where ledger_id = :ledger_id and id = w.id offset 0) a
 where :types::text[] is null or a.type = any (:types::text[]);

-- name: read_sums_of_some_now
-- Reads the balances of some accounts up to a day. It does the same as read_balance with fewer lookups, because a lookup costs as much as
-- ten rows. Instead of thirds of months it uses the days to the nearer end of the month. From July on, it uses the sum of the whole year
-- less its last months, if the year is complete. If the day is today or later, or not summed yet, the sum is today's balance less the days
-- after it. The result is three lists, because processing thousands of rows would cost the service more than their content.
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
-- Reads the balances of all accounts up to a day. The sums of years and months are adjacent in an index and are read in sequence; only the
-- days are looked up account by account. A year is read as a whole, less its last months, if that needs fewer rows. If the year of an
-- account is not summed yet, its months are looked up instead; such a lookup costs as much as thirty adjacent rows. If the sums of an
-- account end before the day, the days are read from its last summed month on, or subtracted from today's balance if today is nearer.
-- by: account_balances_pkey, account_day_balances_pkey, account_period_balances_of_all, account_period_balances_pkey
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
            from moment m) m
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
)
select string_agg(account_id::text, ',') as account_ids, string_agg(debits::text, ',') as debits,
       string_agg(credits::text, ',') as credits
  from (select b.account_id,
               b.debits + coalesce(p.debits, 0) + days_sign * days.debits as debits,
               b.credits + coalesce(p.credits, 0) + days_sign * days.credits as credits
          from (select account_id, is_from_now,
                       case when is_from_now then debits else 0 end as debits, case when is_from_now then credits else 0 end as credits,
                       case when is_from_now then until else coalesce(open_month, least(near, until)) end as days_from,
                       case when is_from_now then 'infinity' when open_month is null then greatest(near, until) else until end as days_to,
                       case when is_from_now or open_month is null and near > until then -1 else 1 end as days_sign
                  from moment
                 cross join balances
                offset 0) b
          left join periods p on p.account_id = b.account_id and not b.is_from_now
         cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                               from account_day_balances
                              where ledger_id = :ledger_id and account_id = b.account_id and layer = :layer
                                and day >= b.days_from and day < b.days_to and b.days_from < b.days_to) days) s;

-- name: read_accounts_of_set
-- Reads the accounts of a set and of the sets within it, each once.
-- by: account_set_members_pkey, account_sets_ledger_id_code_key
with recursive named as (
  select id from account_sets where ledger_id = :ledger_id and code = :code
), within(id) as (
  select id from named
  union
  select m.child_set_id
    from within w
   cross join lateral (select child_set_id from account_set_members
                        where ledger_id = :ledger_id and account_set_id = w.id offset 0) m
   where m.child_set_id is not null
)
select (select true from named) as is_there,
       array(select distinct m.account_id
               from within w
              cross join lateral (select account_id from account_set_members
                                   where ledger_id = :ledger_id and account_set_id = w.id offset 0) m
              where m.account_id is not null) as account_ids;
