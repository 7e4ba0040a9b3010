-- name: read_event_hashes
-- Reads the hashes of the events after a sequence, up to the first gap. They are concatenated, so that thousands of hashes need only one
-- row.
-- by: ledger_log_pkey
select string_agg(hash, ''::bytea order by sequence) as hashes
  from (select sequence, hash, row_number() over (order by sequence) as place
          from (select sequence, hash from ledger_log
                 where ledger_id = :ledger_id and sequence > :after::bigint order by sequence limit :limit) l) numbered
 where sequence = :after::bigint + place;

-- name: read_deciding_event
-- Reads the event that posted or failed a transaction; its columns are null if the transaction is pending.
-- by: ledger_log_pkey, transactions_pkey
select t.log_sequence, t.sequence, l.type, l.account_id, l.actor, l.reason, l.occurred_at, l.content_hash, l.hash, before.hash as hash_before
  from (select log_sequence, sequence from transactions where ledger_id = :ledger_id and id = :transaction_id) t
  left join lateral (select * from ledger_log where ledger_id = :ledger_id and sequence = t.log_sequence offset 0) l on true
  left join lateral (select hash from ledger_log where ledger_id = :ledger_id and sequence = t.log_sequence - 1 offset 0) before on true;
