-- The acts of one key or one person; the list itself is put together beside (acts-reader.ts), because it goes both ways.

-- name: read_subjects_of_acts
-- The subjects of the events that are not about a transaction. If several ledgers have the same sequences, returns more than was
-- asked.
-- by: ledger_log_subjects_pkey
select ledger_id, sequence, journal_id, period_lock_id, account_set_id, member_id, trancode_id, string_operation_id
  from ledger_log_subjects where ledger_id = any (:ledger_ids::uuid[]) and sequence = any (:sequences::bigint[]);
