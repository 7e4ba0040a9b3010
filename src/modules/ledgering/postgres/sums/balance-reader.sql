-- name: read_balance
-- Reads the totals of an account as of a day, one row for each layer: up to the day, and of all time. A layer without entries has zeros.
-- Sums of the days before `until` are computed in one of two ways, whose cost does not grow with the age of the account. Late in the
-- current third of a month, and today, they are the totals of all time less the days from `until` on. Earlier they are the sums up to the
-- nearest beginning of a third of a month (whole years, then months, then thirds), plus or minus the few days between it and `until`.
-- by: account_balances_pkey, account_day_balances_pkey, account_period_balances_pkey, accounts_ledger_id_code_key
with moment as materialized (
  select until, near, first_day_of('month', near) as month, first_day_of('year', near) as year,
         first_day_of('month', :as_of) as month_of_day, current_date as today
    from (select :as_of::date + 1 as until, first_day_of('third', :as_of::date + 1 + 5) as near) d
)
select a.id, a.code, a.name, a.type, a.normal_balance, b.layer, b.debits, b.credits, b.entry_count,
       before.debits as debits_up_to, before.credits as credits_up_to, before.entry_count as count_up_to,
       coalesce(
         (select l.day from account_day_balances l
           where l.ledger_id = :ledger_id and l.account_id = a.id and l.layer = b.layer and l.entry_count > 0
             and l.day >= b.last_month and l.day <= :as_of and b.open_since is not null
           order by l.day desc limit 1),
         (select (select l.day from account_day_balances l
                   where l.ledger_id = :ledger_id and l.account_id = a.id and l.layer = b.layer and l.entry_count > 0
                     and l.day >= p.first_day and l.day < (p.first_day + interval '1 month')::date
                   order by l.day desc limit 1)
            from account_period_balances p
           where p.ledger_id = :ledger_id and p.account_id = a.id and p.layer = b.layer and p.span = 'month'
             and p.entry_count > 0 and p.first_day < b.last_month and b.open_since is not null
           order by p.first_day desc limit 1)) as last_entry_date
  from accounts a
 cross join lateral (select layer, debits, credits, entry_count, open_since, m.*,
                            least(month_of_day, first_day_of('month', open_since)) as last_month,
                            until > open_since and (near > open_since or until > today) as is_late
                       from moment m
                      cross join lateral (select layer, debits, credits, entry_count, open_since from account_balances
                                           where ledger_id = :ledger_id and account_id = a.id offset 0) b
                     offset 0) b
 cross join lateral (
        select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits,
               coalesce(sum(entry_count), 0) as entry_count
          from (select b.debits, b.credits, b.entry_count where b.is_late
                union all
                select -p.debits, -p.credits, -p.entry_count from account_day_balances p
                 where p.ledger_id = :ledger_id and p.account_id = a.id and p.layer = b.layer
                   and p.day >= b.until and b.is_late
                union all
                select p.debits, p.credits, p.entry_count from account_period_balances p
                 where p.ledger_id = :ledger_id and p.account_id = a.id and p.layer = b.layer
                   and p.span = 'year' and p.first_day < b.year and not b.is_late
                union all
                select p.debits, p.credits, p.entry_count from account_period_balances p
                 where p.ledger_id = :ledger_id and p.account_id = a.id and p.layer = b.layer
                   and p.span = 'month' and p.first_day >= b.year and p.first_day < b.month and not b.is_late
                union all
                select p.debits, p.credits, p.entry_count from account_period_balances p
                 where p.ledger_id = :ledger_id and p.account_id = a.id and p.layer = b.layer
                   and p.span = 'third' and p.first_day >= b.month and p.first_day < b.near and not b.is_late
                union all
                select p.debits, p.credits, p.entry_count from account_day_balances p
                 where p.ledger_id = :ledger_id and p.account_id = a.id and p.layer = b.layer
                   and p.day >= b.near and p.day < b.until and b.near < b.until and not b.is_late
                union all
                select -p.debits, -p.credits, -p.entry_count from account_day_balances p
                 where p.ledger_id = :ledger_id and p.account_id = a.id and p.layer = b.layer
                   and p.day >= b.until and p.day < b.near and b.near > b.until and not b.is_late) parts) before
 where a.ledger_id = :ledger_id and a.code = :code;
