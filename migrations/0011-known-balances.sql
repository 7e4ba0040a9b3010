-- What the books said at an earlier place of the log. The log and the entries say it: what was posted by then, less what had been
-- voided by then. So that nobody has to read them from the beginning, each stretch of 65,536 events is summed once it is over, by
-- account, layer and day; eight stretches that follow each other are summed again, and eight of those. Any place of the log is then
-- a few stretches away from its beginning, and the entries of half a stretch at the most. Posting writes nothing of this.

create table log_stretches (
  ledger_id              uuid not null,
  -- 0 for stretches of events; each level above holds eight of the level below.
  level                  smallint not null check (level between 0 and 15),
  -- The event before the first, and the last one.
  after                  bigint not null check (after >= 0),
  through                bigint not null check (through > after),
  -- The last that had been posted by then, in posting order.
  transactions_through   bigint not null check (transactions_through >= 0),
  primary key (ledger_id, level, through)
);

-- Sums over all days of the stretch up to this one, so that one row answers for all of them; a row for each day on which anything
-- changed. What a stretch voids of an earlier one is less than nothing here.
create table stretch_balances (
  ledger_id       uuid not null,
  level           smallint not null,
  through         bigint not null,
  account_id      uuid not null,
  layer           layer not null,
  day             date not null,
  debits          numeric not null check (debits = trunc(debits)),
  credits         numeric not null check (credits = trunc(credits)),
  entry_count     bigint not null,
  -- Of the pending layer: what holds nothing, as account_day_undone has it.
  undone_debits   numeric not null default 0 check (undone_debits >= 0),
  undone_credits  numeric not null default 0 check (undone_credits >= 0),
  primary key (ledger_id, level, through, account_id, layer, day)
);

call keep_ledgers_apart('log_stretches');
call keep_ledgers_apart('stretch_balances');
grant select, insert on log_stretches, stretch_balances to ledger_app;

create trigger log_stretches_are_written_once before update or delete on log_stretches
  for each row execute function refuse_rewriting();
create trigger log_stretches_are_never_truncated before truncate on log_stretches
  for each statement execute function refuse_rewriting();
create trigger stretch_balances_are_written_once before update or delete on stretch_balances
  for each row execute function refuse_rewriting();
create trigger stretch_balances_are_never_truncated before truncate on stretch_balances
  for each statement execute function refuse_rewriting();

do $$
begin
  -- The service asks with the policies of its own role; the function below asks with those of the owner.
  execute format('create policy heads_for_discovery on ledger_heads for select to %I using (true)', current_user);
end $$;

-- Ledgers of this node that have so many events at the least, and how many each has.
create function ledgers_of_events(least_events bigint, beside bigint) returns table (ledger_id uuid, last_sequence bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  part regclass;
begin
  for part in select parts_here('ledger_heads') loop
    return query execute format('select ledger_id, last_sequence from %s where last_sequence >= $1', part) using least_events;
  end loop;
end $$;

revoke all on function ledgers_of_events(bigint, bigint) from public;
grant execute on function ledgers_of_events(bigint, bigint) to ledger_app;
