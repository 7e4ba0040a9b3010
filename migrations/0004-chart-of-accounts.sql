-- The chart: accounts with their totals, journals, account sets and period locks.

create table accounts (
  ledger_id               uuid not null,
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
  -- What limits bind: the settled balance, or what is available of it and what it would be with all that is pending.
  limit_basis             text not null default 'settled' check (limit_basis in ('settled', 'available')),
  min_balance             numeric(38, 0),
  max_balance             numeric(38, 0),
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  -- Lists go by code, requests name accounts by code.
  unique (ledger_id, code),
  check (max_balance >= min_balance),
  check (min_balance >= 0 or type = 'liability')
);

-- Children of an account: the hierarchy, the filter by parent, and the check before a deletion.
create index accounts_of_parent on accounts (ledger_id, parent_id, code) where parent_id is not null;
-- The clearing accounts, which are few: whether any of a hundred accounts is one is a look at next to nothing.
create index accounts_for_clearing on accounts (ledger_id, id) where code like 'STR-%' and is_system and type = 'equity';
alter table accounts add primary key (ledger_id, id);
alter table accounts add foreign key (ledger_id, parent_id) references accounts (ledger_id, id);

call keep_ledgers_apart('accounts');
grant select, insert, update, delete on accounts to ledger_app;

-- Totals of an account and layer: born with the account, so that there is always a row to lock.
create table account_balances (
  ledger_id       uuid not null,
  account_id      uuid not null,
  layer           layer not null,
  debits          numeric not null default 0 check (debits >= 0 and debits = trunc(debits)),
  credits         numeric not null default 0 check (credits >= 0 and credits = trunc(credits)),
  entry_count     bigint not null default 0 check (entry_count >= 0),
  -- Whether balance limits bind this row: kept in step with the account by the guards.
  is_limited      boolean not null default false,
  -- The first day of the third of a month, from the 1st, the 11th or the 21st, behind which nothing is summed yet. What is
  -- before it is summed (see account_period_balances).
  open_since      date,
  -- Of the settled layer, where anything was ever pending: what is left of pending debits and credits, on whatever day (see
  -- account_day_undone). Never less than nothing: a check would be asked of what is added, which may be less, so that a
  -- trigger below keeps it.
  held_debits     numeric check (held_debits is null or layer = 'settled'),
  held_credits    numeric check (held_credits is null or layer = 'settled'),
  primary key (ledger_id, account_id, layer),
  foreign key (ledger_id, account_id) references accounts (ledger_id, id) on delete cascade
) with (fillfactor = 50);

call keep_ledgers_apart('account_balances');
grant select, insert, update on account_balances to ledger_app;

-- Every account has one balance row a layer from birth; the settled one knows whether limits bind it, so that the check
-- below costs nothing on all the others.
create function keep_balance_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into account_balances (ledger_id, account_id, layer, is_limited)
    values (new.ledger_id, new.id, 'settled', new.enforce_balance_limits),
           (new.ledger_id, new.id, 'pending', false),
           (new.ledger_id, new.id, 'encumbrance', false);
  else
    update account_balances set is_limited = new.enforce_balance_limits
     where ledger_id = new.ledger_id and account_id = new.id and layer = 'settled';
  end if;
  return null;
end $$;

create trigger accounts_are_born_with_balances after insert on accounts
  for each row execute function keep_balance_rows();
create trigger accounts_arm_their_limits after update of enforce_balance_limits on accounts
  for each row when (old.enforce_balance_limits <> new.enforce_balance_limits) execute function keep_balance_rows();

-- Balance limits are kept after each posting: both of the settled balance, or on the basis of what is available min_balance of
-- what pending entries leave and max_balance of what they would make of it. What is beyond a limit already may come nearer to
-- it: what is refused is to pass a limit, or to go further.
create function refuse_balance_beyond_limits() returns trigger language plpgsql as $$
declare
  account record;
  side integer;
  low_before numeric;
  high_before numeric;
  low numeric;
  high numeric;
begin
  if new.held_debits < 0 or new.held_credits < 0 then
    raise exception 'account % would give back more than it holds', new.account_id using errcode = 'LG004';
  end if;
  select a.code, a.normal_balance, a.limit_basis, a.min_balance, a.max_balance into account
    from accounts a
   where a.ledger_id = new.ledger_id and a.id = new.account_id and a.enforce_balance_limits;
  if not found then
    return null;
  end if;
  side := case account.normal_balance when 'debit' then 1 else -1 end;
  low_before := side * (old.debits - old.credits);
  low := side * (new.debits - new.credits);
  high_before := low_before;
  high := low;
  if account.limit_basis = 'available' then
    low_before := low_before - coalesce(case side when 1 then old.held_credits else old.held_debits end, 0);
    low := low - coalesce(case side when 1 then new.held_credits else new.held_debits end, 0);
    high_before := high_before + coalesce(case side when 1 then old.held_debits else old.held_credits end, 0);
    high := high + coalesce(case side when 1 then new.held_debits else new.held_credits end, 0);
  end if;
  if (low < account.min_balance and low < low_before) or (high > account.max_balance and high > high_before) then
    raise exception 'the % balance of account % would pass its limits', account.limit_basis, account.code
      using errcode = 'LG004';
  end if;
  return null;
