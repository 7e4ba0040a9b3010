-- Transactions: what was accepted, what waits to be posted, and the log of what was decided.
--
-- Tables that traffic grows have no foreign keys among each other: each row would lock a row of another table, and what they
-- refer to is never deleted. Guards look it up, once for all rows of a statement: first the ids, ledger by ledger, then one
-- look at one ledger, because only that can be distributed.

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
  -- What it undoes, in part or whole: as a reversal or a release, which its correlation type says.
  undoes_transaction_id        uuid check (undoes_transaction_id is null or correlation_type in ('reversal', 'release')),
  -- The hold of which it is a settlement.
  settles_transaction_id       uuid,
  -- Of a hold: when what is left of it is released.
  expires_at                   timestamptz check (expires_at is null or layer <> 'settled'),
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
  -- The last that undid something of it, and the sums of the debits that were undone: by reversals, and of a hold by releases
  -- of what was settled and of what was given back.
  undone_by_transaction_id     uuid,
  reversed_amount              numeric(38, 0) check (reversed_amount > 0),
  settled_amount               numeric(38, 0) check (settled_amount is null or (settled_amount > 0 and layer <> 'settled')),
  released_amount              numeric(38, 0) check (released_amount is null or (released_amount > 0 and layer <> 'settled')),
  -- When the rest of it was released because its time was over.
  expired_at                   timestamptz check (expired_at is null or (expires_at is not null and released_amount is not null)),
  updated_at                   timestamptz not null,
  check ((status in ('posted', 'void', 'reversed')) = (sequence is not null)),
  check ((sequence is null) = (posted_at is null)),
  check ((status = 'failed') = (failure is not null)),
  -- A hold is what was posted on another layer, and undoes nothing. It is open while anything is left of it.
  hold_state                   text generated always as (
    case
      when layer = 'settled' or sequence is null or undoes_transaction_id is not null then null
      when expired_at is not null then 'expired'
      when status = 'posted'
           and coalesce(reversed_amount, 0) + coalesce(settled_amount, 0) + coalesce(released_amount, 0) < total_amount
        then 'open'
      when settled_amount is not null then 'settled'
      else 'released'
    end) stored,
  -- What is undone in part stays posted, and so does a hold that ended; reversed is that of which a reversal undid the rest.
  check (case when undone_by_transaction_id is null
              then status <> 'reversed' and num_nonnulls(reversed_amount, settled_amount, released_amount, expired_at) = 0
              when status = 'posted' then layer <> 'settled' or coalesce(reversed_amount < total_amount, false)
              else status = 'reversed' and reversed_amount is not null end),
  check (coalesce(reversed_amount, 0) + coalesce(settled_amount, 0) + coalesce(released_amount, 0)
         between case status when 'reversed' then total_amount else 0 end and total_amount)
) with (fillfactor = 85);

-- All but the primary key are of what is not null, and say so: the planner may take them only where the column is named.

-- The correlation listing, and the list's filter by correlation.
create index transactions_by_correlation on transactions (ledger_id, correlation_id, id) where correlation_id is not null;
-- The list's filters by batch and by reference.
create index transactions_of_batch on transactions (ledger_id, batch_id, id) where batch_id is not null;
create index transactions_by_reference on transactions (ledger_id, reference, id) where reference is not null;
-- The ways from a transaction to what reverses it, to what releases it, and to what settles it. The feed asks how much of a
-- transaction had been undone when something was; whoever posts asks for reversals alone, which are few.
create index transactions_reversing on transactions (ledger_id, undoes_transaction_id)
  where undoes_transaction_id is not null and correlation_type = 'reversal';
create index transactions_releasing on transactions (ledger_id, undoes_transaction_id)
  where undoes_transaction_id is not null and correlation_type = 'release';
create index transactions_settling on transactions (ledger_id, settles_transaction_id)
  where settles_transaction_id is not null;
-- The list's filters by the state of holds and by when they expire, and in the order in which they do. No work of the settled
-- layer has a row in any of these.
create index transactions_of_hold_state on transactions (ledger_id, hold_state, id) where hold_state is not null;
create index transactions_expiring on transactions (ledger_id, hold_state, expires_at, id)
  where hold_state is not null and expires_at is not null;
