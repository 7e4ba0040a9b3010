-- What was done to one thing, newest first: to a journal, a period lock, an account set, a transaction code or a string operation of a
-- ledger, and to whatever a tenant's log tells of. Accounts and transactions are named by the events of the ledger's log themselves.

-- An event is about one of them. It is no `coalesce`, behind which row-level security would hide the index.
create index ledger_log_subjects_of_one on ledger_log_subjects
  (ledger_id, (case when journal_id is not null then journal_id when period_lock_id is not null then period_lock_id
                    when account_set_id is not null then account_set_id when trancode_id is not null then trancode_id
                    else string_operation_id end), sequence);
-- The sets that an account or a set came into, or left.
create index ledger_log_subjects_of_member on ledger_log_subjects (ledger_id, member_id, sequence) where member_id is not null;
create index tenant_log_by_subject on tenant_log (subject_id, occurred_at, tenant_id, sequence);
