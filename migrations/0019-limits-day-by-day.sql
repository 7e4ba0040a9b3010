-- Limits hold on every day. A posting is judged on its own day and on each later one, by the fold and by the guards below, which follow one
-- rule: no day may end beyond a limit, farther than before. An account whose entries are all on earlier days is judged by its totals alone.

-- Whole months of an account that has very many later days: what a month changes of the settled balance (debits less credits), and the lowest
-- and the highest sum of its changes at the end of one of its days. Only accounts with limits that were once posted to before more than 400
-- later days have such rows, and then one for each month with settled entries.
create table account_months (
  ledger_id   uuid not null,
  account_id  uuid not null,
  -- Its first day.
  month       date not null,
  change      numeric not null,
  low         numeric not null,
  low_day     date not null,
  high        numeric not null,
  high_day    date not null,
  primary key (ledger_id, account_id, month)
);

call keep_ledgers_apart('account_months');
grant select, insert, update, delete on account_months to ledger_app;

-- Whether the account has rows for its months. The settled row alone says so.
alter table account_balances add column keeps_months boolean not null default false;

-- Limits that a transaction passed because its request said so.
create table limits_overridden (
  ledger_id       uuid not null,
  transaction_id  uuid not null,
  account_id      uuid not null,
  limit_name      text not null check (limit_name in ('min_balance', 'max_balance')),
  limit_basis     text not null check (limit_basis in ('settled', 'available')),
  -- The first day that is beyond the limit by it.
  day             date not null,
  -- Major units: the limit as it was, and the balance of that day.
  bound           text not null,
  balance         text not null
);

-- Whether anything of an account was ever let pass.
create index limits_overridden_of_account on limits_overridden (ledger_id, account_id);
alter table limits_overridden add primary key (ledger_id, transaction_id, account_id, limit_name);

call keep_ledgers_apart('limits_overridden');
grant select, insert on limits_overridden to ledger_app;

create trigger limits_overridden_are_written_once before update or delete on limits_overridden
  for each row execute function refuse_rewriting();
create trigger limits_overridden_are_never_truncated before truncate on limits_overridden
  for each statement execute function refuse_rewriting();

-- Until its transaction ends, the guards let pass the accounts of what is written here.
create function let_limits_pass() returns trigger language plpgsql as $$
begin
  perform set_config('ledger.limits_overridden',
                     coalesce(current_setting('ledger.limits_overridden', true), '') || ' ' || new.account_id, true);
  return null;
end $$;

create trigger limits_overridden_let_pass after insert on limits_overridden
  for each row execute function let_limits_pass();

create function is_let_pass(account uuid) returns boolean language sql stable as $$
  select coalesce(current_setting('ledger.limits_overridden', true), '') like '%' || account || '%'
$$;

-- Where the days of an account that changed are kept until its totals change too: a setting of the transaction.
create function changed_days_of(account uuid) returns text language sql immutable as $$
  select 'ledger.days_' || replace(account::text, '-', '')
$$;

-- The guard of limits. It judges what an account comes to behind all its days, and the days that changed before the totals (see below). What
-- writes books writes days first.
create or replace function refuse_balance_beyond_limits() returns trigger language plpgsql as $$
declare
  account record;
  side integer;
  low_before numeric;
  high_before numeric;
  low numeric;
  high numeric;
  takes numeric := 0;
  adds numeric := 0;
  changed text[];
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
    takes := coalesce(case side when 1 then new.held_credits else new.held_debits end, 0)
             - coalesce(case side when 1 then old.held_credits else old.held_debits end, 0);
    adds := coalesce(case side when 1 then new.held_debits else new.held_credits end, 0)
            - coalesce(case side when 1 then old.held_debits else old.held_credits end, 0);
    low_before := low_before - coalesce(case side when 1 then old.held_credits else old.held_debits end, 0);
    low := low - coalesce(case side when 1 then new.held_credits else new.held_debits end, 0);
    high_before := high_before + coalesce(case side when 1 then old.held_debits else old.held_credits end, 0);
    high := high + coalesce(case side when 1 then new.held_debits else new.held_credits end, 0);
  end if;
  if ((low < account.min_balance and low < low_before) or (high > account.max_balance and high > high_before))
     and not is_let_pass(new.account_id) then
    raise exception 'the % balance of account % would pass its limits', account.limit_basis, account.code
      using errcode = 'LG004';
  end if;
  changed := string_to_array(nullif(current_setting(changed_days_of(new.account_id), true), ''), ';');
  if changed is not null then
    perform set_config(changed_days_of(new.account_id), '', true);
    perform judge_days(new.ledger_id, new.account_id, changed[1]::date[], changed[2]::numeric[], nullif(changed[3], '')::date, takes, adds);
  end if;
  return null;
end $$;

