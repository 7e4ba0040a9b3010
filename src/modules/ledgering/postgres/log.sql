-- name: append_events
-- Events and the head that they move. Needs the lock of the head, and refuses where it does not stand where the first
-- event continues.
-- by: ledger_heads_pkey
with appended as (
  insert into ledger_log (ledger_id, sequence, type, transaction_id, account_id, actor, reason, occurred_at,
                          content_hash, hash)
  select :ledger_id, e.*
    from unnest(:event_sequences::bigint[], :event_types::text[], :event_transaction_ids::uuid[],
                :event_account_ids::uuid[], :event_actors::text[], :event_reasons::text[],
                :event_occurred_at::timestamptz[], :event_content_hashes::bytea[], :event_hashes::bytea[]) as e
), moved as (
  update ledger_heads
     set last_sequence = :last_sequence, last_hash = :last_hash,
         last_transaction_sequence = coalesce(:last_transaction_sequence, last_transaction_sequence)
   where ledger_id = :ledger_id and last_sequence = :sequence_before
  returning 1
)
select refuse_unplanned('{1}', array(select count(*) from moved)::integer[]);
