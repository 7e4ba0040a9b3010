-- The ledger plane begins here. `ledger_id` leads every primary, unique and foreign key, so that no row can refer across
-- ledgers and the same schema can be distributed by ledger. Money is a count of minor units: numeric without a scale, never
-- a float. Primary keys are made last: of indexes that cost the same, as all do in a database that is still empty, the
-- planner takes the newest, and rows are looked up by their keys.

-- Domains over text, not enums: comparing enums is not leakproof, so under row-level security no index could be searched
-- by one.
create domain account_type as text check (value in ('asset', 'liability', 'equity', 'revenue', 'expense'));
create domain account_category as text check (value in ('system', 'customer'));
create domain entry_type as text check (value in ('debit', 'credit'));
create domain layer as text check (value in ('settled', 'pending', 'encumbrance'));
create domain transaction_status as text check (value in ('pending', 'posted', 'void', 'failed', 'reversed'));

-- One row a ledger. Its lock is the lease of the one writer, the allocator of sequences and the head of the chain in one.
create table ledger_heads (
  ledger_id                  uuid primary key,
  -- The last event of the ledger's log.
  last_sequence              bigint not null default 0,
  last_hash                  bytea not null check (octet_length(last_hash) = 33),
  -- The last transaction that took effect; dense on its own, so that a client can see that none is missing.
  last_transaction_sequence  bigint not null default 0
) with (fillfactor = 50);

call keep_ledgers_apart('ledger_heads');
grant select, insert, update on ledger_heads to ledger_app;

-- A plan continues the log where it was made for it, and nowhere else.
create function refuse_other_head(is_there boolean) returns void language plpgsql as $$
begin
  if is_there is not true then
    raise exception 'the ledger does not stand where the plan begins' using errcode = 'LG007';
  end if;
end $$;

-- A write that changes other rows than it planned was planned on something untrue: nothing of it may be committed.
create function refuse_unplanned(planned integer[], changed integer[]) returns void language plpgsql as $$
begin
  if planned is distinct from changed then
    raise exception '% rows changed instead of %', changed, planned using errcode = 'LG006';
  end if;
end $$;

-- The part of a distributed table that a ledger is in.
create function part_of(named text, ledger uuid) returns text language plpgsql stable as $$
begin
  return shard_name(named::regclass, get_shard_id_for_distribution_column(named::regclass, ledger));
end $$;

-- Runs statements that write to several tables of a ledger, on the ledger's node, where they are planned as on any PostgreSQL, each with
-- a snapshot of its own. They are formats: the tables come first, then what is given, each quoted. (Of one parameter that holds it
-- all, the planner would make a copy for each place.) The ledger stays where it is meanwhile, because a write on many nodes begins
-- with a fence (`topology`). Citus does not know that the triggers behind them ask for rows of the same node alone, and is told.
create function write_in_parts(ledger uuid, written text[], tables text[], given text[]) returns void language plpgsql as $$
declare
  parts text[];
  named text;
  statement text;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is null then
    parts := tables;
  else
    perform set_config('citus.allow_nested_distributed_execution', 'on', true);
    foreach named in array tables loop
      parts := parts || part_of(named, ledger);
    end loop;
  end if;
  foreach statement in array written loop
    execute format(statement, variadic parts || given);
  end loop;
end $$;

-- What guards ask of the tables of a ledger, which they name as {entries}: a function that takes what the guarded table is called, the
-- ledger as $2, and what else it says. Of tables the question is planned once a connection. Of parts, which have a number behind
-- their names, it is asked by their own names, because Citus would plan it anew each time, for ten times the price. There it is
-- planned without a look at what is given: of a hundred ids the planner of a young table would rather read all of the ledger.
create procedure create_question(name text, takes text, answers text, question text) language plpgsql as $$
begin
  execute format('create function %I(guarded text, ledger uuid, %s) returns %s language plpgsql as %L', name, takes, answers,
                 question_body(takes, answers, question));
end $$;

create function question_body(takes text, answers text, question text) returns text language plpgsql immutable as $$
declare
  asked text := quote_literal('select ' || question);
  given text := '$1, $2';
  place integer := 2;
  taken text;
begin
  foreach taken in array string_to_array(takes, ', ') loop
    place := place + 1;
    asked := replace(asked, '$' || place, format('(select $%s)::%s', place, split_part(taken, ' ', 2)));
    given := given || ', $' || place;
  end loop;
  return format('
declare
  answer %s;
begin
  if guarded !~ ''_[0-9]{5,}$'' then
    return (select %s);
  end if;
  execute %s into answer using %s;
  return answer;
end ',
    answers, regexp_replace(question, '\{(\w+)\}', '\1', 'g'),
    regexp_replace(asked, '\{(\w+)\}', ''' || part_of(''\1'', ledger) || ''', 'g'), given);
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
