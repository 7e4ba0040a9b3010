-- The log of a ledger tells of its transaction codes, and of the conversions and transfers that it took part in: events like those of the
-- chart, each with the text of which its content hash is the hash.
alter table ledger_log_subjects add column trancode_id uuid;
alter table ledger_log_subjects add column string_operation_id uuid;
alter table ledger_log_subjects drop constraint ledger_log_subjects_check;
-- An account is named by the event itself.
alter table ledger_log_subjects add constraint ledger_log_subjects_are_about_one_thing
  check (num_nonnulls(journal_id, period_lock_id, account_set_id, trancode_id, string_operation_id) <= 1);

-- Whether the log tells of it from its beginning on. What is older than such events has none, and is not missed there.
alter table trancodes add column is_logged boolean not null default false;
alter table trancodes alter column is_logged set default true;
alter table string_operations add column is_logged boolean not null default false;
alter table string_operations alter column is_logged set default true;
