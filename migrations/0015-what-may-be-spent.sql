-- What may be spent, whose accounts clearing accounts are, and two guards that follow decisions about limits and currencies.

-- A balance that is beyond a limit already may come nearer to it: what is refused is to pass a limit, or to go further.
create or replace function refuse_balance_beyond_limits() returns trigger language plpgsql as $$
declare
  account record;
  before numeric;
  balance numeric;
begin
  select a.code, a.normal_balance, a.min_balance, a.max_balance into account
    from accounts a
   where a.ledger_id = new.ledger_id and a.id = new.account_id and a.enforce_balance_limits;
  if not found then
    return null;
  end if;
  before := case account.normal_balance when 'debit' then old.debits - old.credits else old.credits - old.debits end;
  balance := case account.normal_balance when 'debit' then new.debits - new.credits else new.credits - new.debits end;
  if (balance < account.min_balance and balance < before) or (balance > account.max_balance and balance > before) then
    raise exception 'the settled balance of account % would pass its limits', account.code using errcode = 'LG004';
  end if;
  return null;
end $$;

-- Debits and credits of the pending layer that hold nothing: those of reversals, from their day on, and those of what they
-- undid, from the later day of the two. What is left of an account's pending debits or credits is what is still held. Only
-- a reversal writes a row, and nothing is ever taken back from one, because neither side of a reversal can be voided.
create table account_day_undone (
  ledger_id   uuid not null,
  account_id  uuid not null,
  day         date not null,
  debits      numeric not null check (debits >= 0 and debits = trunc(debits)),
  credits     numeric not null check (credits >= 0 and credits = trunc(credits)),
  -- A balance as of a day sums the days of an account up to it.
  primary key (ledger_id, account_id, day)
);

alter table account_day_undone enable row level security;
alter table account_day_undone force row level security;
create policy account_day_undone_in_scope on account_day_undone
  using (coalesce(ledger_id = any ((select nullif(current_setting('ledger.scope', true), '')::uuid[])::uuid[]), false));

grant select, insert, update on account_day_undone to ledger_app;

-- Works one reversed transaction out: asked by the trigger below, and once for what was reversed before.
create function undone_by_reversal(ledger uuid, reversed uuid)
  returns table (account_id uuid, day date, debits numeric, credits numeric) language sql stable as $$
  select e.account_id, e.day,
         coalesce(sum(e.amount) filter (where e.type = 'debit'), 0),
         coalesce(sum(e.amount) filter (where e.type = 'credit'), 0)
    from transactions o
   cross join lateral (select sequence, effective_date from transactions
                        where ledger_id = ledger and id = o.reversed_by_transaction_id offset 0) r
   cross join lateral (select u.account_id, greatest(o.effective_date, r.effective_date) as day, u.type, u.amount
                         from entries u
                        where u.ledger_id = ledger and u.sequence = o.sequence and u.layer = 'pending'
                        union all
                       select u.account_id, r.effective_date, u.type, u.amount
                         from entries u
                        where u.ledger_id = ledger and u.sequence = r.sequence and u.layer = 'pending') e
   where o.ledger_id = ledger and o.id = reversed
   group by e.account_id, e.day
$$;

create function keep_what_is_undone() returns trigger language plpgsql as $$
begin
  insert into account_day_undone as u (ledger_id, account_id, day, debits, credits)
  select new.ledger_id, e.account_id, e.day, e.debits, e.credits
    from undone_by_reversal(new.ledger_id, new.id) e
  on conflict (ledger_id, account_id, day) do update
     set debits = u.debits + excluded.debits, credits = u.credits + excluded.credits;
  return null;
end $$;

-- Costs what is never reversed nothing.
create trigger transactions_give_back_what_they_held after update on transactions
  for each row when (old.status = 'posted' and new.status = 'reversed') execute function keep_what_is_undone();

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

-- The clearing accounts, which are few: whether any of a hundred accounts is one is a hundred looks at next to nothing.
create index accounts_for_clearing on accounts (ledger_id, id) where code like 'STR-%' and is_system and type = 'equity';

-- Entries exist only for posted work of their own ledger, under the sequence it was posted by, and on its accounts; on a
-- clearing account only those of a string operation, or those that undo what was posted before that was so. The look-ups go
-- row by row into the primary key, whatever the planner thinks of the size of the table.
create or replace function refuse_entries_of_nothing() returns trigger language plpgsql as $$
declare
  culprit uuid;
  is_there boolean;
begin
  select i.account_id, a.id is not null into culprit, is_there
    from (select distinct ledger_id, account_id from inserted) i
    left join lateral (select a.id from accounts a
                        where a.ledger_id = i.ledger_id and a.id = i.account_id offset 0) a on true
    left join lateral (select a.id from accounts a
                        where a.ledger_id = i.ledger_id and a.id = i.account_id
                          and a.code like 'STR-%' and a.is_system and a.type = 'equity' offset 0) clearing on true
   where a.id is null or clearing.id is not null
   order by a.id nulls first
   limit 1;
  if found and not is_there then
    raise exception 'an entry on account %, which the ledger does not have', culprit using errcode = 'LG005';
  end if;
  if found then
    select i.account_id into culprit
      from inserted i
     cross join lateral (select from accounts a
                          where a.ledger_id = i.ledger_id and a.id = i.account_id
                            and a.code like 'STR-%' and a.is_system and a.type = 'equity' offset 0) a
     cross join lateral (select from transactions t
                          where t.ledger_id = i.ledger_id and t.id = i.transaction_id
                            and num_nonnulls(t.string_operation_id, t.reverses_transaction_id) = 0 offset 0) t
     limit 1;
    if found then
      raise exception 'an entry on the clearing account % that is of no string operation', culprit using errcode = 'LG008';
    end if;
  end if;
  select i.transaction_id into culprit
    from (select distinct ledger_id, transaction_id, sequence from inserted) i
    left join lateral (select t.sequence from transactions t
                        where t.ledger_id = i.ledger_id and t.id = i.transaction_id offset 0) t on true
   where t.sequence is distinct from i.sequence
   limit 1;
  if found then
    raise exception 'transaction % is not posted under the sequence of its entries', culprit using errcode = 'LG005';
  end if;
  return null;
end $$;

-- What amounts count is fixed by the first transaction. A ledger that this session may not see has some, for all it knows.
create function refuse_another_currency() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_heads where ledger_id = new.id)
     or exists (select from transactions where ledger_id = new.id) then
    raise exception 'the currency of ledger % cannot change any more', new.code using errcode = 'LG009';
  end if;
  return new;
end $$;

create trigger ledgers_keep_their_currency before update on ledgers
  for each row when (
    (old.currency, old.currency_type, old.storage_decimals, old.display_decimals) is distinct from
    (new.currency, new.currency_type, new.storage_decimals, new.display_decimals)
  ) execute function refuse_another_currency();

-- What was reversed before. Row-level security binds the owner too, so every ledger is named.
select set_config('ledger.scope', (select coalesce(array_agg(id), '{}')::text from ledgers), true);
insert into account_day_undone (ledger_id, account_id, day, debits, credits)
select t.ledger_id, u.account_id, u.day, sum(u.debits), sum(u.credits)
  from transactions t
 cross join lateral undone_by_reversal(t.ledger_id, t.id) u
 where t.status = 'reversed'
 group by t.ledger_id, u.account_id, u.day;
