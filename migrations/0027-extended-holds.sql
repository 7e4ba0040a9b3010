-- An open hold may be raised, and its end may be moved. An extension that raises it is a transaction that names the hold as a release does
-- (`undoes_transaction_id`), and adds to its entries instead of taking from them: each of its entries has the side and the position of the
-- entry of the hold that it adds to. What was accepted of the hold never changes; the row adds up what became of it.
alter table transactions add column extended_amount numeric(38, 0)
  check (extended_amount is null or (extended_amount > 0 and layer <> 'settled'));
-- The day of the latest extension that raised it: what ends it is not dated before.
alter table transactions add column extended_on date check ((extended_on is null) = (extended_amount is null));
-- Whether its end was moved, and where to; null for never.
alter table transactions add column end_moved boolean check (end_moved is null or (end_moved and layer <> 'settled'));
alter table transactions add column moved_end timestamptz check (moved_end is null or end_moved);

-- What is left of a hold counts what it was extended by: the checks and the state that say so are made anew.
do $$
declare
  stale text;
begin
  for stale in
    select conname from pg_constraint
     where conrelid = 'transactions'::regclass and contype = 'c'
       and (pg_get_constraintdef(oid) like '%undoes_transaction_id IS NULL%'
            or pg_get_constraintdef(oid) like '%released_amount%total_amount%'
            or pg_get_constraintdef(oid) like '%reversed_amount < total_amount%'
            or pg_get_constraintdef(oid) like '%expired_at IS NULL%')
  loop
    execute format('alter table transactions drop constraint %I', stale);
  end loop;
end $$;

alter table transactions add constraint transactions_undo_or_extend
  check (undoes_transaction_id is null or correlation_type in ('reversal', 'release', 'extension'));
alter table transactions add constraint transactions_are_undone_within_themselves
  check (coalesce(reversed_amount, 0) + coalesce(settled_amount, 0) + coalesce(released_amount, 0)
         between case status when 'reversed' then total_amount + coalesce(extended_amount, 0) else 0 end
             and total_amount + coalesce(extended_amount, 0));
alter table transactions add constraint transactions_undone_in_part_stay_posted
  check (case when undone_by_transaction_id is null
              then status <> 'reversed' and num_nonnulls(reversed_amount, settled_amount, released_amount, extended_amount, expired_at) = 0
              when status = 'posted' then layer <> 'settled' or coalesce(reversed_amount < total_amount, false)
              else status = 'reversed' and reversed_amount is not null end);
alter table transactions add constraint transactions_are_exceeded_by_the_last
  check (excess_amount is null
         or (excess_amount > 0 and settled_amount is not null
             and coalesce(reversed_amount, 0) + settled_amount + coalesce(released_amount, 0)
                 = total_amount + coalesce(extended_amount, 0)));

-- The indexes of the state go with it.
alter table transactions drop column hold_state;
alter table transactions add column hold_state text generated always as (
  case
    when layer = 'settled' or sequence is null or undoes_transaction_id is not null then null
    when expired_at is not null then 'expired'
    when status = 'posted'
         and coalesce(reversed_amount, 0) + coalesce(settled_amount, 0) + coalesce(released_amount, 0)
             < total_amount + coalesce(extended_amount, 0)
      then 'open'
    when settled_amount is not null then 'settled'
    else 'released'
  end) stored;
-- Of a hold: when what is left of it is released, as its extensions say.
alter table transactions add column ends_at timestamptz generated always as (
  case when end_moved then moved_end else expires_at end) stored;
alter table transactions add constraint transactions_expire_at_their_end
  check (expired_at is null or (ends_at is not null and released_amount is not null));

create index transactions_of_hold_state on transactions (ledger_id, hold_state, id) where hold_state is not null;
create index transactions_expiring on transactions (ledger_id, hold_state, ends_at, id)
  where hold_state is not null and ends_at is not null;
create index transactions_due on transactions (ends_at, ledger_id) where hold_state = 'open' and ends_at is not null;
-- The way from a hold to what extends it.
create index transactions_extending on transactions (ledger_id, undoes_transaction_id)
  where undoes_transaction_id is not null and correlation_type = 'extension';

create or replace function ledgers_with_due_holds(due timestamptz, beside bigint) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  part regclass;
  few constant integer := 1000;
  found_ledgers uuid[];
  found_ledger uuid := '00000000-0000-0000-0000-000000000000';
  first_due timestamptz;