-- Sums these months of an account anew.
create function sum_months(ledger uuid, account uuid, months date[]) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into account_months as m (ledger_id, account_id, month, change, low, low_day, high, high_day)
  select ledger, account, month, sum(change), min(running), (array_agg(day order by running, day))[1],
         max(running), (array_agg(day order by running desc, day))[1]
    from (select n.month, d.day, d.change, sum(d.change) over (partition by n.month order by d.day) as running
            from (select distinct month from unnest(months) as u (month)) n
           cross join lateral (select day, debits - credits as change from account_day_balances
                                where ledger_id = ledger and account_id = account and layer = 'settled'
                                  and day >= n.month and day < n.month + interval '1 month' offset 0) d) days
   group by month
  on conflict (ledger_id, account_id, month) do update
     set change = excluded.change, low = excluded.low, low_day = excluded.low_day, high = excluded.high, high_day = excluded.high_day;
end $$;

-- How the settled balance of an account goes on after a day: by days, or by whole months but for those that are named.
create function course_after(ledger uuid, account uuid, since date, by_months boolean, months date[])
  returns table (day date, change numeric, low numeric, high numeric) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select day, debits - credits, debits - credits, debits - credits from account_day_balances
   where ledger_id = ledger and account_id = account and layer = 'settled' and day > since and not by_months
  union all
  select d.day, d.change, d.change, d.change
    from unnest(months) as n (month)
   cross join lateral (select day, debits - credits as change from account_day_balances
                        where ledger_id = ledger and account_id = account and layer = 'settled'
                          and day >= n.month and day < n.month + interval '1 month' and day > since offset 0) d
   where by_months
  union all
  select month, change, low, high from account_months
   where ledger_id = ledger and account_id = account and month > since and month <> all (months) and by_months;
end $$;

-- Judges the days of an account from the first that changed: its settled changes by day, the last day on which pending entries changed, and how
-- much more is held that takes away, and that adds.
create function judge_days(ledger uuid, account uuid, days date[], changes numeric[], pending_day date, takes_more numeric,
                           adds_more numeric) returns void language plpgsql as $$
declare
  bound record;
  first date := least((select min(d) from unnest(days) as n (d)), pending_day);
  months date[] := array(select distinct first_day_of('month', d) from unnest(days || pending_day) as n (d) where d is not null);
  side integer;
  takes numeric := 0;
  adds numeric := 0;
  lowest numeric;
  highest numeric;
  culprit date;
begin
  select a.code, a.limit_basis, a.min_balance, a.max_balance, a.normal_balance, b.debits - b.credits as total, b.keeps_months,
         coalesce(b.held_debits, 0) as held_debits, coalesce(b.held_credits, 0) as held_credits into bound
    from account_balances b
    join accounts a on a.ledger_id = ledger and a.id = account
   where b.ledger_id = ledger and b.account_id = account and b.layer = 'settled';
  side := case bound.normal_balance when 'debit' then 1 else -1 end;
  if bound.limit_basis = 'available' then
    takes := case side when 1 then bound.held_credits else bound.held_debits end;
    adds := case side when 1 then bound.held_debits else bound.held_credits end;
  end if;
  -- Nearly always no day is beyond a limit, whatever changed.
  select min(least(s.settled, s.settled + s.low)), max(greatest(s.settled, s.settled + s.high)) into lowest, highest
    from (select low, high, bound.total - sum(change) over (order by day desc rows unbounded preceding) as settled
            from course_after(ledger, account, first, bound.keeps_months, months)) s;
  if side = -1 then
    select -highest, -lowest into lowest, highest;
  end if;
  if (lowest - takes < bound.min_balance) is not true and (highest + adds > bound.max_balance) is not true then
    return;
  end if;
  -- What is held counts from the last day on which it changed: on an earlier one, another order of the same changes may have been good.
  with stretches as (
    select * from course_after(ledger, account, first, bound.keeps_months, months)
  ), points as (
    select first as day, settled as low, settled as high from (select bound.total - sum(change) as settled from stretches) s
    union all
    select day, settled + low, settled + high
      from (select day, low, high,
                   bound.total - sum(change) over (order by day desc rows unbounded preceding) as settled
              from stretches) s
  ), judged as (
    select p.day, case side when 1 then p.low else -p.high end as low, case side when 1 then p.high else -p.low end as high,
           side * (select coalesce(sum(c.change), 0) from unnest(days, changes) as c (day, change) where c.day <= p.day) as moved,
           pending_day is null or p.day >= pending_day as counts_held
      from points p
  )
  select day into culprit
    from judged
   where low - case when counts_held then takes else 0 end < bound.min_balance
         and moved - case when counts_held then takes_more else 0 end < 0
      or high + case when counts_held then adds else 0 end > bound.max_balance
         and moved + case when counts_held then adds_more else 0 end > 0
   order by day limit 1;
  if found and not is_let_pass(account) then
    raise exception 'the % balance of account % would pass its limits on %', bound.limit_basis, bound.code, culprit
      using errcode = 'LG004';
  end if;
end $$;

-- Keeps the days of an account that changed until its totals change, and sums its months anew. Where nothing is held and no later day has
-- entries, the totals alone decide, and nothing is kept.
create function keep_changed_days(ledger uuid, account uuid, days date[], changes numeric[], pending_day date) returns void
  language plpgsql as $$
