-- Runs once on each node of deploy/compose.citus.yaml, as the superuser, in the database `ledger`: the role that the service
-- logs in as, and the passwords with which the nodes authenticate. Every node must have it before it is registered.
set citus.enable_create_role_propagation = off;

do $$
declare
  secret text;
begin
  secret := btrim(pg_read_file('/run/secrets/ledger_app_password'), E' \n');
  execute format('create role ledger_app login noinherit password %L', secret);
  -- The credentials for node 0, which stands for all nodes.
  insert into pg_dist_authinfo values (0, 'ledger_app', format('password=%s', secret));
  secret := btrim(pg_read_file('/run/secrets/postgres_password'), E' \n');
  insert into pg_dist_authinfo values (0, 'postgres', format('password=%s', secret));
end $$;