-- Which holds of a node are due, of whatever ledger: one look while none is.
create index transactions_due on transactions (expires_at, ledger_id) where hold_state = 'open' and expires_at is not null;
-- The list by another layer. Work of the settled layer, which is nearly all of it, has no row here and pays nothing for it.
create index transactions_of_rare_layer on transactions (ledger_id, layer, id) where layer <> 'settled';
-- The list's filter by journal, in its order.
create index transactions_of_journal on transactions (ledger_id, journal_id, id) where journal_id is not null;
-- The list's filters by days: which days there are, and the newest transactions of each.
create index transactions_by_day on transactions (ledger_id, effective_date, id) where effective_date is not null;
-- The list goes by acceptance, newest first, and ids are made in that order.
alter table transactions add primary key (ledger_id, id);

call keep_ledgers_apart('transactions');
grant select, insert, update on transactions to ledger_app;

call create_question('count_journals', 'named uuid[]', 'bigint', $$
  count(*) from {journals} where ledger_id = $2 and id = any ($3)$$);
call create_question('count_transactions', 'named uuid[]', 'bigint', $$
  count(*) from {transactions} where ledger_id = $2 and id = any ($3)$$);

-- A transaction is in a journal of its own ledger, and the transactions that it names are there.
create function refuse_transactions_of_nothing() returns trigger language plpgsql as $$
declare
  ledger uuid;
  named_journals uuid[];
  named_transactions uuid[];
begin
  for ledger, named_journals, named_transactions in
    select ledger_id, array_agg(distinct journal_id),
           array_agg(distinct correlation_source_id) filter (where correlation_source_id is not null)
             || array_agg(distinct undoes_transaction_id) filter (where undoes_transaction_id is not null)
             || array_agg(distinct settles_transaction_id) filter (where settles_transaction_id is not null)
             || array_agg(distinct undone_by_transaction_id) filter (where undone_by_transaction_id is not null)
      from inserted group by ledger_id
  loop
    if count_journals(tg_table_name, ledger, named_journals) < cardinality(named_journals) then
      raise exception 'a transaction in one of the journals %, which the ledger does not have', named_journals
        using errcode = 'LG005';
    end if;
    if named_transactions is not null
       and count_transactions(tg_table_name, ledger, named_transactions) < (select count(distinct id) from unnest(named_transactions) as n (id)) then
      raise exception 'a transaction that follows, undoes, settles or is undone by one of %, which the ledger does not have', named_transactions
        using errcode = 'LG005';
    end if;
  end loop;
  return null;
end $$;

create trigger transactions_are_in_a_journal after insert on transactions
  referencing new table as inserted for each statement execute function refuse_transactions_of_nothing();

-- What undoes a transaction is there, is as much as is undone by it, and is what it says: a reversal, or a release. What is
-- settled of a hold is what its settlements are. Where nothing undid it before, what it was undone by is null.
call create_question('find_undone_by_nothing', 'named uuid[], undoers uuid[], reversed_before numeric[], reversed_after numeric[], given_before numeric[], given_after numeric[], settled_before numeric[], settled_after numeric[]', 'text', $$
  (select case when n.is_undone then format('%s of hold %s is settled, and its settlements are something else', n.settled, n.id)
               else format('%s of transaction %s is undone by %s, which the ledger does not have', n.reversed + n.given_back, n.id, n.by) end
     from (select c.id, c.by, c.reversed, c.given_back, c.was_settled, c.settled,
                  (select u.undoes_transaction_id = c.id and u.total_amount = c.reversed + c.given_back
                          and u.correlation_type = case c.reversed when 0 then 'release' else 'reversal' end
                          and (c.reversed = 0 or c.given_back = 0)
                     from {transactions} u where u.ledger_id = $2 and u.id = c.by) is true as is_undone
             from (select id, by, reversed - was_reversed as reversed, given_back - was_given_back as given_back, was_settled, settled
                     from unnest($3, $4, $5, $6, $7, $8, $9, $10)
                          as r (id, by, was_reversed, reversed, was_given_back, given_back, was_settled, settled)
                    where by is not null offset 0) c offset 0) n
    where not n.is_undone
       or n.settled is distinct from n.was_settled
          and n.settled is distinct from (select sum(total_amount) from {transactions}
                                           where ledger_id = $2 and settles_transaction_id = n.id and sequence is not null)
    limit 1)$$);

