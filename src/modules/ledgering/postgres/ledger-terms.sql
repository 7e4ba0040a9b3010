-- name: read_terms
-- Reads the control plane, which is on another node if ledgers are spread over many.
-- by: ledgers_pkey
select currency, storage_decimals, display_decimals, time_zone from ledgers where id = :ledger_id;
