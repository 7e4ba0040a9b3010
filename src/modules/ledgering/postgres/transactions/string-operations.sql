-- name: hold_string
-- Locks a string, its members and the rate. The function belongs to the `strings` context, whose tables ledgering may not use
-- (migrations/0026-facts.sql).
select hold_string(:string_id, :members, :base, :quote, :set_at) as is_so;

-- name: insert_string_operation
-- Inserts a conversion or transfer together with its two legs, in the ledger of the caller.
insert into string_operations (ledger_id, id, operation, source_ledger_id, source_transaction_id, target_ledger_id,
                               target_transaction_id, record, created_at)
values (:ledger_id, :id, :operation, :source_ledger_id, :source_transaction_id, :target_ledger_id,
        :target_transaction_id, :record, :created_at);

-- name: read_string_operation
-- Reads the operation of an earlier request, for a replay.
-- by: string_operations_pkey
select * from string_operations where ledger_id = :ledger_id and id = :id;
