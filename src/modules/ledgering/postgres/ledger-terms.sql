-- name: read_terms
-- Of the control plane, which is elsewhere where ledgers are on many nodes.
-- by: ledgers_pkey
select currency, storage_decimals, display_decimals, time_zone from ledgers where id = :ledger_id;
