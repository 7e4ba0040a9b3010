-- name: read_heading
-- The few columns by which an account is named wherever it appears.
-- by: accounts_pkey
select id, code, name, type, normal_balance from accounts where ledger_id = :ledger_id and id = :account_id;
