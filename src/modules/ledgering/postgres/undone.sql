-- name: read_undone
-- Of an account. Sums over the days on which something of the pending layer was reversed, up to that day.
-- by: account_day_undone_pkey, accounts_ledger_id_code_key
select coalesce(sum(u.debits), 0) as debits, coalesce(sum(u.credits), 0) as credits
  from account_day_undone u
 where u.ledger_id = :ledger_id and u.day <= :as_of
   and u.account_id = (select id from accounts where ledger_id = :ledger_id and code = :code);

-- name: read_undone_of_set
-- Of the distinct accounts in a set, those of the sets within it included; in most ledgers there is nothing to look
-- for, and the last line finds that out once.
-- by: account_day_undone_pkey, account_set_members_pkey
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
)
select coalesce(sum(u.debits), 0) as debits, coalesce(sum(u.credits), 0) as credits
  from leaf a
 cross join lateral (select debits, credits from account_day_undone
                      where ledger_id = :ledger_id and account_id = a.id and day <= :as_of offset 0) u
 where (select true from account_day_undone where ledger_id = :ledger_id limit 1);
