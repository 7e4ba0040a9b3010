-- name: read_posting_attempts
-- How often each of the transactions was tried, where it was.
-- by: posting_attempts_pkey
select transaction_id, attempts from posting_attempts
 where ledger_id = :ledger_id and transaction_id = any (:transaction_ids::uuid[]);

-- name: mark_posting_attempts
-- One more attempt at each of them.
insert into posting_attempts as a (ledger_id, transaction_id, attempts)
values (:ledger_id, :transaction_id::uuid, 1)
on conflict (ledger_id, transaction_id) do update set attempts = a.attempts + 1;

-- name: unmark_posting_attempts
-- They are decided, or out of quarantine.
-- by: posting_attempts_pkey
delete from posting_attempts where ledger_id = :ledger_id and transaction_id = any (:transaction_ids::uuid[]);
