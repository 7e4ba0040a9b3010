-- name: find_transaction_code
-- Returns a row if the ledger has the code.
-- by: trancodes_ledger_id_code_key
select 1 from trancodes where ledger_id = :ledger_id and code = :code;

-- name: lock_transaction_code
-- Locks one row. No statement in this file locks two rows, so no deadlock is possible.
-- by: trancodes_pkey
select * from trancodes where ledger_id = :ledger_id and id = :id for no key update;

-- name: hold_terms_alone
-- Waits for every transaction that was accepted while the code had its old state (migrations/0023-ledger-terms.sql).
select hold_ledger_terms(:ledger_id, true);

-- name: read_transaction_codes
-- by: trancodes_pkey
select * from trancodes where ledger_id = :ledger_id and id = any (:ids::uuid[]);

-- name: read_transaction_code_states
-- Reads the states of codes. Each request reads them again, because they may change; definitions never change and are cached.
-- by: trancodes_ledger_id_code_key
select id, code, version, status from trancodes where ledger_id = :ledger_id and code = any (:codes::text[]);

-- name: read_codes_behind
-- Reads a chunk of the codes, to be compared with the log.
-- by: trancodes_pkey
select * from trancodes where ledger_id = :ledger_id and id > :after::uuid order by id limit :limit;
