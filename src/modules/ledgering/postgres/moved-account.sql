-- name: find_account
-- An account of the ledger, or one that it had: no other is named by anything.
-- by: accounts_pkey, deleted_accounts_pkey
select from accounts where ledger_id = :ledger_id and id = :account_id
 union all
select from deleted_accounts where ledger_id = :ledger_id and id = :account_id;