declare
  first date := least(days[1], pending_day);
  keeps boolean := (select keeps_months from account_balances
                     where ledger_id = ledger and account_id = account and layer = 'settled');
  before text[];
begin
  if keeps then
    perform sum_months(ledger, account, array(select first_day_of('month', d) from unnest(days) as n (d)));
  end if;
  -- What is held decides about other days too.
  if pending_day is null
     and not exists (select from account_day_balances
                      where ledger_id = ledger and account_id = account and layer = 'settled' and day > first) then
    return;
  end if;
  if not keeps
     and (select count(*) from (select from account_day_balances
                                 where ledger_id = ledger and account_id = account and layer = 'settled' and day > first
                                 limit 401) later) > 400 then
    perform sum_months(ledger, account, array(select distinct first_day_of('month', day) from account_day_balances
                                               where ledger_id = ledger and account_id = account and layer = 'settled'));
    update account_balances set keeps_months = true where ledger_id = ledger and account_id = account and layer = 'settled';
  end if;
  before := string_to_array(nullif(current_setting(changed_days_of(account), true), ''), ';');
  days := before[1]::date[] || days;
  changes := before[2]::numeric[] || changes;
  pending_day := greatest(nullif(before[3], '')::date, pending_day);
  perform set_config(changed_days_of(account),
                     concat_ws(';', coalesce(days::text, '{}'), coalesce(changes::text, '{}'), coalesce(pending_day::text, '')), true);
end $$;

-- The same of those accounts that limits bind.
create function keep_days_of_limited(ledger uuid, accounts uuid[], layers layer[], on_days date[], moved numeric[]) returns void
  language plpgsql as $$
declare
  account uuid;
  days date[];
  changes numeric[];
  pending_day date;
begin
  for account, days, changes, pending_day in
    select n.account_id, array_agg(n.day order by n.day) filter (where n.layer = 'settled'),
           array_agg(n.change order by n.day) filter (where n.layer = 'settled'), max(n.day) filter (where n.layer = 'pending')
      from unnest(accounts, layers, on_days, moved) as n (account_id, layer, day, change)
     where (select b.is_limited from account_balances b
             where b.ledger_id = ledger and b.account_id = n.account_id and b.layer = 'settled')
     group by n.account_id
  loop
    perform keep_changed_days(ledger, account, days, changes, pending_day);
  end loop;
end $$;

-- Tells the guard which days of limited accounts changed. A posting to accounts without limits costs one look at the balance of each.
create function tell_changed_days() returns trigger language plpgsql as $$
declare
  ledger uuid;
  accounts uuid[];
  layers layer[];
  on_days date[];
  moved numeric[];
begin
  if tg_op = 'INSERT' then
    for ledger, accounts, layers, on_days, moved in
      select ledger_id, array_agg(account_id), array_agg(layer), array_agg(day), array_agg(debits - credits)
        from inserted where layer <> 'encumbrance' group by ledger_id
    loop
      perform keep_days_of_limited(ledger, accounts, layers, on_days, moved);
    end loop;
  else
    for ledger, accounts, layers, on_days, moved in
      select i.ledger_id, array_agg(i.account_id), array_agg(i.layer), array_agg(i.day),
             array_agg(i.debits - i.credits - o.debits + o.credits)
        from updated i
        join outdated o on o.ledger_id = i.ledger_id and o.account_id = i.account_id and o.layer = i.layer and o.day = i.day
       where i.layer <> 'encumbrance' group by i.ledger_id
    loop
      perform keep_days_of_limited(ledger, accounts, layers, on_days, moved);
    end loop;
  end if;
  return null;
end $$;

create trigger account_day_balances_tell_begun_days after insert on account_day_balances
  referencing new table as inserted for each statement execute function tell_changed_days();
create trigger account_day_balances_tell_changed_days after update on account_day_balances
  referencing old table as outdated new table as updated for each statement execute function tell_changed_days();

-- An account whose limits are lifted keeps no months: nothing would keep them right.
create or replace function keep_balance_rows() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into account_balances (ledger_id, account_id, layer, is_limited)
    values (new.ledger_id, new.id, 'settled', new.enforce_balance_limits),
           (new.ledger_id, new.id, 'pending', false),
           (new.ledger_id, new.id, 'encumbrance', false);
  else
    update account_balances set is_limited = new.enforce_balance_limits, keeps_months = false
     where ledger_id = new.ledger_id and account_id = new.id and layer = 'settled';
    delete from account_months where ledger_id = new.ledger_id and account_id = new.id;
  end if;
  return null;
end $$;

-- Up to here limits were judged by totals alone, and expired holds were released on the first day that was not locked. What was accepted stays:
-- `ledger verify` tells of accounts that are beyond a limit on some day by it as notes.
alter table ledger_heads add column judged_by_day_after bigint not null default 0;
-- Of all ledgers at once, which the policy that keeps them apart allows nobody.
alter table ledger_heads no force row level security;
update ledger_heads set judged_by_day_after = last_sequence;
alter table ledger_heads force row level security;
