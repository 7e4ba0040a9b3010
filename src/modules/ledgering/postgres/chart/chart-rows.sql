-- name: read_account
-- Reads an account with its settled debits and credits up to a day: the totals of all time less the totals of later days.
-- by: account_balances_pkey, account_day_balances_pkey, accounts_pkey
select a.*, b.debits - l.debits as debits, b.credits - l.credits as credits
  from accounts a
 cross join lateral (select debits, credits from account_balances
                      where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' offset 0) b
 cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits from account_day_balances
                      where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' and day > :today::date) l
 where a.ledger_id = :ledger_id and a.id = :account_id;
