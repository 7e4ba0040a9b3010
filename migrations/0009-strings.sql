-- Strings: named groups of member ledgers, and the conversions and transfers between them.

create table strings (
  id           uuid primary key,
  tenant_id    uuid not null references tenants,
  code         text collate "C" not null check (code ~ '^[A-Za-z0-9_-]{1,50}$'),
  name         text not null check (char_length(name) between 1 and 255),
  description  text check (char_length(description) <= 1000),
  is_active    boolean not null default true,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- Requests name a string by its code; lists go by it.
  unique (tenant_id, code)
);

create table string_members (
  string_id  uuid not null references strings on delete cascade,
  ledger_id  uuid not null references ledgers,
  added_at   timestamptz not null,
  primary key (string_id, ledger_id)
);

-- Rates that an operator sets: one unit of `base` buys `rate` units of `quote`.
create table fx_rates (
  base    text not null check (base ~ '^[A-Z0-9]{1,12}$'),
  quote   text not null check (quote ~ '^[A-Z0-9]{1,12}$'),
  rate    text not null check (rate ~ '^\d+(\.\d+)?$'),
  set_at  timestamptz not null,
  primary key (base, quote)
);

-- What a conversion or transfer was, in the ledger of the key that asked for it: a replay answers from here. The legs
-- stand in two ledgers, so no foreign key can lead to both; `ledger verify` checks that both are there or none.
create table string_operations (
  ledger_id              uuid not null,
  id                     uuid not null,
  operation              text not null check (operation in ('convert', 'transfer')),
  source_ledger_id       uuid not null,
  source_transaction_id  uuid not null,
  target_ledger_id       uuid not null,
  target_transaction_id  uuid not null,
  -- The string, the amounts, and the rate with its source and time, as they were decided.
  record                 json not null,
  created_at             timestamptz not null,
  primary key (ledger_id, id)
);

create trigger string_operations_are_written_once before update or delete on string_operations
  for each row execute function refuse_rewriting();
create trigger string_operations_are_never_truncated before truncate on string_operations
  for each statement execute function refuse_rewriting();

call keep_ledgers_apart('string_operations');

grant select, insert, update on strings, fx_rates to ledger_app;
grant select, insert, delete on string_members to ledger_app;
grant select, insert on string_operations to ledger_app;
