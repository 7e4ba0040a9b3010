-- name: find_decision
-- What became of a transaction; no row while it waits.
-- by: transactions_pkey
select status, failure, log_sequence
  from transactions where ledger_id = :ledger_id and id = :transaction_id and status <> 'pending';
