-- What a balance as of a day reads does not grow with history: thirds of months, months and years of an account are kept as
-- sums, and a day of very many entries has marks on its way. Postings behind what is summed, which is nearly all there is, write
-- neither: days are summed once, when an account that has 32 days behind its sums moves on to a later third of a month, and a mark
-- is set every 500 entries. An account that moves once a month has nothing to sum for years.

-- The first day of the third of a month, from the 1st, the 11th or the 21st, behind which nothing is summed yet. What is before it
-- is summed.
alter table account_balances add column open_since date;

-- A row for each third of a month, each month and each year that has entries and ended before the open third. The index holds the sums, so that a reader needs nothing else. Nothing but
-- the triggers below and posting writes them, under the lock of the ledger's head, so they need no foreign key: the rows of
-- their days are there, and hold the account.
create table account_period_balances (
  ledger_id    uuid not null,
  account_id   uuid not null,
  layer        layer not null,
  span         text not null check (span in ('third', 'month', 'year')),
  first_day    date not null,
  debits       numeric not null check (debits >= 0 and debits = trunc(debits)),
  credits      numeric not null check (credits >= 0 and credits = trunc(credits)),
  entry_count  bigint not null check (entry_count >= 0),
  primary key (ledger_id, account_id, layer, span, first_day) include (debits, credits, entry_count)
);

create function first_day_of(span text, day date) returns date language sql immutable parallel safe as $$
  select case span
           when 'third' then day - (date_part('day', day)::integer - 1) + 10 * least((date_part('day', day)::integer - 1) / 10, 2)
           else date_trunc(span, day::timestamp)::date
         end
$$;

-- The sums of an account's day up to a place in posting order: all entries of the day up to that sequence, void ones left
-- out. Each place has all layers of the day, so that what comes behind it is one range of one index.
create table account_day_marks (
  ledger_id    uuid not null,
  account_id   uuid not null,
  day          date not null,
  sequence     bigint not null,
  layer        layer not null,
  debits       numeric not null check (debits >= 0 and debits = trunc(debits)),
  credits      numeric not null check (credits >= 0 and credits = trunc(credits)),
  primary key (ledger_id, account_id, day, sequence, layer)
);

-- The first entries of an account in a later third of a month close what was before it, once that is worth while. Rows of days are
-- born once a day; where none is, this costs one look at nothing, and where some are, one look at each of their accounts: 32 days
-- that are open take 32 days to pass.
create function close_periods() returns trigger language plpgsql as $$
begin
  if not exists (select from inserted i
                  cross join lateral (select from account_balances
                                       where ledger_id = i.ledger_id and account_id = i.account_id and layer = i.layer
                                         and (open_since is null or open_since <= i.day - 32) offset 0) b) then
    return null;
  end if;
  with turned as (
    select w.ledger_id, w.account_id, w.layer, b.open_since, b.row,
           case when b.open_since is null and w.days < 32 then least(w.first, w.last) else w.last end as third,
           first_day_of('month', b.open_since) as was_month, first_day_of('year', b.open_since) as was_year
      from (select ledger_id, account_id, layer, count(*) as days, first_day_of('third', min(day)) as first,
                   -- What lies ahead is not over: were it summed up to there, all that comes meanwhile would come late.
                   first_day_of('third', least(max(day), current_date)) as last
              from inserted group by ledger_id, account_id, layer) w
     cross join lateral (select open_since, ctid as row from account_balances
                          where ledger_id = w.ledger_id and account_id = w.account_id and layer = w.layer offset 0) b
     where b.open_since is null
        or (b.open_since < w.last
            and exists (select from account_day_balances
                         where ledger_id = w.ledger_id and account_id = w.account_id and layer = w.layer
                           and day >= b.open_since and day < w.last
                         order by day offset 31))
  ), opened as (
    update account_balances b set open_since = t.third
      from turned t
     where b.ctid = t.row and b.ledger_id = t.ledger_id
  ), sums as materialized (
    select t.ledger_id, t.account_id, t.layer, first_day_of('third', d.day) as first_day, t.open_since, t.third,
           sum(d.debits) as debits, sum(d.credits) as credits, sum(d.entry_count) as entry_count
      from turned t
     cross join lateral (select day, debits, credits, entry_count from account_day_balances
                          where ledger_id = t.ledger_id and account_id = t.account_id and layer = t.layer
                            and day >= coalesce(t.was_month, '-infinity') and day < t.third offset 0) d
     group by 1, 2, 3, 4, 5, 6
  )
  insert into account_period_balances (ledger_id, account_id, layer, span, first_day, debits, credits, entry_count)
  select ledger_id, account_id, layer, span, first_day_of(span, first_day), sum(debits), sum(credits), sum(entry_count)
    from (select x.ledger_id, x.account_id, x.layer, s.span, x.first_day, x.debits, x.credits, x.entry_count
            from sums x cross join unnest(array['third', 'month', 'year']) as s (span)
           where x.first_day < first_day_of(s.span, x.third) and (s.span <> 'third' or x.open_since is null or x.first_day >= x.open_since)
          union all
          -- Months that were summed before, of the year that is over now.
          select t.ledger_id, t.account_id, t.layer, 'year', m.first_day, m.debits, m.credits, m.entry_count
            from turned t
           cross join lateral (select first_day, debits, credits, entry_count from account_period_balances
                                where ledger_id = t.ledger_id and account_id = t.account_id and layer = t.layer
                                  and span = 'month' and first_day >= t.was_year and first_day < t.was_month offset 0) m
           where t.was_year < first_day_of('year', t.third)) over_now
   group by 1, 2, 3, 4, 5;
  return null;
