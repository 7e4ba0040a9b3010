-- name: read_heading
-- Reads the columns that identify an account in responses.
-- by: accounts_pkey
select id, code, name, type, normal_balance from accounts where ledger_id = :ledger_id and id = :account_id;