-- Once for all rows of a statement, which are the same before and after it: their keys never change.
create function refuse_undoing_by_nothing() returns trigger language plpgsql as $$
declare
  ledger uuid;
  named uuid[];
  undoers uuid[];
  reversed_before numeric[];
  reversed_after numeric[];
  given_before numeric[];
  given_after numeric[];
  settled_before numeric[];
  settled_after numeric[];
  culprit text;
begin
  -- Posting undoes nothing.
  for ledger in select ledger_id from changed where undone_by_transaction_id is not null group by ledger_id loop
    select array_agg(id order by id), array_agg(undone_by_transaction_id order by id),
           array_agg(coalesce(reversed_amount, 0) order by id),
           array_agg(coalesce(settled_amount, 0) + coalesce(released_amount, 0) order by id), array_agg(settled_amount order by id)
      into named, undoers, reversed_after, given_after, settled_after
      from changed where ledger_id = ledger;
    select array_agg(coalesce(reversed_amount, 0) order by id),
           array_agg(coalesce(settled_amount, 0) + coalesce(released_amount, 0) order by id), array_agg(settled_amount order by id)
      into reversed_before, given_before, settled_before
      from before where ledger_id = ledger;
    culprit := find_undone_by_nothing(tg_table_name, ledger, named, undoers, reversed_before, reversed_after, given_before, given_after,
                                      settled_before, settled_after);
    if culprit is not null then
      raise exception '%', culprit using errcode = 'LG005';
    end if;
  end loop;
  return null;
end $$;

create trigger transactions_are_undone_by_others after update on transactions
  referencing old table as before new table as changed for each statement execute function refuse_undoing_by_nothing();

-- A transaction's intent never changes, and its status only moves forward, as does what is undone of it.
create function refuse_transaction_change() returns trigger language plpgsql as $$
begin
  raise exception 'transaction % may not change from % to % this way', old.id, old.status, new.status
    using errcode = 'LG003';
end $$;

create trigger transactions_are_immutable before update of
  ledger_id, id, journal_id, effective_date, layer, total_amount, entry_count, description, reference, metadata, attributes,
  transaction_code, correlation_id, correlation_type, correlation_source_id, transaction_code_version, idempotency_key,
  batch_id, undoes_transaction_id, settles_transaction_id, expires_at, string_operation_id, accepted_by, accepted_at
  on transactions
  for each row when (
    (old.ledger_id, old.id, old.journal_id, old.effective_date, old.layer, old.total_amount, old.entry_count)
      is distinct from
    (new.ledger_id, new.id, new.journal_id, new.effective_date, new.layer, new.total_amount, new.entry_count)
    or (old.description, old.reference, old.metadata::text, old.attributes::text, old.transaction_code)
      is distinct from
       (new.description, new.reference, new.metadata::text, new.attributes::text, new.transaction_code)
    or (old.correlation_id, old.correlation_type, old.correlation_source_id, old.transaction_code_version)
      is distinct from
       (new.correlation_id, new.correlation_type, new.correlation_source_id, new.transaction_code_version)
    or (old.idempotency_key, old.batch_id, old.undoes_transaction_id, old.string_operation_id, old.accepted_by,
       old.accepted_at)
      is distinct from
       (new.idempotency_key, new.batch_id, new.undoes_transaction_id, new.string_operation_id, new.accepted_by,
       new.accepted_at)
    or (old.settles_transaction_id, old.expires_at) is distinct from (new.settles_transaction_id, new.expires_at)
  ) execute function refuse_transaction_change();

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
                   and new.undone_by_transaction_id is distinct from old.undone_by_transaction_id)))
    )
  ) execute function refuse_transaction_change();

create trigger transactions_are_never_deleted before delete on transactions
  for each row execute function refuse_rewriting();
create trigger transactions_are_never_truncated before truncate on transactions
  for each statement execute function refuse_rewriting();

-- What names a transaction names one of its own ledger.
create function refuse_what_names_no_transaction() returns trigger language plpgsql as $$
declare
  ledger uuid;
  named uuid[];
