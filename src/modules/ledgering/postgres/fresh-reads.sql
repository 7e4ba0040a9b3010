-- name: read_last_sequence
-- Asked in the transaction of the read, whose one snapshot both see. No row where a replica does not know the ledger yet.
-- by: ledger_heads_pkey
select last_sequence from ledger_heads where ledger_id = :ledger_id;
