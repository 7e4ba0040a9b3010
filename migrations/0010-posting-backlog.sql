-- What /metrics and /readyz tell of the poster: how much waits (counted up to a bound), and the id of what waits longest,
-- which carries the time of its acceptance. Runs as its owner, like ledgers_with_pending_work, and gives away no more.
create or replace function posting_backlog(bound bigint) returns table (waiting bigint, oldest uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select (select count(*) from (select from posting_queue limit bound) counted),
         (select min(longest.transaction_id::text)::uuid
            from ledgers_with_pending_work() as found (ledger_id)
           cross join lateral (select q.transaction_id from posting_queue q
                                where q.ledger_id = found.ledger_id order by q.transaction_id limit 1) longest)
$$;

revoke all on function posting_backlog(bigint) from public;
grant execute on function posting_backlog(bigint) to ledger_app;

-- Whether the schema is the one that the service knows.
grant select on schema_migrations to ledger_app;
