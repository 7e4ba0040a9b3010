-- name: read-backlog
-- Takes no lock. Counts no further than its bound. The function looks past row-level security, and gives a count and
-- an id.
select waiting, oldest from posting_backlog(:max_counted);