end $$;

create trigger account_balances_keep_limits after update of debits, credits, held_debits, held_credits on account_balances
  for each row when (new.is_limited or new.held_debits < 0 or new.held_credits < 0)
  execute function refuse_balance_beyond_limits();

-- Codes that begin with STR- belong to the accounts on the other side of conversions and transfers, the clearing accounts.
create function refuse_reserved_account() returns trigger language plpgsql as $$
begin
  raise exception 'account % is reserved: a code that begins with STR- is that of a clearing account, which keeps it', new.code
    using errcode = 'LG008';
end $$;

create trigger accounts_open_no_reserved_code before insert on accounts
  for each row when (new.code like 'STR-%' and not (new.is_system and new.type = 'equity'))
  execute function refuse_reserved_account();
create trigger accounts_keep_reserved_codes before update on accounts
  for each row when (
    (new.code like 'STR-%' and old.code <> new.code)
    or (old.code like 'STR-%' and old.is_system and old.type = 'equity'
        and ((old.code, old.is_system, old.type) is distinct from (new.code, new.is_system, new.type)
             or (old.is_active and not new.is_active)))
  ) execute function refuse_reserved_account();

-- Failed work names accounts that nothing keeps from being deleted: they are remembered by what they were called.
create table deleted_accounts (
  ledger_id   uuid not null,
  id          uuid not null,
  code        text collate "C" not null check (char_length(code) between 1 and 36),
  name        text not null check (char_length(name) between 1 and 255),
  deleted_at  timestamptz not null,
  primary key (ledger_id, id)
);

create trigger deleted_accounts_are_written_once before update or delete on deleted_accounts
  for each row execute function refuse_rewriting();
create trigger deleted_accounts_are_never_truncated before truncate on deleted_accounts
  for each statement execute function refuse_rewriting();

call keep_ledgers_apart('deleted_accounts');
grant select, insert on deleted_accounts to ledger_app;

create table journals (
  ledger_id    uuid not null,
  id           uuid not null,
  code         text collate "C" not null check (code ~ '^[A-Za-z0-9._-]{1,50}$'),
  name         text not null check (char_length(name) between 1 and 255),
  description  text check (char_length(description) <= 1000),
  is_closed    boolean not null default false,
  metadata     json,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- Lists go by code; DEFAULT is found by it.
  unique (ledger_id, code)
);
alter table journals add primary key (ledger_id, id);

create trigger journals_are_never_deleted before delete on journals
  for each row execute function refuse_rewriting();
create trigger journals_are_never_truncated before truncate on journals
  for each statement execute function refuse_rewriting();

call keep_ledgers_apart('journals');
grant select, insert, update on journals to ledger_app;

-- Sets group accounts, and other sets, for reporting.
create table account_sets (
  ledger_id    uuid not null,
  id           uuid not null,
  code         text collate "C" not null check (code ~ '^[A-Za-z0-9._-]{1,50}$'),
  name         text not null check (char_length(name) between 1 and 255),
  description  text check (char_length(description) <= 1000),
  metadata     json,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- Lists go by code.
  unique (ledger_id, code)
);
alter table account_sets add primary key (ledger_id, id);

create table account_set_members (
  ledger_id       uuid not null,
  account_set_id  uuid not null,
  member_id       uuid not null,
  -- The one of the two that the member is.
  account_id      uuid,
  child_set_id    uuid,
  created_at      timestamptz not null,
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
alter table account_set_members add primary key (ledger_id, account_set_id, member_id);

call keep_ledgers_apart('account_sets');
call keep_ledgers_apart('account_set_members');
grant select, insert, update, delete on account_sets, account_set_members to ledger_app;

create table period_locks (
  ledger_id       uuid not null,
  id              uuid not null,
  locked_until    date not null,
  reason          text not null check (char_length(reason) <= 1000),
  created_at      timestamptz not null,
  released_at     timestamptz,
  release_reason  text check (char_length(release_reason) <= 1000)
);

-- Every posting asks for the latest locked day among the locks in force.
create index period_locks_in_force on period_locks (ledger_id, locked_until) where released_at is null;
alter table period_locks add primary key (ledger_id, id);

call keep_ledgers_apart('period_locks');
grant select, insert, update on period_locks to ledger_app;
