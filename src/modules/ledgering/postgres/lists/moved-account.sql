-- name: find_account
-- Finds an account of the ledger, even a deleted one. No transaction can name any other account.
-- by: accounts_pkey, deleted_accounts_pkey
select from accounts where ledger_id = :ledger_id and id = :account_id
 union all
select from deleted_accounts where ledger_id = :ledger_id and id = :account_id;
