-- The books: entries, and balances over time. Totals of an account and layer stand with the chart (0004).

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
  metadata        json
);

-- The entries listing of an account, in its order.
create index entries_of_account on entries (ledger_id, account_id, effective_date, sequence, position);
-- The same by another layer. Work of the settled layer has no row in it.
create index entries_of_rare_layer on entries (ledger_id, account_id, layer, effective_date, sequence, position)
  where layer <> 'settled';
alter table entries add primary key (ledger_id, sequence, position);

call keep_ledgers_apart('entries');
grant select, insert on entries to ledger_app;

create trigger entries_are_written_once before update or delete on entries
  for each row execute function refuse_rewriting();
create trigger entries_are_never_truncated before truncate on entries
  for each statement execute function refuse_rewriting();

-- Double entry: within a transaction and layer, debits equal credits.
create function refuse_unbalanced_entries() returns trigger language plpgsql as $$
declare
  culprit uuid;
begin
  select transaction_id into culprit
    from inserted
   group by ledger_id, transaction_id, layer
  having sum(case type when 'debit' then amount else -amount end) <> 0
   limit 1;
  if found then
    raise exception 'the entries of transaction % do not balance', culprit using errcode = 'LG001';
  end if;
  return null;
end $$;

create trigger entries_balance after insert on entries
  referencing new table as inserted for each statement execute function refuse_unbalanced_entries();

-- Whether all entries are under the sequences of their transactions, on accounts that are there, and none on a clearing account.
-- Every account has a settled balance from birth, which posting has just looked at; the account itself it has not.
call create_question('entries_stand', 'named uuid[], sequences bigint[], named_accounts uuid[]', 'boolean', $$
      $4 = array(select sequence from (select id, coalesce(sequence, 0) as sequence from {transactions}
                                        where ledger_id = $2 and id = any ($3) offset 0) t order by id)
  and (select count(*) from {account_balances} where ledger_id = $2 and account_id = any ($5) and layer = 'settled') = cardinality($5)
  and not exists (select from {accounts} where ledger_id = $2 and id = any ($5)
                     and code like 'STR-%' and is_system and type = 'equity')$$);

-- Entries exist only for posted work of their own ledger, under the sequence it was posted by, and on its accounts; on a
-- clearing account only those of a string operation, or those that undo what was posted before that was so.
create function refuse_entries_of_nothing() returns trigger language plpgsql as $$
declare
  ledger uuid;
  named uuid[];
  sequences bigint[];
  named_accounts uuid[];
  culprit uuid;
begin
  for ledger, named, sequences, named_accounts in
    select i.ledger_id, array_agg(i.transaction_id order by i.transaction_id), array_agg(i.sequence order by i.transaction_id),
           array(select distinct account_id from inserted where ledger_id = i.ledger_id)
      from (select distinct ledger_id, transaction_id, sequence from inserted) i group by i.ledger_id
  loop
    -- All at once, because nearly always all of it is as it should be.
    if entries_stand(tg_table_name, ledger, named, sequences, named_accounts) then
      continue;
    end if;
    select n.id into culprit
      from unnest(named, sequences) as n (id, sequence)
     where not exists (select from transactions t where t.ledger_id = ledger and t.id = n.id and t.sequence = n.sequence) limit 1;
    if found then
      raise exception 'transaction % is not posted under the sequence of its entries', culprit using errcode = 'LG005';
    end if;
    select n.id into culprit
      from unnest(named_accounts) as n (id)
     where not exists (select from accounts a where a.ledger_id = ledger and a.id = n.id) limit 1;
    if found then
      raise exception 'an entry on account %, which the ledger does not have', culprit using errcode = 'LG005';
    end if;
    named_accounts := array(select id from accounts where ledger_id = ledger and id = any (named_accounts)
                               and code like 'STR-%' and is_system and type = 'equity');
    named := array(select distinct transaction_id from inserted
                    where ledger_id = ledger and account_id = any (named_accounts));
    select id into culprit
      from transactions
     where ledger_id = ledger and id = any (named) and num_nonnulls(string_operation_id, undoes_transaction_id) = 0 limit 1;
    if found then
      raise exception 'transaction % is of no string operation and has an entry on a clearing account', culprit
        using errcode = 'LG008';
    end if;
  end loop;
  return null;
end $$;

create trigger entries_are_of_posted_work after insert on entries
  referencing new table as inserted for each statement execute function refuse_entries_of_nothing();

