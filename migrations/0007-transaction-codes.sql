-- Transaction codes: templates of entries with parameters. Their content never changes, only their status, and that in
-- one direction; a template is kept exactly as it was written, members in their order, hence json and not jsonb.

create type trancode_status as enum ('active', 'deprecated');

create table trancodes (
  ledger_id            uuid not null,
  id                   uuid not null,
  code                 text collate "C" not null check (code ~ '^[A-Z0-9_-]{1,50}$'),
  name                 text not null check (char_length(name) between 1 and 255),
  description          text check (char_length(description) <= 1000),
  status               trancode_status not null,
  version              integer not null default 1 check (version >= 1),
  params_schema        json,
  entries_template     json not null,
  attributes_template  json,
  validation_rules     json,
  metadata             json,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  -- Transactions name it by its code, and the list goes by code.
  unique (ledger_id, code)
);
-- A code is read and deprecated by its id.
alter table trancodes add primary key (ledger_id, id);

create trigger trancodes_stay_deprecated before update on trancodes
  for each row when (old.status = 'deprecated' and new.status <> 'deprecated') execute function refuse_rewriting();

call keep_ledgers_apart('trancodes');
grant select, insert, update (status, updated_at) on trancodes to ledger_app;
