-- name: read_terms
-- Reads the ledger's row in the control plane, which may be on a different node than the ledger.
-- by: ledgers_pkey
select currency, storage_decimals, display_decimals, time_zone, tenant_id from ledgers where id = :ledger_id;
