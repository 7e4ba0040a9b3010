-- name: read_last_place
-- by: ledger_heads_pkey, ledger_log_pkey
select h.last_sequence as sequence, h.last_hash as hash,
       (select occurred_at from ledger_log where ledger_id = :ledger_id and sequence = h.last_sequence) as known_at
  from ledger_heads h
 where h.ledger_id = :ledger_id;

-- name: read_place
-- by: ledger_log_pkey
select sequence, hash, occurred_at as known_at from ledger_log where ledger_id = :ledger_id and sequence = :sequence::bigint;

-- name: read_all_accounts
-- by: accounts_pkey
select * from accounts where ledger_id = :ledger_id order by id limit :limit;

-- name: read_some_accounts
-- by: accounts_pkey
select a.*
  from unnest(:account_ids::uuid[]) as w (id)
 cross join lateral (select * from accounts where ledger_id = :ledger_id and id = w.id offset 0) a;

-- name: read_sums_now
-- What accounts came to up to a day: of all accounts, or of some. How sums of days are found says read_balance.
-- by: account_balances_pkey, account_day_balances_pkey, account_period_balances_pkey, accounts_pkey
with moment as materialized (
  select until, near, first_day_of('month', near) as month, first_day_of('year', near) as year, current_date as today
    from (select :day::date + 1 as until, first_day_of('third', :day::date + 1 + 5) as near) d
)
select b.account_id, before.debits, before.credits
  from (select id from accounts where ledger_id = :ledger_id and :account_ids::uuid[] is null
        union all
        select id from unnest(:account_ids::uuid[]) as w (id)) a
 cross join lateral (select account_id, layer, debits, credits, m.*,
                            until > open_since and (near > open_since or until > today) as is_late
                       from moment m
                      cross join lateral (select account_id, layer, debits, credits, open_since from account_balances
                                           where ledger_id = :ledger_id and account_id = a.id and layer = :layer
                                             and open_since is not null offset 0) b
                     offset 0) b
 cross join lateral (
        select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
          from (select b.debits, b.credits where b.is_late
                union all
                select -p.debits, -p.credits from account_day_balances p
                 where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                   and p.day >= b.until and b.is_late
                union all
                select p.debits, p.credits from account_period_balances p
                 where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                   and p.span = 'year' and p.first_day < b.year and not b.is_late
                union all
                select p.debits, p.credits from account_period_balances p
                 where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                   and p.span = 'month' and p.first_day >= b.year and p.first_day < b.month and not b.is_late
                union all
                select p.debits, p.credits from account_period_balances p
                 where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                   and p.span = 'third' and p.first_day >= b.month and p.first_day < b.near and not b.is_late
                union all
                select p.debits, p.credits from account_day_balances p
                 where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                   and p.day >= b.near and p.day < b.until and b.near < b.until and not b.is_late
                union all
                select -p.debits, -p.credits from account_day_balances p
                 where p.ledger_id = :ledger_id and p.account_id = b.account_id and p.layer = b.layer
                   and p.day >= b.until and p.day < b.near and b.near > b.until and not b.is_late) parts) before
 where before.debits <> 0 or before.credits <> 0;

-- name: read_accounts_of_set
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
