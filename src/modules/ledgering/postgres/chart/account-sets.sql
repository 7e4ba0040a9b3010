-- The recursion over sets always ends, because no set can contain itself.

-- name: read_membership
-- Reads the facts that decide whether a member may join a set. `depth_above` is the number of sets from an outermost set down to this one,
-- and `depth_below` the number of sets from the new member down to an innermost one. If the set would contain itself, `depth_below` is not
-- needed and not read.
-- by: account_set_members_of_set, account_set_members_pkey, account_sets_pkey, accounts_pkey
with recursive above(id, depth) as (
  select :account_set_id::uuid, 1
  union
  select m.account_set_id, a.depth + 1
    from above a
   cross join lateral (select account_set_id from account_set_members
                        where ledger_id = :ledger_id and child_set_id = a.id offset 0) m
), below(id, depth) as (
  select :member_id::uuid, 1 where :member_type = 'account_set'
  union
  select m.child_set_id, b.depth + 1
    from below b
   cross join lateral (select child_set_id from account_set_members
                        where ledger_id = :ledger_id and account_set_id = b.id offset 0) m
   where m.child_set_id is not null
), found as (
  select code, name from accounts where ledger_id = :ledger_id and id = :member_id::uuid and :member_type = 'account'
  union all
  select code, name from account_sets
   where ledger_id = :ledger_id and id = :member_id::uuid and :member_type = 'account_set'
)
select (select code from found) as code, (select name from found) as name,
       exists (select from account_set_members
                where ledger_id = :ledger_id and account_set_id = :account_set_id::uuid
                  and member_id = :member_id::uuid) as is_member,
       would_contain_itself,
       (select max(depth) from above) as depth_above,
       case when would_contain_itself then 0 else coalesce((select max(depth) from below), 0) end as depth_below
  from (select exists (select from above where id = :member_id::uuid) as would_contain_itself offset 0) circle;

-- name: read_member
-- Reads a member of a set, with the code and name that the member has now.
-- by: account_set_members_pkey, account_sets_pkey, accounts_pkey
select m.account_set_id, m.member_id, m.created_at,
       case when m.account_id is null then 'account_set' else 'account' end as member_type,
       coalesce(a.code, s.code) as code, coalesce(a.name, s.name) as name
  from account_set_members m
  left join lateral (select code, name from accounts
                      where ledger_id = :ledger_id and id = m.account_id offset 0) a on true
  left join lateral (select code, name from account_sets
                      where ledger_id = :ledger_id and id = m.child_set_id offset 0) s on true
 where m.ledger_id = :ledger_id and m.account_set_id = :account_set_id and m.member_id = :member_id;

-- name: read_set_balance
-- Reads the totals of a set as of a day, one row for each layer in which an account of the set ever had an entry. They are the sums of the
-- accounts' totals, which are read as in read_balance. Each account counts once, even if several sets contain it. The test of whether a
-- member is a set is outside the subquery; inside it, the planner could use an index that contains the nested sets of all sets.
-- by: account_balances_pkey, account_day_balances_pkey, account_period_balances_pkey, account_set_members_pkey
with recursive within(id) as (
  select :account_set_id::uuid
  union
  select m.child_set_id
    from within w
   cross join lateral (select child_set_id from account_set_members
                        where ledger_id = :ledger_id and account_set_id = w.id offset 0) m
   where m.child_set_id is not null
), leaf as (
  select distinct m.account_id as id
    from within w
   cross join lateral (select account_id from account_set_members
                        where ledger_id = :ledger_id and account_set_id = w.id offset 0) m
   where m.account_id is not null
), moment as materialized (
  select until, near, first_day_of('month', near) as month, first_day_of('year', near) as year,
         first_day_of('month', :as_of) as month_of_day, current_date as today
    from (select :as_of::date + 1 as until, first_day_of('third', :as_of::date + 1 + 5) as near) d
)
select b.layer, sum(b.debits) as debits, sum(b.credits) as credits, sum(b.entry_count) as entry_count,
       sum(before.debits) as debits_up_to, sum(before.credits) as credits_up_to, sum(before.entry_count) as count_up_to,
       max(coalesce(
         (select l.day from account_day_balances l
           where l.ledger_id = :ledger_id and l.account_id = a.id and l.layer = b.layer and l.entry_count > 0
             and l.day >= b.last_month and l.day <= :as_of
           order by l.day desc limit 1),
         (select (select l.day from account_day_balances l
                   where l.ledger_id = :ledger_id and l.account_id = a.id and l.layer = b.layer and l.entry_count > 0
                     and l.day >= p.first_day and l.day < (p.first_day + interval '1 month')::date
                   order by l.day desc limit 1)
            from account_period_balances p
           where p.ledger_id = :ledger_id and p.account_id = a.id and p.layer = b.layer and p.span = 'month'
             and p.entry_count > 0 and p.first_day < b.last_month
           order by p.first_day desc limit 1))) as last_entry_date
  from leaf a
 cross join lateral (select layer, debits, credits, entry_count, m.*,
                            least(month_of_day, first_day_of('month', open_since)) as last_month,
                            until > open_since and (near > open_since or until > today) as is_late
                       from moment m
                      cross join lateral (select layer, debits, credits, entry_count, open_since from account_balances
                                           where ledger_id = :ledger_id and account_id = a.id
                                             and open_since is not null offset 0) b
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
 group by b.layer;
