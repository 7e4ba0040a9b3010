-- The ledger plane. `ledger_id` leads every primary, unique and foreign key, so that no row can refer across ledgers and
-- the same schema can be distributed by ledger. Money is a count of minor units: numeric without a scale, never a float.

-- Domains over text, not enums: comparing enums is not leakproof, so under row-level security no index could be searched
-- by one.
create domain account_type as text check (value in ('asset', 'liability', 'equity', 'revenue', 'expense'));
create domain account_category as text check (value in ('system', 'customer'));
create domain entry_type as text check (value in ('debit', 'credit'));
create domain layer as text check (value in ('settled', 'pending', 'encumbrance'));
create domain transaction_status as text check (value in ('pending', 'posted', 'void', 'failed', 'reversed'));

-- One row a ledger. Its lock is the lease of the one writer, the allocator of sequences and the head of the chain in one.
create table ledger_heads (
  ledger_id                  uuid primary key references ledgers,
  -- The last event of the ledger's log.
  last_sequence              bigint not null default 0,
  last_hash                  bytea not null check (octet_length(last_hash) = 33),
  -- The last transaction that took effect; dense on its own, so that a client can see that none is missing.
  last_transaction_sequence  bigint not null default 0
) with (fillfactor = 50);

create table accounts (
  ledger_id               uuid not null references ledgers,
  id                      uuid not null,
  code                    text collate "C" not null check (char_length(code) between 1 and 36),
  name                    text not null check (char_length(name) between 1 and 255),
  type                    account_type not null,
  category                account_category not null,
  normal_balance          entry_type not null,
  parent_id               uuid,
  description             text check (char_length(description) <= 1000),
  is_active               boolean not null default true,
  is_system               boolean not null default false,
  metadata                json,
  enforce_balance_limits  boolean not null default false,
  min_balance             numeric(38, 0),
  max_balance             numeric(38, 0),
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  primary key (ledger_id, id),
  -- Lists go by code, requests name accounts by code.
  unique (ledger_id, code),
  foreign key (ledger_id, parent_id) references accounts (ledger_id, id),
  check (max_balance >= min_balance),
  check (min_balance >= 0 or type = 'liability')
);

-- Children of an account: the hierarchy, the filter by parent, and the check before a deletion.
create index accounts_of_parent on accounts (ledger_id, parent_id, code) where parent_id is not null;

-- Totals of an account and layer: born with the account, so that there is always a row to lock.
create table account_balances (
  ledger_id    uuid not null,
  account_id   uuid not null,
  layer        layer not null,
  debits       numeric not null default 0 check (debits >= 0 and debits = trunc(debits)),
  credits      numeric not null default 0 check (credits >= 0 and credits = trunc(credits)),
  entry_count  bigint not null default 0 check (entry_count >= 0),
  -- Whether balance limits bind this row: kept in step with the account by the guards.
  is_limited   boolean not null default false,
  primary key (ledger_id, account_id, layer),
  foreign key (ledger_id, account_id) references accounts (ledger_id, id) on delete cascade
) with (fillfactor = 50);

-- Debits and credits of one effective day. A balance as of any day is a sum over days, never over entries.
create table account_day_balances (
  ledger_id    uuid not null,
  account_id   uuid not null,
  layer        layer not null,
  day          date not null,
  debits       numeric not null check (debits >= 0 and debits = trunc(debits)),
  credits      numeric not null check (credits >= 0 and credits = trunc(credits)),
  entry_count  integer not null check (entry_count >= 0),
  primary key (ledger_id, account_id, layer, day),
  foreign key (ledger_id, account_id, layer) references account_balances (ledger_id, account_id, layer)
) with (fillfactor = 70);

create table journals (
  ledger_id    uuid not null references ledgers,
  id           uuid not null,
  code         text collate "C" not null check (code ~ '^[A-Za-z0-9._-]{1,50}$'),
  name         text not null check (char_length(name) between 1 and 255),
  description  text check (char_length(description) <= 1000),
  is_closed    boolean not null default false,
  metadata     json,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (ledger_id, id),
  -- Lists go by code; DEFAULT is found by it.
  unique (ledger_id, code)
);