end $$;

create trigger account_day_balances_close_periods after insert on account_day_balances
  referencing new table as inserted for each statement execute function close_periods();

-- What is effective before the days of an account that are still open, added to the sums of what is over. Posting asks for it
-- where it is so.
create function add_to_sums(ledger uuid, accounts uuid[], layers layer[], days date[], debits numeric[], credits numeric[],
                            entry_counts integer[]) returns void language plpgsql as $$
begin
  insert into account_period_balances as p (ledger_id, account_id, layer, span, first_day, debits, credits, entry_count)
  select ledger, c.account_id, c.layer, s.span, first_day_of(s.span, c.day),
         sum(c.debits), sum(c.credits), sum(c.entry_count)
    from unnest(accounts, layers, days, debits, credits, entry_counts)
         as c (account_id, layer, day, debits, credits, entry_count)
   cross join lateral (select open_since from account_balances
                        where ledger_id = ledger and account_id = c.account_id and layer = c.layer offset 0) b
   cross join unnest(array['third', 'month', 'year']) as s (span)
   where c.day < first_day_of(s.span, b.open_since)
   group by 2, 3, 4, 5
  on conflict (ledger_id, account_id, layer, span, first_day) do update
     set debits = p.debits + excluded.debits,
         credits = p.credits + excluded.credits,
         entry_count = p.entry_count + excluded.entry_count;
end $$;

-- Sets the marks of days that so many entries were just added to, where that took them past 500, or 1000, and so on. Posting asks
-- for it where it may be so.
create function mark_places(ledger uuid, accounts uuid[], days date[], layers layer[], added integer[])
  returns void language plpgsql as $$
begin
  insert into account_day_marks (ledger_id, account_id, day, sequence, layer, debits, credits)
  select ledger, c.account_id, c.day, newest.sequence, d.layer, d.debits, d.credits
    from unnest(accounts, days, layers, added) as c (account_id, day, layer, added)
   cross join lateral (select from account_day_balances
                        where ledger_id = ledger and account_id = c.account_id and layer = c.layer and day = c.day
                          and entry_count % 500 < c.added offset 0) passed
   cross join lateral (select sequence from entries
                        where ledger_id = ledger and account_id = c.account_id and effective_date = c.day
                        order by effective_date desc, sequence desc, position desc limit 1) newest
   cross join unnest(array['settled', 'pending', 'encumbrance']) as l (layer)
   cross join lateral (select layer, debits, credits from account_day_balances
                        where ledger_id = ledger and account_id = c.account_id and layer = l.layer and day = c.day
                       offset 0) d
  on conflict do nothing;
end $$;

