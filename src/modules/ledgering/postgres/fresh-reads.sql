-- name: read_last_sequence
-- Reads the last sequence of the ledger in the transaction of the read, so that both use the same snapshot. Returns no row if a replica
-- does not have the ledger yet.
-- by: ledger_heads_pkey
select last_sequence from ledger_heads where ledger_id = :ledger_id;