-- Sets group accounts, and other sets, for reporting.
create table account_sets (
  ledger_id    uuid not null references ledgers,
  id           uuid not null,
  code         text collate "C" not null check (code ~ '^[A-Za-z0-9._-]{1,50}$'),
  name         text not null check (char_length(name) between 1 and 255),
  description  text check (char_length(description) <= 1000),
  metadata     json,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (ledger_id, id),
  -- Lists go by code.
  unique (ledger_id, code)
);

create table account_set_members (
  ledger_id       uuid not null,
  account_set_id  uuid not null,
  member_id       uuid not null,
  -- The one of the two that the member is.
  account_id      uuid,
  child_set_id    uuid,
  created_at      timestamptz not null,
  primary key (ledger_id, account_set_id, member_id),
  foreign key (ledger_id, account_set_id) references account_sets (ledger_id, id) on delete cascade,
  foreign key (ledger_id, account_id) references accounts (ledger_id, id),
  foreign key (ledger_id, child_set_id) references account_sets (ledger_id, id) on delete cascade,
  check (member_id = coalesce(account_id, child_set_id)),
  check (num_nonnulls(account_id, child_set_id) = 1)
);

-- The sets an account or a set is in: before it is deleted, and upwards when a set becomes a member.
create index account_set_members_by_member on account_set_members (ledger_id, member_id);
-- The foreign keys' way back.
create index account_set_members_of_account on account_set_members (ledger_id, account_id) where account_id is not null;
create index account_set_members_of_set on account_set_members (ledger_id, child_set_id) where child_set_id is not null;

create table period_locks (
  ledger_id       uuid not null references ledgers,
  id              uuid not null,
  locked_until    date not null,
  reason          text not null check (char_length(reason) <= 1000),
  created_at      timestamptz not null,
  released_at     timestamptz,
  release_reason  text check (char_length(release_reason) <= 1000),
  primary key (ledger_id, id)
);

-- Every posting asks for the latest locked day among the locks in force.
create index period_locks_in_force on period_locks (ledger_id, locked_until) where released_at is null;

-- Tables that traffic grows have no foreign key to `ledgers`: each row would lock the one row of its ledger, which two
-- transactions at a time turn into work without end. Composite keys and row-level security hold them to their ledger.
-- What they refer to is looked up by guards, for all rows of a statement at once: transactions and journals are never
-- deleted, nor is an account that has entries (its day balances hold it), so the row lock that a foreign key takes for each
-- row would protect nothing.

-- The accepted intent: immutable but for its status and what comes with it. No index holds a column that posting changes,
-- so that posting is a HOT update; room for it is kept on the page.
create table transactions (
  ledger_id                    uuid not null,
  id                           uuid not null,
  journal_id                   uuid not null,
  effective_date               date not null,
  layer                        layer not null,
  description                  text not null,
  reference                    text check (char_length(reference) <= 255),
  total_amount                 numeric(38, 0) not null check (total_amount > 0),
  entry_count                  smallint not null check (entry_count between 2 and 100),
  correlation_id               text check (char_length(correlation_id) between 1 and 50),
  correlation_type             text check (char_length(correlation_type) <= 50),
  correlation_source_id        uuid,
  idempotency_key              text check (char_length(idempotency_key) between 1 and 255),
  metadata                     json,
  attributes                   json,
  transaction_code             text,
  transaction_code_version     integer,
  batch_id                     uuid,
  reverses_transaction_id      uuid,
  -- The conversion or transfer it is a leg of: a leg is never undone alone.
  string_operation_id          uuid,
  -- The prefix of the key that sent it.
  accepted_by                  text not null,
  accepted_at                  timestamptz not null,
  status                       transaction_status not null,
  -- Posting order, dense among the transactions of a ledger that took effect.
  sequence                     bigint,
  posted_at                    timestamptz,
  -- The event of the log that posted it or failed it: the way from a transaction to its activity.
  log_sequence                 bigint,
  failure                      json,
  -- What a failed transaction wanted, so that it can still be shown.
  failed_draft                 json,
  void_reason                  text check (char_length(void_reason) <= 255),
  reversed_by_transaction_id   uuid,
  updated_at                   timestamptz not null,
  -- The list goes by acceptance, newest first, and ids are made in that order.
  primary key (ledger_id, id),
  foreign key (ledger_id, correlation_source_id) references transactions (ledger_id, id),
  foreign key (ledger_id, reverses_transaction_id) references transactions (ledger_id, id),
  foreign key (ledger_id, reversed_by_transaction_id) references transactions (ledger_id, id),
  check ((status in ('posted', 'void', 'reversed')) = (sequence is not null)),
  check ((sequence is null) = (posted_at is null)),
  check ((status = 'failed') = (failure is not null))
) with (fillfactor = 85);

