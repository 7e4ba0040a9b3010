-- name: read-backlog
-- Takes no lock. Counts no further than its bound, which is maxCountedBacklog. The function looks past row-level security, and
-- gives a count and an id.
-- by: ledger_heads_pkey
select posting_backlog(100000, count(*)) as backlog from ledger_heads where ledger_id = :beside;