begin
  for ledger, named in
    select ledger_id, array_agg(distinct transaction_id) from inserted where transaction_id is not null group by ledger_id
  loop
    if count_transactions(tg_table_name, ledger, named) < cardinality(named) then
      raise exception '% names transaction %, which the ledger does not have', tg_table_name,
          (select n.id from unnest(named) as n (id)
            where not exists (select from transactions t where t.ledger_id = ledger and t.id = n.id) limit 1)
        using errcode = 'LG005';
    end if;
  end loop;
  return null;
end $$;

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

create trigger idempotency_keys_are_written_once before update or delete on idempotency_keys
  for each row execute function refuse_rewriting();
create trigger idempotency_keys_are_never_truncated before truncate on idempotency_keys
  for each statement execute function refuse_rewriting();

call keep_ledgers_apart('idempotency_keys');
grant select, insert on idempotency_keys to ledger_app;

-- Accepted work that waits for the poster. The primary key is the order of posting; a row is gone once it is decided.
create table posting_queue (
  ledger_id        uuid not null,
  transaction_id   uuid not null,
  -- Set on the members of an atomic batch: they post or fail together.
  atomic_batch_id  uuid,
  draft            json not null
);

-- The rest of a batch that posts as one, behind the oldest of the queue: without it a claim reads all that waits, and posting
-- is slower the more there is to post. Work that stands alone has no row in it.
create index posting_queue_of_atomic_batch on posting_queue (ledger_id, atomic_batch_id, transaction_id)
  where atomic_batch_id is not null;
alter table posting_queue add primary key (ledger_id, transaction_id);

create trigger posting_queue_is_of_its_ledger after insert on posting_queue
  referencing new table as inserted for each statement execute function refuse_what_names_no_transaction();

call keep_ledgers_apart('posting_queue');
grant select, insert, delete on posting_queue to ledger_app;

-- The poster must find out which ledgers have work without seeing any of it: the functions below run as their owner, who
-- alone may look at the queue of all ledgers, and give away ids of ledgers and of what waits longest.
do $$
begin
  execute format('create policy posting_queue_for_discovery on posting_queue for select to %I using (true)', current_user);
end $$;

-- The tables in which this node keeps the rows of a table: itself, or on a node of many the parts of it that are here.
create function parts_here(of_table regclass) returns setof regclass
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  is_distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = $1 and partmethod = ''h'')'
       into is_distributed using of_table;
  end if;
  if is_distributed then
    return query execute 'select shard_name(s.logicalrelid, s.shardid)::regclass
                            from pg_dist_shard s join pg_dist_placement p using (shardid)
                           where s.logicalrelid = $1 and p.groupid = (select groupid from pg_dist_local_group)'
      using of_table;
  else
    return next of_table;
  end if;
end $$;