-- The correlation listing, and the list's filter by correlation.
create index transactions_by_correlation on transactions (ledger_id, correlation_id, id) where correlation_id is not null;
-- The list's filters by batch and by reference.
create index transactions_of_batch on transactions (ledger_id, batch_id, id) where batch_id is not null;
create index transactions_by_reference on transactions (ledger_id, reference, id) where reference is not null;
-- The foreign key of reversals, and "reversed at most once".
create unique index transactions_reversing on transactions (ledger_id, reverses_transaction_id)
  where reverses_transaction_id is not null;

-- Accepted work that waits for the poster. The primary key is the order of posting; a row is gone once it is decided.
create table posting_queue (
  ledger_id       uuid not null,
  transaction_id  uuid not null,
  -- Set on the members of an atomic batch: they post or fail together.
  atomic_batch_id uuid,
  draft           json not null,
  primary key (ledger_id, transaction_id),
  foreign key (ledger_id, transaction_id) references transactions (ledger_id, id)
);

-- Effects, written once. They exist only for posted work.
create table entries (
  ledger_id       uuid not null,
  -- The posting sequence of the transaction, and the place within it: how a transaction finds its entries.
  sequence        bigint not null,
  position        smallint not null,
  id              uuid not null,
  transaction_id  uuid not null,
  account_id      uuid not null,
  layer           layer not null,
  type            entry_type not null,
  amount          numeric(38, 0) not null check (amount > 0),
  effective_date  date not null,
  description     text,
  metadata        json,
  primary key (ledger_id, sequence, position)
);

-- The entries listing of an account, in its order.
create index entries_of_account on entries (ledger_id, account_id, effective_date, sequence, position);

-- A key is used once in a ledger, whatever for, and lives as long as what it made.
create table idempotency_keys (
  ledger_id    uuid not null,
  key          text not null check (char_length(key) between 1 and 255),
  operation    text not null,
  fingerprint  bytea not null check (octet_length(fingerprint) = 33),
  -- The transaction it made, or the operation's own record.
  made_id      uuid not null,
  primary key (ledger_id, key)
);

-- Every decision in order: posting order, activity log, event feed and proof in one.
create table ledger_log (
  ledger_id       uuid not null,
  sequence        bigint not null,
  type            text not null,
  transaction_id  uuid,
  account_id      uuid,
  -- The prefix of the key, or the name of the operator's tool, that caused it.
  actor           text not null,
  reason          text,
  occurred_at     timestamptz not null,
  -- What the event is about, hashed: the accepted intent with its entries, or the new state of an account or lock.
  content_hash    bytea not null check (octet_length(content_hash) = 33),
  -- sha256 of the hash before it and of this event.
  hash            bytea not null check (octet_length(hash) = 33),
  primary key (ledger_id, sequence)
);

-- Transactions of a rare status, in the order of the transactions list, and all that happened to one transaction later.
create index ledger_log_of_rare_status on ledger_log (ledger_id, type, transaction_id)
  where type <> 'transaction_posted' and transaction_id is not null;
create index ledger_log_of_transaction on ledger_log (ledger_id, transaction_id, sequence)
  where type <> 'transaction_posted' and transaction_id is not null;
-- Activity of a rare type.
create index ledger_log_of_rare_type on ledger_log (ledger_id, type, sequence) where type <> 'transaction_posted';
-- Activity about an account.
create index ledger_log_of_account on ledger_log (ledger_id, account_id, sequence) where account_id is not null;
