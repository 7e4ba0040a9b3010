-- name: read_standing_totals
-- In the order of the accounts' codes, then of the layers' names.
-- by: account_balances_pkey, accounts_pkey
select a.id as account_id, a.code, a.normal_balance, b.layer, b.debits, b.credits
  from unnest(:account_ids::uuid[]) as w (id)
 cross join lateral (select id, code, normal_balance from accounts
                      where ledger_id = :ledger_id and id = w.id offset 0) a
 cross join lateral (select layer, debits, credits from account_balances
                      where ledger_id = :ledger_id and account_id = w.id offset 0) b
 order by a.code, b.layer;
