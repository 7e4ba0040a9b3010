-- The role's settings gain one, as `serviceSettings` (src/kernel/postgres/session.ts) has it: no parallel workers. A generic plan does not know
-- how few rows a statement reads, so on a large ledger PostgreSQL started two processes, which took 15 ms, to read a hundred rows. An owner
-- that may not change the role keeps its settings, as in the first migration.
do $$
begin
  if exists (select from pg_roles where rolname = 'ledger_app' and rolconfig @> array['max_parallel_workers_per_gather=0']) then
    return;
  end if;
  alter role ledger_app set max_parallel_workers_per_gather = 0;
exception
  when insufficient_privilege then
    raise notice 'the role ledger_app keeps its settings: % may not change them', current_user;
end $$;
