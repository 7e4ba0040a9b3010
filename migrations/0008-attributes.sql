-- Attributes: which keys a tenant uses, whether others may come up by themselves, and the index that finds transactions.

-- One row a tenant. What is written by its rules holds it shared until the transactions are committed; what changes the
-- rules, or brings up a new key, holds it alone.
create table attribute_settings (
  tenant_id    uuid primary key references tenants,
  strict_mode  boolean not null default false,
  -- Goes up with every change of settings or definitions: what a process keeps of the rules is good for one version.
  version      bigint not null default 0,
  updated_at   timestamptz not null
);

-- Holds the rules of a tenant until the transaction ends. The row's lock decides; it is taken before any lock of a ledger. An
-- unending stream of those who share it would keep out for ever who wants it alone: the advisory lock before it makes all of
-- them queue in the order in which they came.
create function lock_attribute_rules(tenant uuid, alone boolean default true) returns bigint language plpgsql as $$
declare
  held bigint;
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('attributes ' || tenant, 0));
    select version into held from attribute_settings where tenant_id = tenant for no key update;
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('attributes ' || tenant, 0));
    select version into held from attribute_settings where tenant_id = tenant for share;
  end if;
  if not found then
    -- Nothing can be locked that is not there yet. It lasts if this transaction does.
    insert into attribute_settings (tenant_id, updated_at) values (tenant, now()) on conflict do nothing;
    return lock_attribute_rules(tenant, alone);
  end if;
  return held;
end $$;

-- The rules of a tenant, held for a write that was judged by that version of them; other rules refuse it.
create function hold_attribute_rules(tenant uuid, judged_by bigint, alone boolean) returns void language plpgsql as $$
begin
  if lock_attribute_rules(tenant, alone) <> judged_by then
    raise exception 'the attribute rules have changed since this was judged' using errcode = 'LG010';
  end if;
end $$;

-- Off; wanted, while older transactions are still being gone through; ready to be searched by.
create domain attribute_index_state as text check (value in ('off', 'building', 'ready'));

create table attribute_definitions (
  -- The row whose lock guards the number of keys.
  tenant_id    uuid not null references attribute_settings,
  key          text collate "C" not null check (char_length(key) <= 64 and key ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$'),
  id           uuid not null,
  label        text check (char_length(label) <= 255),
  index_state  attribute_index_state not null default 'off',
  -- How many times the index was turned on: what was begun for an earlier time does not count for a later one.
  index_round  integer not null default 0,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- Requests name a definition by its key; the list goes by it.
  primary key (tenant_id, key)
);

-- Declares the keys that a write brings up. Needs the rules alone.
create function declare_attributes(tenant uuid, declared_ids uuid[], declared_keys text[], at timestamptz) returns void
  language plpgsql as $$
begin
  insert into attribute_definitions (tenant_id, id, key, created_at, updated_at)
  select tenant, d.id, d.key, at, at from unnest(declared_ids, declared_keys) as d (id, key);
  update attribute_settings set version = version + 1, updated_at = at where tenant_id = tenant;
end $$;

-- The keys that want to be indexed, asked for every second by every worker.
create index attribute_definitions_building on attribute_definitions (tenant_id, key) where index_state = 'building';

-- The attributes of indexed keys, written with their transaction, or later for those that were there before. The primary
-- key is the search: transactions of one value, in the order of the transactions list.
create table transaction_attributes (
  ledger_id       uuid not null,
  key             text collate "C" not null check (char_length(key) <= 64),
  value           text collate "C" not null check (char_length(value) <= 128),
  transaction_id  uuid not null,
  primary key (ledger_id, key, value, transaction_id)
);

create trigger transaction_attributes_are_of_their_ledger after insert on transaction_attributes
  referencing new table as inserted for each statement execute function refuse_what_names_no_transaction();
create trigger transaction_attributes_are_written_once before update or delete on transaction_attributes
  for each row execute function refuse_rewriting();
create trigger transaction_attributes_are_never_truncated before truncate on transaction_attributes
  for each statement execute function refuse_rewriting();

-- How far older transactions of a ledger are gone through for one key. What is written by the rules of before has committed when
-- a key is turned on, because each write holds its rules: all that is older is there to be read.
create table attribute_backfills (
  ledger_id  uuid not null,
  key        text collate "C" not null check (char_length(key) <= 64),
  round      integer not null,
  -- The last transaction that was looked at.
  position   uuid not null default '00000000-0000-0000-0000-000000000000',
  is_done    boolean not null default false,
  primary key (ledger_id, key)
) with (fillfactor = 50);

-- How many transactions of a ledger were posted with a key: as many rows as keys are in use, whatever the traffic.
create table attribute_usage (
  ledger_id  uuid not null,
  key        text collate "C" not null check (char_length(key) <= 64),
  posted     bigint not null check (posted > 0),
  primary key (ledger_id, key)
) with (fillfactor = 50);

-- Counted where a status becomes `posted`, which happens once to a transaction; once for each statement, and only under
-- the lock of the ledger's head, so that no two ever wait for each other here. What is undone in part was counted before.
create function count_attribute_use() returns trigger language plpgsql as $$
declare
  used record;
begin
  for used in
    select p.ledger_id, k.key, count(*) as times
      from changed p
     cross join lateral json_object_keys(p.attributes) as k (key)
     where p.status = 'posted' and p.undone_by_transaction_id is null and p.attributes is not null
     group by p.ledger_id, k.key
  loop
    insert into attribute_usage as u (ledger_id, key, posted) values (used.ledger_id, used.key, used.times)
    on conflict (ledger_id, key) do update set posted = u.posted + excluded.posted;
  end loop;
  return null;
end $$;

create trigger transactions_count_attribute_use after update on transactions
  referencing new table as changed for each statement execute function count_attribute_use();
create trigger transactions_born_posted_count_attribute_use after insert on transactions
  referencing new table as changed for each statement execute function count_attribute_use();

grant select, insert, update on attribute_settings, attribute_definitions, attribute_backfills, attribute_usage
  to ledger_app;
grant select, insert on transaction_attributes to ledger_app;

call keep_ledgers_apart('transaction_attributes');
call keep_ledgers_apart('attribute_backfills');
call keep_ledgers_apart('attribute_usage');

do $$
begin
  execute format('create policy attribute_usage_for_counting on attribute_usage for select to %I using (true)', current_user);
end $$;

-- The catalog belongs to a tenant, its use to the tenant's ledgers: the function below runs as its owner and gives away
-- sums and nothing else.
create function attribute_usage_of(tenant uuid, keys text[]) returns table (key text, posted numeric)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  owned uuid[] := array(select id from ledgers where tenant_id = tenant);
begin
  return query
    select u.key, sum(u.posted) from attribute_usage u
     where u.ledger_id = any (owned) and u.key = any (keys)
     group by u.key;
end $$;

revoke all on function attribute_usage_of(uuid, text[]) from public;
grant execute on function attribute_usage_of(uuid, text[]) to ledger_app;
