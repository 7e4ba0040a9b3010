-- name: read_tree_sizes
-- Reads the number of events in the tree of each log.
-- by: log_trees_pkey
select ledger_id, size from log_trees where ledger_id = any (:ledger_ids::uuid[]);

-- name: begin_tree
-- Inserts an empty tree, if the log has none.
insert into log_trees (ledger_id, size) values (:ledger_id, 0) on conflict do nothing;

-- name: lock_tree
-- All processes that extend a tree take this lock; posting never takes it.
-- by: log_trees_pkey
select size from log_trees where ledger_id = :ledger_id for update;

-- name: read_tiles
-- Reads those of the requested tiles that are stored.
-- by: log_tiles_pkey
select t.level, t.tile, t.hashes
  from unnest(:levels::smallint[], :tiles::bigint[]) as w (level, tile)
 cross join lateral (select level, tile, hashes from log_tiles
                      where ledger_id = :ledger_id and level = w.level and tile = w.tile offset 0) t;

-- name: write_tiles
-- Inserts tiles, or replaces them with larger ones.
insert into log_tiles (ledger_id, level, tile, hashes)
select :ledger_id, level, tile, hashes
  from unnest(:levels::smallint[], :tiles::bigint[], :hashes::bytea[]) as w (level, tile, hashes)
on conflict (ledger_id, level, tile) do update set hashes = excluded.hashes;

-- name: grow_tree
-- Stores the new size of a tree.
-- by: log_trees_pkey
update log_trees set size = :size::bigint where ledger_id = :ledger_id;

-- name: read_last_checkpoint
-- Reads the last checkpoint of a log, with all its cosignatures.
-- by: log_checkpoints_pkey, log_cosignatures_pkey
select c.size, c.signed_at,
       c.note || coalesce((select string_agg(s.cosignature, '' order by s.witness collate "C") from log_cosignatures s
                            where s.ledger_id = c.ledger_id and s.size = c.size), '') as note
  from log_checkpoints c where c.ledger_id = :ledger_id order by c.size desc limit 1;

-- name: read_last_cosigned
-- Reads the last checkpoint of a log that a witness co-signed, with all its cosignatures.
-- by: log_checkpoints_pkey, log_cosignatures_pkey
select c.size, c.signed_at,
       c.note || (select string_agg(s.cosignature, '' order by s.witness collate "C") from log_cosignatures s
                   where s.ledger_id = c.ledger_id and s.size = c.size) as note
  from (select ledger_id, size from log_cosignatures where ledger_id = :ledger_id order by size desc limit 1) l
  join log_checkpoints c on c.ledger_id = l.ledger_id and c.size = l.size;

-- name: insert_checkpoint
insert into log_checkpoints (ledger_id, size, signed_at, note) values (:ledger_id, :size::bigint, :signed_at, :note);

-- name: read_sendings
-- Reads, for each log, the size that the receiver has accepted, and the last checkpoint if it is larger.
-- by: log_checkpoints_pkey, log_trees_pkey
select t.ledger_id, t.sent_size, c.size, c.signed_at, c.note
  from log_trees t
  left join lateral (select size, signed_at, note from log_checkpoints
                      where ledger_id = t.ledger_id and size > t.sent_size order by size desc limit 1) c on true
 where t.ledger_id = any (:ledger_ids::uuid[]);

-- name: mark_sent
-- Stores the size that the receiver has accepted. The size never decreases, even if the process that finishes last has sent an older
-- checkpoint.
-- by: log_trees_pkey
update log_trees set sent_size = greatest(sent_size, :size::bigint) where ledger_id = :ledger_id;

-- name: read_cosignings
-- Reads, for each log, the size that a witness co-signed last, and the last checkpoint if it is larger.
-- by: log_checkpoints_pkey, log_cosignatures_by_witness, log_trees_pkey
select t.ledger_id, coalesce(s.size, 0) as sent_size, c.size, c.signed_at, c.note
  from log_trees t
  left join lateral (select size from log_cosignatures
                      where ledger_id = t.ledger_id and witness = :witness order by size desc limit 1) s on true
  left join lateral (select size, signed_at, note from log_checkpoints
                      where ledger_id = t.ledger_id and size > coalesce(s.size, 0) order by size desc limit 1) c on true
 where t.ledger_id = any (:ledger_ids::uuid[]);

-- name: insert_cosignature
-- Two processes may ask the same witness about one checkpoint; the first answer is kept.
insert into log_cosignatures (ledger_id, size, witness, cosignature)
values (:ledger_id, :size::bigint, :witness, :cosignature) on conflict do nothing;

-- name: insert_signing_key
insert into signing_keys (verifier_key, created_at) values (:verifier_key, :created_at) on conflict do nothing;

-- name: read_signing_keys
select verifier_key from signing_keys order by created_at desc, verifier_key;
