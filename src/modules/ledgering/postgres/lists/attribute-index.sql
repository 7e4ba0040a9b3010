-- name: ledgers_of_tenant
-- Needs no scope of ledgers, because the ledgers are in the control plane.
-- by: ledgers_tenant_id_code_key
select id from ledgers where tenant_id = :tenant_id order by code;

-- name: begin_backfill
-- Begins a backfill, or begins it again if the round is later than the stored one.
insert into attribute_backfills as b (ledger_id, key, round)
values (:ledger_id, :key, :round)
on conflict (ledger_id, key) do update
   set round = excluded.round, position = default, is_done = default
 where b.round < excluded.round;

-- name: read_backfill
-- Returns whether the backfill has ended; no row if it has not begun.
-- by: attribute_backfills_pkey
select is_done from attribute_backfills where ledger_id = :ledger_id and key = :key and round = :round;

-- name: lock_backfill
-- Locks the progress of a backfill. Only one process at a time fills a ledger's index for a key; the others skip the row.
-- by: attribute_backfills_pkey
select position from attribute_backfills
 where ledger_id = :ledger_id and key = :key and round = :round and not is_done
   for no key update skip locked;

-- name: index_batch
-- Inserts transactions in the order of their ids. The time in an id is never later than the acceptance, so transactions that are accepted
-- after the index was turned on are already in it. A value that was accepted before values were normalised may be too long in its
-- normalised form; such a value is left out, because no search could find it.
-- by: transactions_pkey
insert into transaction_attributes (ledger_id, key, value, transaction_id)
select t.ledger_id, :key, t.value, t.id
  from (select ledger_id, id, normalize(attributes ->> :key) as value from transactions
         where ledger_id = :ledger_id and id > :position order by id limit :limit) t
 where char_length(t.value) <= 128
on conflict do nothing;

-- name: advance_backfill
-- Moves the position past the batch. The backfill is done when a batch is not full, because transactions that were accepted after the
-- backfill began were written together with their rows in the index.
-- by: attribute_backfills_pkey, transactions_pkey
with seen as materialized (
  select id from transactions where ledger_id = :ledger_id and id > :position order by id limit :limit
)
update attribute_backfills
   set position = coalesce((select id from seen order by id desc limit 1), position),
       is_done = (select count(*) from seen) < :limit
 where ledger_id = :ledger_id and key = :key
returning is_done;
