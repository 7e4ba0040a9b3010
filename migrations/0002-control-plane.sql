-- The control plane: small, cold, one for all nodes. Nothing here grows with traffic, and no table of the ledger plane refers
-- to it: a ledger is never deleted, and its rows may live on another node.

create table tenants (
  id          uuid primary key,
  name        text not null check (char_length(name) between 1 and 255),
  created_at  timestamptz not null
);

create table ledgers (
  id                uuid primary key,
  tenant_id         uuid not null references tenants,
  code              text collate "C" not null check (code ~ '^[A-Za-z0-9._-]{1,50}$'),
  name              text not null check (char_length(name) between 1 and 255),
  currency          text not null check (currency ~ '^[A-Z0-9]{1,12}$'),
  currency_type     text not null check (currency_type in ('fiat', 'crypto')),
  storage_decimals  smallint not null check (storage_decimals between 0 and 18),
  display_decimals  smallint not null check (display_decimals between 0 and storage_decimals),
  is_active         boolean not null default true,
  metadata          json,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  -- Operators name a ledger by its code.
  unique (tenant_id, code)
);

create table api_keys (
  id                     uuid primary key,
  tenant_id              uuid not null references tenants,
  ledger_id              uuid not null references ledgers,
  -- What never changes about the ledger, so that a request learns it with its key.
  currency               text not null,
  storage_decimals       smallint not null,
  display_decimals       smallint not null,
  -- Every request finds its key by the prefix.
  prefix                 text not null unique check (prefix ~ '^[a-z0-9]{12}$'),
  secret_hash            bytea not null check (octet_length(secret_hash) = 32),
  name                   text check (char_length(name) <= 255),
  scopes                 text[] not null check (scopes <@ array['read', 'post', 'undo', 'chart', 'admin'] and scopes <> '{}'),
  capabilities           text[] not null default '{}',
  rate_limit_per_second  integer not null default 10 check (rate_limit_per_second between 1 and 1000000),
  is_active              boolean not null default true,
  expires_at             timestamptz,
  last_used_at           timestamptz,
  created_at             timestamptz not null,
  revoked_at             timestamptz
);

-- Keys of a ledger, as `keys list` prints them.
create index api_keys_of_ledger on api_keys (ledger_id, created_at);

-- One random secret an installation, made at the first migration: it signs cursors and keys the hashes of API keys,
-- together with LEDGER_KEY_PEPPER, which lives outside the database.
create table installation (
  singleton   boolean primary key default true check (singleton),
  secret      bytea not null check (octet_length(secret) = 32),
  created_at  timestamptz not null default now()
);
insert into installation (secret)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

grant select, insert, update on tenants, ledgers, api_keys to ledger_app;
grant select on installation to ledger_app;