-- What guards a table or a part of one, as sentences that are the same for both. Parts have a number behind their names, in
-- definitions too, and conditions that were written out and read again have other parentheses.
create function guards_of(part regclass) returns text[] language sql stable set search_path = public, pg_temp as $$
  select array(
    select regexp_replace(fact, '_[0-9]{5,}\M', '', 'g')
      from (
        select format('owner %s, row-level security %s, forced %s', relowner::regrole, relrowsecurity, relforcerowsecurity)
          from pg_class where oid = part
        union all
        select format('trigger that runs %s, %s, %s', p.proname,
                      case when t.tgenabled in ('O', 'A') then 'enabled' else 'disabled' end,
                      md5(concat(p.prosrc, asked.bodies,
                                 regexp_replace(regexp_replace(pg_get_triggerdef(t.oid), '^CREATE TRIGGER \S+', ''),
                                                '_[0-9]{5,}\M|[()\s]', '', 'g'))))
          from pg_trigger t
          join pg_proc p on p.oid = t.tgfoid
         cross join lateral (select string_agg(q.prosrc, '' order by q.proname) as bodies
                               from pg_proc q
                              where q.pronamespace = 'public'::regnamespace and position(q.proname || '(' in p.prosrc) > 0) asked
         where t.tgrelid = part and not t.tgisinternal
        union all
        select 'a key that is disabled' from pg_trigger where tgrelid = part and tgisinternal and tgenabled not in ('O', 'A')
        union all
        select format('%s, validated %s', pg_get_constraintdef(oid), convalidated) from pg_constraint where conrelid = part
        union all
        select format('policy for %s to %s: %s, %s', polcmd, array(select r::regrole from unnest(polroles) as r),
                      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
          from pg_policy where polrelid = part
        union all
        select format('%s may %s', case when r.grantee = 0 then 'everybody' else r.grantee::regrole::text end, r.privilege_type)
          from pg_class c cross join aclexplode(c.relacl) r where c.oid = part) as facts (fact)
     order by 1)
$$;

-- Of all parts of those tables that this node keeps: the table, the part, and what guards it.
create function guards_of_parts(plane text[], beside bigint) returns json
  language sql stable set search_path = public, pg_temp as $$
  select json_agg(json_build_array(name, part::text, guards_of(part)))
    from unnest(plane) as plane (name)
   cross join lateral parts_here(to_regclass('public.' || name)) as part
$$;

-- Jumps from ledger to ledger in the primary key instead of reading the whole queue.
create function ledgers_waiting_in(part regclass) returns setof uuid
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  found_ledger uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    if part = 'posting_queue'::regclass then
      found_ledger := (select ledger_id from posting_queue where ledger_id > found_ledger order by ledger_id limit 1);
    else
      execute format('select ledger_id from %s where ledger_id > $1 order by ledger_id limit 1', part)
         into found_ledger using found_ledger;
    end if;
    exit when found_ledger is null;
    return next found_ledger;
  end loop;
end $$;

revoke all on function ledgers_waiting_in(regclass) from public;

-- Those of this node. It takes a count of rows that does not matter: what takes nothing of a table could be worked out on
-- another node than the table's.
create function ledgers_with_pending_work(beside bigint) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  part regclass;
begin
  for part in select parts_here('posting_queue') loop
    return query select ledgers_waiting_in(part);
  end loop;
end $$;

revoke all on function ledgers_with_pending_work(bigint) from public;
grant execute on function ledgers_with_pending_work(bigint) to ledger_app;

-- The poster must find out of which ledgers holds are due, as it finds out which have work.
do $$
begin
  execute format('create policy due_holds_for_discovery on transactions for select to %I using (true)', current_user);
end $$;

-- Those of this node that have a hold which is due. While there are few, they are those of the few; where very many are due, each
-- ledger is looked at in turn, so that none waits behind another's backlog.
create function ledgers_with_due_holds(due timestamptz, beside bigint) returns setof uuid
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
                      from (select ledger_id from %s where hold_state = ''open'' and expires_at <= $1
                             order by expires_at limit %s) first', part, few)
       into found_ledgers using due;
    if coalesce(cardinality(found_ledgers), 0) < few then
      return query select distinct l.id from unnest(found_ledgers) as l (id);
      continue;
    end if;
    loop
      execute format('select ledger_id, expires_at from %s
                       where hold_state = ''open'' and expires_at is not null and ledger_id > $1
                       order by ledger_id, expires_at limit 1', part)
         into found_ledger, first_due using found_ledger;
      exit when found_ledger is null;
      if first_due <= due then
        return next found_ledger;
      end if;
    end loop;
  end loop;
end $$;

revoke all on function ledgers_with_due_holds(timestamptz, bigint) from public;
grant execute on function ledgers_with_due_holds(timestamptz, bigint) to ledger_app;

-- What /metrics and /readyz tell of the poster on this node: how much waits (counted up to a bound), and the id of what waits
-- longest, which carries the time of its acceptance.
create function posting_backlog(bound bigint, beside bigint) returns json
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  waiting bigint := 0;
  oldest uuid;
  part regclass;
  part_waiting bigint;
  part_oldest uuid;
  ledger uuid;
begin
  for part in select parts_here('posting_queue') loop
    execute format('select count(*) from (select 1 from %s limit $1) counted', part) into part_waiting using bound;
    waiting := waiting + part_waiting;
    for ledger in select ledgers_waiting_in(part) loop
      execute format('select transaction_id from %s where ledger_id = $1 order by transaction_id limit 1', part)
         into part_oldest using ledger;
      oldest := least(oldest, part_oldest);
    end loop;
  end loop;
  return json_build_object('waiting', waiting, 'oldest', oldest);
end $$;

revoke all on function posting_backlog(bigint, bigint) from public;
grant execute on function posting_backlog(bigint, bigint) to ledger_app;

-- Marks on pending work that may have ended the process which posted it. They are written only by a poster that finds, as
-- it begins, work that waited too long, and taken away once it is decided: traffic does not grow this table.
create table posting_attempts (
  ledger_id       uuid not null,
  transaction_id  uuid not null,
  -- Attempts that were begun and of which no process came back to tell.
  attempts        smallint not null check (attempts > 0),
  primary key (ledger_id, transaction_id),
  foreign key (ledger_id, transaction_id) references transactions (ledger_id, id)
);

call keep_ledgers_apart('posting_attempts');
grant select, insert, update, delete on posting_attempts to ledger_app;

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
  hash            bytea not null check (octet_length(hash) = 33)
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
alter table ledger_log add primary key (ledger_id, sequence);

create trigger ledger_log_is_about_its_ledger after insert on ledger_log
  referencing new table as inserted for each statement execute function refuse_what_names_no_transaction();
create trigger ledger_log_is_written_once before update or delete on ledger_log
  for each row execute function refuse_rewriting();
create trigger ledger_log_is_never_truncated before truncate on ledger_log
  for each statement execute function refuse_rewriting();

call keep_ledgers_apart('ledger_log');
grant select, insert on ledger_log to ledger_app;

-- What an event of the log is about, where that is no transaction: few events, so a table of their own costs posting nothing.
-- The event's content hash is the hash of the whole thing, its id included.
create table ledger_log_subjects (
  ledger_id       uuid not null,
  sequence        bigint not null,
  journal_id      uuid,
  period_lock_id  uuid,
  account_set_id  uuid,
  -- The account or the set that came into the set, or left it.
  member_id       uuid,
  -- The thing as the event left it, in the format whose number stands before the content hash: the text of which that is the hash.
  content         text not null,
  primary key (ledger_id, sequence),
  foreign key (ledger_id, sequence) references ledger_log (ledger_id, sequence),
  -- An account is named by the event itself.
  check (num_nonnulls(journal_id, period_lock_id, account_set_id) <= 1),
  check (member_id is null or account_set_id is not null)
);

-- All that happened to an account set: who was in it at an earlier place of the log.
create index ledger_log_subjects_of_set on ledger_log_subjects (ledger_id, account_set_id, sequence) where account_set_id is not null;

create trigger ledger_log_subjects_are_written_once before update or delete on ledger_log_subjects
  for each row execute function refuse_rewriting();
create trigger ledger_log_subjects_are_never_truncated before truncate on ledger_log_subjects
  for each statement execute function refuse_rewriting();

call keep_ledgers_apart('ledger_log_subjects');
grant select, insert on ledger_log_subjects to ledger_app;

-- The correlation listing in its order. An index of transactions cannot hold the event that decided them, because posting
-- changes it; so each decided transaction of a correlation has one row here, written by the triggers below and by nobody
-- else.
create table transaction_correlations (
  ledger_id       uuid not null,
  correlation_id  text not null,
  -- The event of the log that posted it or failed it.
  log_sequence    bigint not null,
  transaction_id  uuid not null,
  primary key (ledger_id, correlation_id, log_sequence)
);

create function place_in_correlation() returns trigger language plpgsql as $$
begin
  insert into transaction_correlations (ledger_id, correlation_id, log_sequence, transaction_id)
  values (new.ledger_id, new.correlation_id, new.log_sequence, new.id);
  return null;
end $$;

-- Costs what has no correlation nothing.
create trigger transactions_take_their_place_in_correlations after update on transactions
  for each row when (
    new.correlation_id is not null and old.log_sequence is null and new.log_sequence is not null
  ) execute function place_in_correlation();
create trigger transactions_born_decided_take_their_place_in_correlations after insert on transactions
  for each row when (new.correlation_id is not null and new.log_sequence is not null)
  execute function place_in_correlation();

create trigger transaction_correlations_are_written_once before update or delete on transaction_correlations
  for each row execute function refuse_rewriting();
create trigger transaction_correlations_are_never_truncated before truncate on transaction_correlations
  for each statement execute function refuse_rewriting();

call keep_ledgers_apart('transaction_correlations');
grant select, insert on transaction_correlations to ledger_app;