-- What reversals and releases have undone of each entry so far: one row, however many parts a transaction is undone in. An entry
-- of what undoes stands at the position of the entry that it undoes.
create table entries_undone (
  ledger_id  uuid not null,
  -- Of the undone entry.
  sequence   bigint not null,
  position   smallint not null,
  amount     numeric(38, 0) not null check (amount > 0),
  -- What is left of the entries of a transaction.
  primary key (ledger_id, sequence, position)
);

call keep_ledgers_apart('entries_undone');
grant select, insert, update on entries_undone to ledger_app;

-- No more is undone of an entry than there is of it, and nothing that was undone comes back.
call create_question('find_undone_beyond', 'sequences bigint[], positions smallint[], amounts numeric[]', 'text', $$
  (select format('%s of entry %s of the transaction with sequence %s', n.amount, n.position, n.sequence)
     from unnest($3, $4, $5) as n (sequence, position, amount)
    where ((select amount from {entries} where ledger_id = $2 and sequence = n.sequence and position = n.position) >= n.amount) is not true
    limit 1)$$);

create function refuse_undoing_more() returns trigger language plpgsql as $$
declare
  ledger uuid;
  sequences bigint[];
  positions smallint[];
  amounts numeric[];
  culprit text;
begin
  for ledger, sequences, positions, amounts in
    select ledger_id, array_agg(sequence), array_agg(position), array_agg(amount) from written group by ledger_id
  loop
    culprit := find_undone_beyond(tg_table_name, ledger, sequences, positions, amounts);
    if culprit is not null then
      raise exception '% would be undone, which is more than there is of it', culprit using errcode = 'LG011';
    end if;
  end loop;
  return null;
end $$;

create trigger entries_undone_are_left_of_entries after insert on entries_undone
  referencing new table as written for each statement execute function refuse_undoing_more();
create trigger entries_undone_are_still_left_of_entries after update on entries_undone
  referencing new table as written for each statement execute function refuse_undoing_more();
create trigger entries_undone_only_grow before update on entries_undone
  for each row when (
    (old.ledger_id, old.sequence, old.position) is distinct from (new.ledger_id, new.sequence, new.position)
    or new.amount <= old.amount
  ) execute function refuse_rewriting();
create trigger entries_undone_are_never_deleted before delete on entries_undone
  for each row execute function refuse_rewriting();
create trigger entries_undone_are_never_truncated before truncate on entries_undone
  for each statement execute function refuse_rewriting();

-- Debits and credits of one effective day. A balance as of any day is a sum over days, never over entries.
create table account_day_balances (
  ledger_id    uuid not null,
  account_id   uuid not null,
  layer        layer not null,
  day          date not null,
  debits       numeric not null check (debits >= 0 and debits = trunc(debits)),
  credits      numeric not null check (credits >= 0 and credits = trunc(credits)),
  entry_count  integer not null check (entry_count >= 0),
  primary key (ledger_id, account_id, layer, day)
) with (fillfactor = 70);

-- Days hold their account: one that has entries is never deleted. This runs behind the key by which an account's balances go with
-- it, which waits for whoever adds to them: what was added meanwhile is there to be seen.
create function refuse_deleting_account_of_days() returns trigger language plpgsql as $$
begin
  if exists (select from account_day_balances where ledger_id = old.ledger_id and account_id = old.id) then
    raise exception 'account % has entries, so it is not deleted', old.code using errcode = 'LG005';
  end if;
  return null;
end $$;

create trigger accounts_are_held_by_their_days after delete on accounts
  for each row execute function refuse_deleting_account_of_days();
-- Balances go with their account, and in no other way.
create trigger account_balances_go_with_their_account before delete on account_balances
  for each row when (pg_trigger_depth() = 0) execute function refuse_rewriting();
create trigger account_day_balances_stay_what_they_are_of
  before update of ledger_id, account_id, layer, day on account_day_balances
  for each row execute function refuse_rewriting();

-- What a balance as of a day reads does not grow with history: thirds of months, months and years of an account are kept as
-- sums, and a day of very many entries has marks on its way. Postings behind what is summed, which is nearly all there is, write
-- neither: days are summed once, when an account that has 32 days behind its sums moves on to a later third of a month, and a mark
-- is set every 500 entries. An account that moves once a month has nothing to sum for years.

-- A row for each third of a month, each month and each year that has entries and ended before the open third. The index
-- holds the sums, so that a reader needs nothing else. Nothing but the functions below writes them, under the lock of the
-- ledger's head, so they need no foreign key: the rows of their days are there, and hold the account.
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

-- No CASE of a value: where it is inlined into a statement that is sent to another node, it does not survive being written out.
create function first_day_of(span text, day date) returns date language sql immutable parallel safe as $$
  select case
           when span = 'third' then day - (date_part('day', day)::integer - 1) + 10 * least((date_part('day', day)::integer - 1) / 10, 2)
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

