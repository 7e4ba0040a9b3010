-- name: verify_decided
-- Reads a chunk of the transactions that were posted or failed by events of the log, after an event.
-- by: idempotency_keys_pkey, ledger_log_pkey, transactions_pkey
select l.sequence as key, encode(l.content_hash, 'hex') as kept_hash,
       t.id, t.journal_id, t.effective_date, t.layer, t.description, t.reference, t.total_amount, t.entry_count,
       t.correlation_id, t.correlation_type, t.correlation_source_id, t.idempotency_key, t.metadata, t.attributes,
       t.transaction_code, t.transaction_code_version, t.batch_id, t.undoes_transaction_id, t.settles_transaction_id,
       t.expires_at, t.string_operation_id, t.accepted_by, t.accepted_at, t.sequence, t.failed_draft as kept,
       encode(k.fingerprint, 'hex') as fingerprint
  from ledger_log l
 cross join lateral (select * from transactions where ledger_id = :ledger_id and id = l.transaction_id offset 0) t
  left join lateral (select fingerprint from idempotency_keys where ledger_id = :ledger_id and key = t.idempotency_key offset 0) k on true
 where l.ledger_id = :ledger_id and l.sequence > :after and l.type in ('transaction_posted', 'transaction_failed')
 order by l.sequence
 limit :limit;

-- name: verify_pending
-- Reads a chunk of the pending transactions in the queue, after a transaction.
-- by: idempotency_keys_pkey, posting_queue_pkey, transactions_pkey
select t.id as key, q.draft ->> 'hash' as kept_hash,
       t.id, t.journal_id, t.effective_date, t.layer, t.description, t.reference, t.total_amount, t.entry_count,
       t.correlation_id, t.correlation_type, t.correlation_source_id, t.idempotency_key, t.metadata, t.attributes,
       t.transaction_code, t.transaction_code_version, t.batch_id, t.undoes_transaction_id, t.settles_transaction_id,
       t.expires_at, t.string_operation_id, t.accepted_by, t.accepted_at, t.sequence, q.draft as kept,
       encode(k.fingerprint, 'hex') as fingerprint
  from posting_queue q
 cross join lateral (select * from transactions where ledger_id = :ledger_id and id = q.transaction_id offset 0) t
  left join lateral (select fingerprint from idempotency_keys where ledger_id = :ledger_id and key = t.idempotency_key offset 0) k on true
 where q.ledger_id = :ledger_id and q.transaction_id > :after
 order by q.transaction_id
 limit :limit;

-- name: verify_entries
-- Reads the entries of the transactions of a chunk, ordered by position.
-- by: entries_pkey
select sequence, id, account_id, layer, type, amount, description, metadata
  from entries
 where ledger_id = :ledger_id and sequence = any (:sequences::bigint[])
 order by sequence, position;
