-- The books are proven to strangers by a Merkle tree (RFC 6962) over the log of each ledger, as tiles of 256 hashes, and by the
-- checkpoints that were signed of it. Posting writes none of it: a loop beside it does, under the lock of the tree.

create table log_trees (
  ledger_id  uuid not null,
  -- Events that are in the tree, from the first one on.
  size       bigint not null check (size >= 0),
  primary key (ledger_id)
) with (fillfactor = 50);

create table log_tiles (
  ledger_id  uuid not null,
  level      smallint not null check (level between 0 and 7),
  -- The tile covers the hashes 256 * tile up to 256 * tile + 255 of its level.
  tile       bigint not null check (tile >= 0),
  hashes     bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (ledger_id, level, tile)
);
-- Hashes are random bytes: compressing them is done for nothing.
alter table log_tiles alter column hashes set storage external;

create table log_checkpoints (
  ledger_id  uuid not null,
  -- There is one root for one size.
  size       bigint not null check (size > 0),
  signed_at  timestamptz not null,
  note       text not null,
  primary key (ledger_id, size)
);

call keep_ledgers_apart('log_trees');
call keep_ledgers_apart('log_tiles');
call keep_ledgers_apart('log_checkpoints');
grant select, insert, update on log_trees, log_tiles to ledger_app;
grant select, insert on log_checkpoints to ledger_app;

create trigger log_trees_only_grow before update on log_trees for each row
  when (new.ledger_id is distinct from old.ledger_id or new.size < old.size) execute function refuse_rewriting();
create trigger log_trees_are_never_deleted before delete on log_trees
  for each row execute function refuse_rewriting();
create trigger log_trees_are_never_truncated before truncate on log_trees
  for each statement execute function refuse_rewriting();
-- A partial tile is continued; what is in it stays.
create trigger log_tiles_only_grow before update on log_tiles for each row
  when ((new.ledger_id, new.level, new.tile) is distinct from (old.ledger_id, old.level, old.tile)
        or substring(new.hashes for octet_length(old.hashes)) <> old.hashes)
  execute function refuse_rewriting();
create trigger log_tiles_are_never_deleted before delete on log_tiles
  for each row execute function refuse_rewriting();
create trigger log_tiles_are_never_truncated before truncate on log_tiles
  for each statement execute function refuse_rewriting();
create trigger log_checkpoints_are_written_once before update or delete on log_checkpoints
  for each row execute function refuse_rewriting();
create trigger log_checkpoints_are_never_truncated before truncate on log_checkpoints
  for each statement execute function refuse_rewriting();

-- The public keys of all that ever signed, as verifier keys of signed notes. No key that signs is in the database.
create table signing_keys (
  verifier_key  text primary key,
  created_at    timestamptz not null
);
grant select, insert on signing_keys to ledger_app;

create trigger signing_keys_are_written_once before update or delete on signing_keys
  for each row execute function refuse_rewriting();
create trigger signing_keys_are_never_truncated before truncate on signing_keys
  for each statement execute function refuse_rewriting();