-- A void takes its entries out of every sum that holds them.
create function take_void_from_sums() returns trigger language plpgsql as $$
begin
  with taken as (
    select account_id, layer,
           coalesce(sum(amount) filter (where type = 'debit'), 0) as debits,
           coalesce(sum(amount) filter (where type = 'credit'), 0) as credits, count(*) as entry_count
      from entries where ledger_id = new.ledger_id and sequence = new.sequence
     group by account_id, layer
  ), periods as (
    update account_period_balances p
       set debits = p.debits - c.debits, credits = p.credits - c.credits, entry_count = p.entry_count - c.entry_count
      from (select t.*, found.row
              from taken t
             cross join unnest(array['third', 'month', 'year']) as s (span)
             cross join lateral (select ctid from account_period_balances
                                  where ledger_id = new.ledger_id and account_id = t.account_id and layer = t.layer
                                    and span = s.span and first_day = first_day_of(s.span, new.effective_date)
                                 offset 0) as found (row)) c
     where p.ctid = c.row and p.ledger_id = new.ledger_id
  )
  update account_day_marks m
     set debits = m.debits - c.debits, credits = m.credits - c.credits
    from (select t.*, found.row
            from taken t
           cross join lateral (select ctid from account_day_marks
                                where ledger_id = new.ledger_id and account_id = t.account_id and layer = t.layer
                                  and day = new.effective_date and sequence >= new.sequence
                               offset 0) as found (row)) c
   where m.ctid = c.row and m.ledger_id = new.ledger_id;
  return null;
end $$;

create trigger transactions_take_voids_from_sums after update on transactions
  for each row when (old.status <> 'void' and new.status = 'void') execute function take_void_from_sums();

do $$
declare
  plane text;
begin
  foreach plane in array array['account_period_balances', 'account_day_marks'] loop
    execute format('alter table %I enable row level security', plane);
    execute format('alter table %I force row level security', plane);
    execute format(
      'create policy %I on %I using (coalesce(ledger_id = any ((select nullif(current_setting(''ledger.scope'', true), '''')::uuid[])::uuid[]), false))',
      plane || '_in_scope', plane);
  end loop;
end $$;

grant select, insert, update on account_period_balances, account_day_marks to ledger_app;

-- The sums of what was posted before. Row-level security binds the owner too, so every ledger is named.
select set_config('ledger.scope', (select coalesce(array_agg(id), '{}')::text from ledgers), true);

update account_balances b set open_since = latest.third
  from (select ledger_id, account_id, layer, first_day_of('third', max(day)) as third
          from account_day_balances group by ledger_id, account_id, layer) latest
 where b.ledger_id = latest.ledger_id and b.account_id = latest.account_id and b.layer = latest.layer;

insert into account_period_balances (ledger_id, account_id, layer, span, first_day, debits, credits, entry_count)
select d.ledger_id, d.account_id, d.layer, s.span, first_day_of(s.span, d.day),
       sum(d.debits), sum(d.credits), sum(d.entry_count)
  from account_day_balances d
  join account_balances b on b.ledger_id = d.ledger_id and b.account_id = d.account_id and b.layer = d.layer
 cross join unnest(array['third', 'month', 'year']) as s (span)
 where d.day < first_day_of(s.span, b.open_since)
 group by 1, 2, 3, 4, 5;

-- One place for each 500 entries of a day; sums in posting order hold all entries of the sequence that they stand at.
insert into account_day_marks (ledger_id, account_id, day, sequence, layer, debits, credits)
select p.ledger_id, p.account_id, p.day, p.sequence, d.layer,
       coalesce(sum(e.amount) filter (where e.type = 'debit'), 0), coalesce(sum(e.amount) filter (where e.type = 'credit'), 0)
  from (select distinct on (ledger_id, account_id, day, place) *
          from (select e.ledger_id, e.account_id, e.effective_date as day, e.sequence,
                       count(*) over (partition by e.ledger_id, e.account_id, e.effective_date order by e.sequence) / 500
                         as place
                  from entries e
                  join (select ledger_id, account_id, day from account_day_balances
                         group by ledger_id, account_id, day having sum(entry_count) >= 500) many
                    on many.ledger_id = e.ledger_id and many.account_id = e.account_id and many.day = e.effective_date) n
         where place > 0
         order by ledger_id, account_id, day, place, sequence) p
  join account_day_balances d on d.ledger_id = p.ledger_id and d.account_id = p.account_id and d.day = p.day
  left join (entries e join transactions t on t.ledger_id = e.ledger_id and t.id = e.transaction_id and t.status <> 'void')
    on e.ledger_id = p.ledger_id and e.account_id = p.account_id and e.effective_date = p.day and e.layer = d.layer
       and e.sequence <= p.sequence
 group by 1, 2, 3, 4, 5;
