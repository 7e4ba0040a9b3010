-- name: find_decisions
-- Reads the outcome of each transaction. A pending transaction has no row.
-- by: transactions_pkey
select id, status, failure, log_sequence
  from transactions where ledger_id = :ledger_id and id = any (:transaction_ids::uuid[]) and status <> 'pending';