-- Debits and credits of the pending layer that hold nothing: those of reversals and releases, from their day on, and those of what
-- they undid, from the later day of the two. What is left of an account's pending debits or credits is what is still held. Only
-- what undoes writes a row, and nothing is ever taken back from one, because neither side can be voided.
create table account_day_undone (
  ledger_id   uuid not null,
  account_id  uuid not null,
  day         date not null,
  debits      numeric not null check (debits >= 0 and debits = trunc(debits)),
  credits     numeric not null check (credits >= 0 and credits = trunc(credits)),
  -- A balance as of a day sums the days of an account up to it.
  primary key (ledger_id, account_id, day)
);

call keep_ledgers_apart('account_day_balances');
call keep_ledgers_apart('account_period_balances');
call keep_ledgers_apart('account_day_marks');
call keep_ledgers_apart('account_day_undone');
grant select, insert, update on account_day_balances, account_period_balances, account_day_marks, account_day_undone
  to ledger_app;

-- Closes what is over of accounts and layers that just got entries on days of which they had none: the first and the last of
-- those days, and how many they are, for each.
create function close_periods_of(ledger uuid, accounts uuid[], layers layer[], firsts date[], lasts date[], counts bigint[])
  returns void language plpgsql as $$
declare
  since date[];
  thirds date[];
begin
  -- Those that move on, since when they were open, and up to where they are closed now. What lies ahead is not over: were it
  -- summed up to there, all that comes meanwhile would come late.
  select array_agg(t.account_id), array_agg(t.layer), array_agg(t.open_since), array_agg(t.third)
    into accounts, layers, since, thirds
    from (select w.account_id, w.layer, b.open_since,
                 case when b.open_since is null and w.days < 32
                      then least(first_day_of('third', w.first), w.last) else w.last end as third
            from (select account_id, layer, first, first_day_of('third', least(last, current_date)) as last, days
                    from unnest(accounts, layers, firsts, lasts, counts) as n (account_id, layer, first, last, days)) w
           cross join lateral (select open_since from account_balances
                                where ledger_id = ledger and account_id = w.account_id and layer = w.layer offset 0) b
           where b.open_since is null
              or (b.open_since < w.last
                  and exists (select from account_day_balances
                               where ledger_id = ledger and account_id = w.account_id and layer = w.layer
                                 and day >= b.open_since and day < w.last
                               order by day offset 31))) t;
  if accounts is null then
    return;
  end if;
  insert into account_period_balances (ledger_id, account_id, layer, span, first_day, debits, credits, entry_count)
  with turned as (
    select account_id, layer, open_since, third,
           first_day_of('month', open_since) as was_month, first_day_of('year', open_since) as was_year
      from unnest(accounts, layers, since, thirds) as t (account_id, layer, open_since, third)
  ), sums as materialized (
    select t.account_id, t.layer, first_day_of('third', d.day) as first_day, t.open_since, t.third,
           sum(d.debits) as debits, sum(d.credits) as credits, sum(d.entry_count) as entry_count
      from turned t
     cross join lateral (select day, debits, credits, entry_count from account_day_balances
                          where ledger_id = ledger and account_id = t.account_id and layer = t.layer
                            and day >= coalesce(t.was_month, '-infinity') and day < t.third offset 0) d
     group by 1, 2, 3, 4, 5
  )
  select ledger, account_id, layer, span, first_day_of(span, first_day), sum(debits), sum(credits), sum(entry_count)
    from (select x.account_id, x.layer, s.span, x.first_day, x.debits, x.credits, x.entry_count
            from sums x cross join unnest(array['third', 'month', 'year']) as s (span)
           where x.first_day < first_day_of(s.span, x.third)
             and (s.span <> 'third' or x.open_since is null or x.first_day >= x.open_since)
          union all
          -- Months that were summed before, of the year that is over now.
          select t.account_id, t.layer, 'year', m.first_day, m.debits, m.credits, m.entry_count
            from turned t
           cross join lateral (select first_day, debits, credits, entry_count from account_period_balances
                                where ledger_id = ledger and account_id = t.account_id and layer = t.layer
                                  and span = 'month' and first_day >= t.was_year and first_day < t.was_month offset 0) m
           where t.was_year < first_day_of('year', t.third)) over_now
   group by 2, 3, 4, 5;
  update account_balances b set open_since = t.third
    from (select w.third, found.row
            from unnest(accounts, layers, thirds) as w (account_id, layer, third)
           cross join lateral (select ctid from account_balances
                                where ledger_id = ledger and account_id = w.account_id and layer = w.layer
                               offset 0) as found (row)) t
   where b.ctid = t.row and b.ledger_id = ledger;
