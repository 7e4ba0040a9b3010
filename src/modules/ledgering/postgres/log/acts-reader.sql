-- The acts of one API key or one operator. The list itself is built in acts-reader.ts, because it can be read in both directions.

-- name: read_subjects_of_acts
-- Reads the subjects of events that are not about a transaction. If several ledgers have events with these sequences, more rows are
-- returned than are needed.
-- by: ledger_log_subjects_pkey
select ledger_id, sequence, journal_id, period_lock_id, account_set_id, member_id, trancode_id, string_operation_id
  from ledger_log_subjects where ledger_id = any (:ledger_ids::uuid[]) and sequence = any (:sequences::bigint[]);
