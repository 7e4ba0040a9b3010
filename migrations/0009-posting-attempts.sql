-- Marks on pending work that may have ended the process which posted it. They are written only by a poster that finds, as
-- it begins, work that waited too long, and taken away once it is decided: traffic does not grow this table.
create table posting_attempts (
  ledger_id       uuid not null,
  transaction_id  uuid not null,
  -- Attempts that were begun and of which no process came back to tell.
  attempts        smallint not null check (attempts > 0),
  primary key (ledger_id, transaction_id),
  foreign key (ledger_id, transaction_id) references transactions (ledger_id, id)
);

alter table posting_attempts enable row level security;
alter table posting_attempts force row level security;
create policy posting_attempts_in_scope on posting_attempts
  using (coalesce(ledger_id = any ((select nullif(current_setting('ledger.scope', true), '')::uuid[])::uuid[]), false));

grant select, insert, update, delete on posting_attempts to ledger_app;