end $$;

-- The first entries of an account in a later third of a month close what was before it, once that is worth while. Rows of days
-- are born once a day; where none is, this costs one look at nothing, and where some are, one look at each of their accounts:
-- 32 days that are open take 32 days to pass. The same look sees that each has the balance that its days are of.
create function close_periods() returns trigger language plpgsql as $$
declare
  ledger uuid;
  accounts uuid[];
  layers layer[];
  firsts date[];
  lasts date[];
  counts bigint[];
  balances bigint;
  is_due boolean;
begin
  for ledger, accounts, layers, firsts, lasts, counts in
    select ledger_id, array_agg(account_id), array_agg(layer), array_agg(first), array_agg(last), array_agg(days)
      from (select ledger_id, account_id, layer, min(day) as first, max(day) as last, count(*) as days
              from inserted group by ledger_id, account_id, layer) w
     group by ledger_id
  loop
    select count(*), bool_or(b.open_since is null or b.open_since <= w.last - 32) into balances, is_due
      from unnest(accounts, layers, lasts) as w (account_id, layer, last)
     cross join lateral (select open_since from account_balances
                          where ledger_id = ledger and account_id = w.account_id and layer = w.layer offset 0) b;
    if balances < cardinality(accounts) then
      raise exception 'a day of one of the accounts %, of which the ledger has no balance', accounts using errcode = 'LG005';
    end if;
    if is_due then
      perform close_periods_of(ledger, accounts, layers, firsts, lasts, counts);
    end if;
  end loop;
  return null;
end $$;

create trigger account_day_balances_close_periods after insert on account_day_balances
  referencing new table as inserted for each statement execute function close_periods();

-- What comes late, before the days of its account that are still open, is added to the sums of what is over. No such day is
-- later than the third of a month that tomorrow is in, whatever today was by the clock that closed what is over: of other days
-- nobody asks. What closes periods runs after it, and sums the days as it finds them.
create function add_late_to_sums() returns trigger language plpgsql as $$
begin
  insert into account_period_balances as p (ledger_id, account_id, layer, span, first_day, debits, credits, entry_count)
  select b.ledger_id, new.account_id, new.layer, s.span, first_day_of(s.span, new.day),
         new.debits - coalesce(old.debits, 0), new.credits - coalesce(old.credits, 0),
         new.entry_count - coalesce(old.entry_count, 0)
    from (select ledger_id, open_since from account_balances
           where ledger_id = new.ledger_id and account_id = new.account_id and layer = new.layer offset 0) b
   cross join unnest(array['third', 'month', 'year']) as s (span)
   where new.day < first_day_of(s.span, b.open_since)
  on conflict (ledger_id, account_id, layer, span, first_day) do update
     set debits = p.debits + excluded.debits,
         credits = p.credits + excluded.credits,
         entry_count = p.entry_count + excluded.entry_count;
  return null;
end $$;

create trigger account_day_balances_begin_late after insert on account_day_balances for each row
  when (new.day < current_date or new.day = current_date and date_part('day', current_date + 1) in (1, 11, 21))
  execute function add_late_to_sums();
create trigger account_day_balances_grow_late after update on account_day_balances for each row
  when (new.entry_count > old.entry_count
        and (new.day < current_date or new.day = current_date and date_part('day', current_date + 1) in (1, 11, 21)))
  execute function add_late_to_sums();

-- Sets a mark, with the sums of all layers, at the newest entry of a day that passes 500 entries, or 1000, and so on.
create function mark_place() returns trigger language plpgsql as $$
begin
  insert into account_day_marks (ledger_id, account_id, day, sequence, layer, debits, credits)
  select d.ledger_id, new.account_id, new.day, newest.sequence, d.layer, d.debits, d.credits
    from (select sequence from entries
           where ledger_id = new.ledger_id and account_id = new.account_id and effective_date = new.day
           order by effective_date desc, sequence desc, position desc limit 1) newest
   cross join unnest(array['settled', 'pending', 'encumbrance']) as l (layer)
   cross join lateral (select ledger_id, layer, debits, credits from account_day_balances
                        where ledger_id = new.ledger_id and account_id = new.account_id and layer = l.layer and day = new.day
                       offset 0) d
  on conflict do nothing;
  return null;
end $$;

create trigger account_day_balances_begin_busy after insert on account_day_balances for each row
  when (new.entry_count >= 500) execute function mark_place();
create trigger account_day_balances_grow_busy after update on account_day_balances for each row
  when (new.entry_count / 500 > old.entry_count / 500) execute function mark_place();

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
