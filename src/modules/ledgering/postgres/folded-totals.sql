-- name: read_account_beyond
-- Returns a row if the ledger has more than :most accounts.
-- by: accounts_pkey
select from accounts where ledger_id = :ledger_id order by id offset :most::integer limit 1;

-- name: read_folded_totals
-- Reads the totals of the accounts down to a level of the chart, and for each of them the sums of all deeper accounts below it. An account
-- is below its parent if both have the same type; otherwise it is at the top. Only accounts that have children are walked as a tree; every
-- other account is placed by its parent. The sum up to a day is today's balance less the later days; the sum between two days is the sum of
-- these days. The accounts that have such days are found by the transactions of those days. If there are too many of these transactions,
-- the days of all accounts are read.
-- by: account_balances_pkey, account_day_balances_pkey, accounts_of_parent, accounts_pkey, entries_pkey, transactions_by_day
with recursive parents (id) as (
  (select parent_id from accounts where ledger_id = :ledger_id and parent_id is not null order by parent_id limit 1)
  union all
  select (select parent_id from accounts where ledger_id = :ledger_id and parent_id > p.id order by parent_id limit 1)
    from parents p
   where p.id is not null
), groups as materialized (
  select g.*
    from parents p
   cross join lateral (select id, type, parent_id from accounts where ledger_id = :ledger_id and id = p.id offset 0) g
), tree (id, type, root, level) as (
  select g.id, g.type, g.id, 0
    from groups g
   where not exists (select from groups p where p.id = g.parent_id and p.type = g.type)
   union all
  select g.id, g.type, case when t.level + 1 < :depth::integer then g.id else t.root end, t.level + 1
    from tree t
    join groups g on g.parent_id = t.id and g.type = t.type
), moving as materialized (
  select sequence from transactions
   where ledger_id = :ledger_id and effective_date > coalesce(:before::date, :to::date)
     and (:before::date is null or effective_date <= :to::date) and sequence is not null
   order by effective_date, id
   limit :most_moving::integer + 1
), moved as materialized (
  select distinct e.account_id
    from moving m
   cross join lateral (select account_id from entries where ledger_id = :ledger_id and sequence = m.sequence offset 0) e
   where (select count(*) from moving) <= :most_moving::integer
   union all
  select account_id from account_balances
   where ledger_id = :ledger_id and layer = :layer and open_since is not null and (select count(*) from moving) > :most_moving::integer
), days as materialized (
  select m.account_id, d.debits, d.credits
    from moved m
   cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                         from account_day_balances
                        where ledger_id = :ledger_id and account_id = m.account_id and layer = :layer
                          and day > coalesce(:before::date, :to::date) and (:before::date is null or day <= :to::date)) d
), turned as (
  -- For a sum up to a day: the balances of today. For accounts with later days, the second part subtracts that balance and adds the right
  -- one.
  select account_id, debits, credits, greatest(debits - credits, 0) as excess
    from account_balances
   where ledger_id = :ledger_id and layer = :layer and open_since is not null and :before::date is null
   union all
  select d.account_id, c.debits, c.credits, c.excess
    from days d
   cross join lateral (select debits, credits from account_balances
                        where ledger_id = :ledger_id and account_id = d.account_id and layer = :layer offset 0) b
   cross join lateral (values (-b.debits, -b.credits, -greatest(b.debits - b.credits, 0)),
                              (b.debits - d.debits, b.credits - d.credits,
                               greatest((b.debits - d.debits) - (b.credits - d.credits), 0))) c (debits, credits, excess)
   where :before::date is null
   union all
  select account_id, debits, credits, greatest(debits - credits, 0) from days where :before::date is not null
), placed as (
  select a.id, case when t.level + 1 >= :depth::integer then t.root else a.id end as root
    from accounts a
    left join tree t on t.id = a.parent_id and t.type = a.type
   where a.ledger_id = :ledger_id and (:types::text[] is null or a.type = any (:types::text[]))
)
select a.*, s.debits, s.credits, s.accounts_below, s.debits_below, s.credits_below, s.excess_below as debit_balances_below,
       s.excess_below - s.debits_below + s.credits_below as credit_balances_below
  from (select p.root, coalesce(sum(t.debits) filter (where p.id = p.root), 0) as debits,
               coalesce(sum(t.credits) filter (where p.id = p.root), 0) as credits,
               count(*) filter (where p.id <> p.root) as accounts_below,
               coalesce(sum(t.debits) filter (where p.id <> p.root), 0) as debits_below,
               coalesce(sum(t.credits) filter (where p.id <> p.root), 0) as credits_below,
               coalesce(sum(t.excess) filter (where p.id <> p.root), 0) as excess_below
          from placed p
          left join turned t on t.account_id = p.id
         group by p.root
         limit :most::integer + 1) s
 cross join lateral (select id, code, name, type, normal_balance, parent_id, cash_flow from accounts
                      where ledger_id = :ledger_id and id = s.root offset 0) a;
