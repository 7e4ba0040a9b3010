-- name: read_standing_totals
-- Reads the totals of accounts up to a day that is today or later: the present totals less those of later days, which are few. Ordered by
-- the accounts' codes, then by the layers' names.
-- by: account_balances_pkey, account_day_balances_pkey, accounts_pkey
select a.id as account_id, a.code, a.normal_balance, b.layer, b.debits - later.debits as debits, b.credits - later.credits as credits
  from unnest(:account_ids::uuid[]) as w (id)
 cross join lateral (select id, code, normal_balance from accounts
                      where ledger_id = :ledger_id and id = w.id offset 0) a
 cross join lateral (select layer, debits, credits from account_balances
                      where ledger_id = :ledger_id and account_id = w.id offset 0) b
 cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits from account_day_balances
                      where ledger_id = :ledger_id and account_id = w.id and layer = b.layer and day > :as_of::date) later
 order by a.code, b.layer;
