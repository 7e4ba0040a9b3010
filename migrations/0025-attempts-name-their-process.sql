-- An attempt at posting counts against a transaction only if the process that began it is gone, so a mark names its process. The
-- marks of processes that ran before this migration name nobody, and are forgotten.
delete from posting_attempts;

alter table posting_attempts
  drop constraint posting_attempts_pkey,
  drop column attempts,
  -- The application_name of its sessions.
  add column owner text not null,
  -- Whether nothing else was posted with it, so that the end of the process can have no other cause in its batch.
  add column is_alone boolean not null,
  add primary key (ledger_id, transaction_id, owner);
