-- The acts of one key or one person. acts-reader.ts builds the list itself, because it can be read in both directions.

-- name: read_subjects_of_acts
-- Reads the subjects of events that are not about a transaction. If several ledgers have the same sequences, more rows are returned than
-- requested.
-- by: ledger_log_subjects_pkey
select ledger_id, sequence, journal_id, period_lock_id, account_set_id, member_id, trancode_id, string_operation_id
  from ledger_log_subjects where ledger_id = any (:ledger_ids::uuid[]) and sequence = any (:sequences::bigint[]);
