-- name: read_account_beyond
-- Whether the ledger has more accounts than the given number.
-- by: accounts_pkey
select from accounts where ledger_id = :ledger_id order by id offset :most::integer limit 1;

-- name: read_folded_totals
-- The totals of the accounts down to a level of the chart, and for each of them the sums of the deeper accounts below it. An account is below
-- its parent if both have the same type; otherwise it is at the top. Only accounts with children are walked as a tree. The accounts of one
-- type below one parent are either all shown or all summed, so PostgreSQL sums the balances by parent and type, in parallel processes if it
-- has them. The sum up to a day is the balance of today less the days after it, and the sum between two days is that of the days between
-- them. The accounts with such days are found by the transactions of those days, unless these are many.
-- by: account_balances_pkey, account_day_balances_pkey, accounts_at_top, accounts_of_parent, accounts_pkey, entries_pkey, transactions_by_day
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
), changes as materialized (
  -- For a sum up to a day: the difference between the balance at the end of that day and the balance of today. Otherwise the sum of the days.
  select d.account_id, case when :before::date is null then -d.debits else d.debits end as debits,
         case when :before::date is null then -d.credits else d.credits end as credits,
         case when :before::date is null then greatest((b.debits - d.debits) - (b.credits - d.credits), 0) - greatest(b.debits - b.credits, 0)
              else greatest(d.debits - d.credits, 0) end as excess
    from days d
    left join lateral (select debits, credits from account_balances
                        where :before::date is null and ledger_id = :ledger_id and account_id = d.account_id and layer = :layer) b on true
), summed as materialized (
  select a.parent_id, a.type, count(*) as accounts, sum(b.debits) as debits, sum(b.credits) as credits,
         sum(greatest(b.debits - b.credits, 0)) as excess
    from accounts a
    left join (select account_id, debits, credits from account_balances
                where ledger_id = :ledger_id and layer = :layer and open_since is not null and :before::date is null) b on b.account_id = a.id
   where a.ledger_id = :ledger_id and (:types::text[] is null or a.type = any (:types::text[]))
   group by a.parent_id, a.type
), changed as (
  select a.parent_id, a.type, sum(c.debits) as debits, sum(c.credits) as credits, sum(c.excess) as excess
    from changes c
   cross join lateral (select parent_id, type from accounts where ledger_id = :ledger_id and id = c.account_id offset 0) a
   group by a.parent_id, a.type
), placed as materialized (
  -- `root` is the shown account that contains the sums; it is null if the accounts themselves are shown.
  select s.*, case when t.level + 1 >= :depth::integer then t.root end as root
    from summed s
    left join tree t on t.id = s.parent_id and t.type = s.type
), below as (
  select p.root, sum(p.accounts) as accounts, sum(coalesce(p.debits, 0) + coalesce(c.debits, 0)) as debits,
         sum(coalesce(p.credits, 0) + coalesce(c.credits, 0)) as credits, sum(coalesce(p.excess, 0) + coalesce(c.excess, 0)) as excess
    from placed p
    left join changed c on c.parent_id = p.parent_id and c.type = p.type
   where p.root is not null
   group by p.root
), shown as materialized (
  select a.*
    from placed p
   cross join lateral (
     (select id, code, name, type, normal_balance, parent_id, cash_flow from accounts
       where ledger_id = :ledger_id and parent_id = p.parent_id and type = p.type limit :most::integer + 1)
      union all
     (select id, code, name, type, normal_balance, parent_id, cash_flow from accounts
       where ledger_id = :ledger_id and parent_id is null and type = p.type and p.parent_id is null limit :most::integer + 1)) a
   where p.root is null
   limit :most::integer + 1
)
select a.id, a.code, a.name, a.type, a.normal_balance, a.parent_id, a.cash_flow, coalesce(b.debits, 0) + coalesce(c.debits, 0) as debits,
       coalesce(b.credits, 0) + coalesce(c.credits, 0) as credits, coalesce(w.accounts, 0) as accounts_below,
       coalesce(w.debits, 0) as debits_below, coalesce(w.credits, 0) as credits_below, coalesce(w.excess, 0) as debit_balances_below,
       coalesce(w.excess - w.debits + w.credits, 0) as credit_balances_below
  from shown a
  left join lateral (select debits, credits from account_balances
                      where :before::date is null and ledger_id = :ledger_id and account_id = a.id and layer = :layer
                        and open_since is not null) b on true
  left join changes c on c.account_id = a.id
  left join below w on w.root = a.id;
