-- name: read-backlog
-- Counts the pending transactions without a lock, and stops at maxCountedBacklog. The function bypasses row-level security; it returns only
-- a count and an id.
-- by: ledger_heads_pkey
select posting_backlog(100000, count(*)) as backlog from ledger_heads where ledger_id = :beside;
