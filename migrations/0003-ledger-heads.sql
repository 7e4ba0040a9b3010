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
