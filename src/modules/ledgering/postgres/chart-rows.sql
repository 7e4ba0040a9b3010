-- name: read_account
-- An account with the totals of its settled layer.
-- by: account_balances_pkey, accounts_pkey
select a.*, b.debits, b.credits
  from accounts a
 cross join lateral (select debits, credits from account_balances
                      where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' offset 0) b
 where a.ledger_id = :ledger_id and a.id = :account_id;
