-- People: operators, the links that invite them, their sessions, and what failed to sign in. Control plane: small, of no ledger.

create table operators (
  id             uuid primary key,
  -- Null: of every tenant.
  tenant_id      uuid references tenants,
  -- A person signs in with it, however it is written: it is kept in lower case, which makes it unique by lower(email).
  email          text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  name           text not null check (char_length(name) between 1 and 255),
  role           text not null check (role in ('viewer', 'bookkeeper', 'admin')),
  is_active      boolean not null default true,
  -- Null until the person has set one. With its parameters in front: tests/unit/access/passwords has the format.
  password_hash  text check (char_length(password_hash) <= 200),
  -- Sampled, as of API keys.
  last_seen_at   timestamptz,
  created_at     timestamptz not null
);

-- Operators of a tenant, in the order in which they were made, which is that of their ids.
create index operators_of_tenant on operators (tenant_id, id);

-- One open link for each operator: a new one takes the place of the one before.
create table invitations (
  operator_id  uuid primary key references operators,
  -- SHA-256 of the token, which is in the link alone. The link is found by it.
  token_hash   text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at   timestamptz not null,
  expires_at   timestamptz not null
);

-- A session that has ended has no row.
create table sessions (
  id           uuid primary key,
  -- SHA-256 of the token, which is in the cookie alone. Every request of a person finds its session by it.
  token_hash   text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  operator_id  uuid not null references operators,
  created_at   timestamptz not null,
  -- Sampled: up to a minute early.
  seen_at      timestamptz not null,
  expires_at   timestamptz not null
);

-- All of an operator are ended together, and beyond so many the oldest are.
create index sessions_of_operator on sessions (operator_id, created_at);
-- What is over is removed as others begin.
create index sessions_by_end on sessions (expires_at);

-- Sign-ins that failed, by whom they are counted against: of each subject the first of a window, and how many since.
create table sign_in_failures (
  -- A hash: what is typed where an e-mail is asked for may be a password.
  subject       text primary key check (subject ~ '^[0-9a-f]{64}$'),
  window_start  timestamptz not null,
  count         integer not null check (count >= 0)
);

-- Windows that are over are removed as others begin.
create index sign_in_failures_by_window on sign_in_failures (window_start);

grant select, insert, update on operators to ledger_app;
grant select, insert, update, delete on invitations, sessions, sign_in_failures to ledger_app;