begin
  for part in select parts_here('transactions') loop
    execute format('select array_agg(ledger_id)
                      from (select ledger_id from %s where hold_state = ''open'' and ends_at <= $1
                             order by ends_at limit %s) first', part, few)
       into found_ledgers using due;
    if coalesce(cardinality(found_ledgers), 0) < few then
      return query select distinct l.id from unnest(found_ledgers) as l (id);
      continue;
    end if;
    loop
      execute format('select ledger_id, ends_at from %s
                       where hold_state = ''open'' and ends_at is not null and ledger_id > $1
                       order by ledger_id, ends_at limit 1', part)
         into found_ledger, first_due using found_ledger;
      exit when found_ledger is null;
      if first_due <= due then
        return next found_ledger;
      end if;
    end loop;
  end loop;
end $$;

-- What is undone of a transaction only grows, and so does what extends it. Moving the end of an open hold changes nothing else.
drop trigger transactions_only_move_forward on transactions;
create trigger transactions_only_move_forward before update on transactions
  for each row when (
    not (
      (old.status = 'pending' and new.status in ('posted', 'failed'))
      or (old.status = 'posted' and old.sequence = new.sequence and old.posted_at = new.posted_at
          and ((new.status = 'void' and old.undone_by_transaction_id is null)
               or (new.status in ('posted', 'reversed') and old.expired_at is null
                   and coalesce(new.reversed_amount, 0) >= coalesce(old.reversed_amount, 0)
                   and coalesce(new.settled_amount, 0) >= coalesce(old.settled_amount, 0)
                   and coalesce(new.released_amount, 0) >= coalesce(old.released_amount, 0)
                   and coalesce(new.extended_amount, 0) >= coalesce(old.extended_amount, 0)
                   and new.undone_by_transaction_id is distinct from old.undone_by_transaction_id)
               or (new.status = 'posted' and old.hold_state = 'open' and new.end_moved
                   and (new.reversed_amount, new.settled_amount, new.excess_amount, new.released_amount, new.extended_amount,
                        new.extended_on, new.expired_at, new.undone_by_transaction_id)
                       is not distinct from
                       (old.reversed_amount, old.settled_amount, old.excess_amount, old.released_amount, old.extended_amount,
                        old.extended_on, old.expired_at, old.undone_by_transaction_id))))
    )
  ) execute function refuse_transaction_change();

-- What undoes or extends a transaction is there, is as much as the row says, and is what it says. What is settled of a hold is what its
-- settlements are. A row whose end alone moved is undone by what undid it before.
drop function find_undone_by_nothing;
call create_question('find_undone_by_nothing', 'named uuid[], undoers uuid[], undoers_before uuid[], reversed_before numeric[], reversed_after numeric[], given_before numeric[], given_after numeric[], settled_before numeric[], settled_after numeric[], extended_before numeric[], extended_after numeric[]', 'text', $$
  (select case when n.is_undone then format('%s of hold %s is settled, and its settlements are something else', n.settled, n.id)
               else format('%s of transaction %s is undone or added by %s, which the ledger does not have',
                           n.reversed + n.given_back + n.extended, n.id, n.by) end
     from (select c.id, c.by, c.reversed, c.given_back, c.extended, c.was_settled, c.settled,
                  (select u.undoes_transaction_id = c.id and u.total_amount = c.reversed + c.given_back + c.extended
                          and u.correlation_type = case when c.extended > 0 then 'extension' when c.reversed = 0 then 'release'
                                                        else 'reversal' end
                          and (c.reversed = 0)::integer + (c.given_back = 0)::integer + (c.extended = 0)::integer >= 2
                     from {transactions} u where u.ledger_id = $2 and u.id = c.by) is true as is_undone
             from (select id, by, reversed - was_reversed as reversed, given_back - was_given_back as given_back,
                          extended - was_extended as extended, was_settled, settled
                     from unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
                          as r (id, by, was_by, was_reversed, reversed, was_given_back, given_back, was_settled, settled,
                                was_extended, extended)
                    where by is not null and by is distinct from was_by offset 0) c offset 0) n
    where not n.is_undone
       or n.settled is distinct from n.was_settled
          and n.settled is distinct from (select sum(total_amount) from {transactions}
                                           where ledger_id = $2 and settles_transaction_id = n.id and sequence is not null)
    limit 1)$$);

create or replace function refuse_undoing_by_nothing() returns trigger language plpgsql as $$
declare
  ledger uuid;
  named uuid[];
  undoers_before uuid[];
  undoers uuid[];
  reversed_before numeric[];
  reversed_after numeric[];
  given_before numeric[];
  given_after numeric[];
  settled_before numeric[];
  settled_after numeric[];
  extended_before numeric[];
  extended_after numeric[];
  culprit text;
begin
  -- Posting undoes nothing.
  for ledger in select ledger_id from changed where undone_by_transaction_id is not null group by ledger_id loop
    select array_agg(id order by id), array_agg(undone_by_transaction_id order by id),
           array_agg(coalesce(reversed_amount, 0) order by id),
           array_agg(coalesce(settled_amount, 0) + coalesce(released_amount, 0) order by id),
           array_agg(settled_amount + coalesce(excess_amount, 0) order by id),
           array_agg(coalesce(extended_amount, 0) order by id)
      into named, undoers, reversed_after, given_after, settled_after, extended_after
      from changed where ledger_id = ledger;
    select array_agg(undone_by_transaction_id order by id), array_agg(coalesce(reversed_amount, 0) order by id),
           array_agg(coalesce(settled_amount, 0) + coalesce(released_amount, 0) order by id),
           array_agg(settled_amount + coalesce(excess_amount, 0) order by id),
           array_agg(coalesce(extended_amount, 0) order by id)
      into undoers_before, reversed_before, given_before, settled_before, extended_before
      from before where ledger_id = ledger;
    culprit := find_undone_by_nothing(tg_table_name, ledger, named, undoers, undoers_before, reversed_before, reversed_after, given_before,
                                      given_after, settled_before, settled_after, extended_before, extended_after);
    if culprit is not null then
      raise exception '%', culprit using errcode = 'LG005';
    end if;
  end loop;
  return null;
end $$;

-- What was taken off each entry so far, less what extensions added to it: what is left of the entry is its amount less this sum.
alter table entries_undone drop constraint entries_undone_amount_check;

-- Nothing comes back to an entry but what an extension of its transaction adds to it, which is the last that changed the transaction.
call create_question('find_added_by_nothing', 'sequences bigint[], positions smallint[], amounts numeric[]', 'text', $$
  (select format('%s to entry %s of the transaction with sequence %s', n.amount, n.position, n.sequence)
     from unnest($3, $4, $5) as n (sequence, position, amount)
    where not exists (select from {entries} e
                       cross join lateral (select undone_by_transaction_id from {transactions}
                                            where ledger_id = $2 and id = e.transaction_id offset 0) t
                       cross join lateral (select sequence from {transactions}
                                            where ledger_id = $2 and id = t.undone_by_transaction_id
                                              and correlation_type = 'extension' offset 0) x
                       cross join lateral (select account_id, type, amount from {entries}
                                            where ledger_id = $2 and sequence = x.sequence and position = n.position offset 0) a
                       where e.ledger_id = $2 and e.sequence = n.sequence and e.position = n.position
                         and (a.account_id, a.type, a.amount) = (e.account_id, e.type, n.amount))
    limit 1)$$);

create function refuse_adding_by_nothing() returns trigger language plpgsql as $$
declare
  ledger uuid;
  sequences bigint[];
  positions smallint[];
  amounts numeric[];
  culprit text;
begin
  for ledger, sequences, positions, amounts in
    select w.ledger_id, array_agg(w.sequence), array_agg(w.position), array_agg(b.amount - w.amount)
      from written w
      join before b on b.ledger_id = w.ledger_id and b.sequence = w.sequence and b.position = w.position
     where w.amount < b.amount group by w.ledger_id
  loop
    culprit := find_added_by_nothing(tg_table_name, ledger, sequences, positions, amounts);
    if culprit is not null then
      raise exception '% would be added, and nothing that extends it says so', culprit using errcode = 'LG011';
    end if;
  end loop;
  return null;
end $$;

create function refuse_beginning_by_nothing() returns trigger language plpgsql as $$
declare
  ledger uuid;
  sequences bigint[];
  positions smallint[];
  amounts numeric[];
  culprit text;
begin
  for ledger, sequences, positions, amounts in
    select ledger_id, array_agg(sequence), array_agg(position), array_agg(-amount) from written where amount <= 0 group by ledger_id
  loop
    culprit := find_added_by_nothing(tg_table_name, ledger, sequences, positions, amounts);
    if culprit is not null then
      raise exception '% would be added, and nothing that extends it says so', culprit using errcode = 'LG011';
    end if;
  end loop;
  return null;
end $$;

drop trigger entries_undone_only_grow on entries_undone;
create trigger entries_undone_change_by_what_is_posted before update on entries_undone
  for each row when (
    (old.ledger_id, old.sequence, old.position) is distinct from (new.ledger_id, new.sequence, new.position) or new.amount = old.amount
  ) execute function refuse_rewriting();
create trigger entries_undone_are_added_to_by_extensions after update on entries_undone
  referencing old table as before new table as written for each statement execute function refuse_adding_by_nothing();
create trigger entries_undone_begin_with_what_is_posted after insert on entries_undone
  referencing new table as written for each statement execute function refuse_beginning_by_nothing();
