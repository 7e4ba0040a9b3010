-- What history names must be found again: accounts that are gone, what an event was about, and the place of a transaction
-- within its correlation.

-- Failed work names accounts that nothing keeps from being deleted: they are remembered by what they were called.
create table deleted_accounts (
  ledger_id   uuid not null references ledgers,
  id          uuid not null,
  code        text collate "C" not null check (char_length(code) between 1 and 36),
  name        text not null check (char_length(name) between 1 and 255),
  deleted_at  timestamptz not null,
  primary key (ledger_id, id)
);

-- What an event of the log is about, where that is no transaction and no account: few events, so a table of their own
-- costs posting nothing. The event's content hash is the hash of the whole thing, its id included.
create table ledger_log_subjects (
  ledger_id       uuid not null,
  sequence        bigint not null,
  journal_id      uuid,
  period_lock_id  uuid,
  account_set_id  uuid,
  -- The account or the set that came into the set, or left it.
  member_id       uuid,
  primary key (ledger_id, sequence),
  foreign key (ledger_id, sequence) references ledger_log (ledger_id, sequence),
  check (num_nonnulls(journal_id, period_lock_id, account_set_id) = 1),
  check (member_id is null or account_set_id is not null)
);

-- The correlation listing in its order. An index of transactions cannot hold the event that decided them, because posting
-- changes it; so each decided transaction of a correlation has one row here, written by the trigger below and by nobody
-- else, which is why it needs no foreign key.
create table transaction_correlations (
  ledger_id       uuid not null,
  correlation_id  text not null,
  -- The event of the log that posted it or failed it.
  log_sequence    bigint not null,
  transaction_id  uuid not null,
  primary key (ledger_id, correlation_id, log_sequence)
);

create function place_in_correlation() returns trigger language plpgsql as $$
begin
  insert into transaction_correlations (ledger_id, correlation_id, log_sequence, transaction_id)
  values (new.ledger_id, new.correlation_id, new.log_sequence, new.id);
  return null;
end $$;

-- Costs what has no correlation nothing.
create trigger transactions_take_their_place_in_correlations after update on transactions
  for each row when (
    new.correlation_id is not null and old.log_sequence is null and new.log_sequence is not null
  ) execute function place_in_correlation();
create trigger transactions_born_decided_take_their_place_in_correlations after insert on transactions
  for each row when (new.correlation_id is not null and new.log_sequence is not null)
  execute function place_in_correlation();

create trigger deleted_accounts_are_written_once before update or delete on deleted_accounts
  for each row execute function refuse_rewriting();
create trigger deleted_accounts_are_never_truncated before truncate on deleted_accounts
  for each statement execute function refuse_rewriting();
create trigger ledger_log_subjects_are_written_once before update or delete on ledger_log_subjects
  for each row execute function refuse_rewriting();
create trigger ledger_log_subjects_are_never_truncated before truncate on ledger_log_subjects
  for each statement execute function refuse_rewriting();
create trigger transaction_correlations_are_written_once before update or delete on transaction_correlations
  for each row execute function refuse_rewriting();
create trigger transaction_correlations_are_never_truncated before truncate on transaction_correlations
  for each statement execute function refuse_rewriting();

do $$
declare
  plane text;
begin
  foreach plane in array array['deleted_accounts', 'ledger_log_subjects', 'transaction_correlations'] loop
    execute format('alter table %I enable row level security', plane);
    execute format('alter table %I force row level security', plane);
    execute format(
      'create policy %I on %I using (coalesce(ledger_id = any ((select nullif(current_setting(''ledger.scope'', true), '''')::uuid[])::uuid[]), false))',
      plane || '_in_scope', plane);
  end loop;
end $$;

grant select, insert on deleted_accounts, ledger_log_subjects, transaction_correlations to ledger_app;

-- The places of what was decided before. Row-level security binds the owner too, so every ledger is named.
select set_config('ledger.scope', (select coalesce(array_agg(id), '{}')::text from ledgers), true);
insert into transaction_correlations (ledger_id, correlation_id, log_sequence, transaction_id)
select ledger_id, correlation_id, log_sequence, id
  from transactions
 where correlation_id is not null and log_sequence is not null;
