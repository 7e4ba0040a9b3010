-- The search of transactions: the words, amounts, metadata, transaction codes and origins of 128 events of a log as one filter of bits
-- (ledgering/domain/search-terms), so that a search reads the transactions of the few blocks that may answer it. The filters are filled
-- in the background (`application/search-filling`): posting writes nothing of them. A block takes about twenty bytes a transaction.
create table search_blocks (
  ledger_id  uuid not null,
  -- Its last event.
  through    bigint not null check (through > 0),
  -- How its terms and its bits were written.
  format     smallint not null,
  -- The transactions that its events decided; both ids are zero, and no bit is set, in a block that decided none.
  oldest_id  uuid not null,
  newest_id  uuid not null check (newest_id >= oldest_id),
  bits       bytea not null check (octet_length(bits) >= 8),
  primary key (ledger_id, through)
);

-- It does not compress.
alter table search_blocks alter column bits set storage external;

-- The list of transactions goes by their ids, either way.
create index search_blocks_by_newest on search_blocks (ledger_id, newest_id, through);
create index search_blocks_by_oldest on search_blocks (ledger_id, oldest_id, through);

call keep_ledgers_apart('search_blocks');
grant select, insert on search_blocks to ledger_app;

create trigger search_blocks_are_written_once before update or delete on search_blocks
  for each row execute function refuse_rewriting();
create trigger search_blocks_are_never_truncated before truncate on search_blocks
  for each statement execute function refuse_rewriting();
