-- name: ledgers_of_tenant
-- Ledgers stand outside the ledger plane: this needs no scope.
-- by: ledgers_tenant_id_code_key
select id from ledgers where tenant_id = :tenant_id order by code;

-- name: begin_backfill
-- What was accepted under the old rules had committed when the key was turned on, unless its process died over it: then
-- its last statement may still be running. Such a transaction has a number below the fence, and is waited for.
insert into attribute_backfills as b (ledger_id, key, round, fence)
values (:ledger_id, :key, :round, pg_snapshot_xmax(pg_current_snapshot()))
on conflict (ledger_id, key) do update
   set round = excluded.round, fence = excluded.fence, position = default, is_done = default
 where b.round < excluded.round;

-- name: read_backfill
-- How far it is, and whether everybody below the fence has come to an end.
-- by: attribute_backfills_pkey
select position, is_done, fence <= pg_snapshot_xmin(pg_current_snapshot()) as may_read
  from attribute_backfills
 where ledger_id = :ledger_id and key = :key and round = :round;

-- name: lock_backfill
-- Locks the progress. One process at a time goes through a ledger for a key; the others leave it alone.
-- by: attribute_backfills_pkey
select position, is_done, fence <= pg_snapshot_xmin(pg_current_snapshot()) as may_read
  from attribute_backfills
 where ledger_id = :ledger_id and key = :key and round = :round and not is_done
   for no key update skip locked;

-- name: index_batch
-- By id, which is no later than acceptance: what comes in behind the position is in the index already.
-- by: attribute_backfills_pkey, transactions_pkey
with seen as materialized (
  select id, attributes ->> :key as value from transactions
   where ledger_id = :ledger_id and id > :position order by id limit :limit
), added as (
  insert into transaction_attributes (ledger_id, key, value, transaction_id)
  select :ledger_id, :key, value, id from seen where value is not null
  on conflict do nothing
)
update attribute_backfills
   set position = coalesce((select id from seen order by id desc limit 1), position),
       is_done = (select count(*) from seen) < :limit
 where ledger_id = :ledger_id and key = :key
returning is_done;
