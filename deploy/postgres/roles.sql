-- Runs once, as the superuser, when the database of deploy/compose.yaml is created: the owner, which runs the migrations, and the role that
-- the service logs in as, which owns nothing. docs/operate/databases.md explains their rights.
do $$
declare
  secret text;
begin
  secret := btrim(pg_read_file('/run/secrets/ledger_owner_password'), E' \n');
  execute format('create role ledger_owner login createrole password %L', secret);
  secret := btrim(pg_read_file('/run/secrets/ledger_app_password'), E' \n');
  execute format('create role ledger_app login noinherit password %L', secret);
end $$;

-- Lets migrations set the settings of the role.
grant ledger_app to ledger_owner with admin option;

create database ledger owner ledger_owner;
