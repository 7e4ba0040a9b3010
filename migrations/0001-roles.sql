-- Who works with the schema, and how a table of the ledger plane is closed.

-- The role that the service works as owns nothing and may not change what is written once. It is shared by all databases
-- of a server, so it may be there already; then nobody needs the right to make one.
do $$
begin
  if not exists (select from pg_roles where rolname = 'ledger_app') then
    create role ledger_app login noinherit;
  end if;
exception
  when duplicate_object or unique_violation then null;
end $$;

-- The role may log in by itself, and has its settings whoever's connection it comes on: a pooler hands on no options of a
-- start. The list is that of `serviceSettings` (src/kernel/postgres/orm.ts). Another owner may have set it already; one who
-- may not is let go on, because a service that logs in as the owner sends the settings itself, and each looks at its own
-- when it starts.
do $$
declare
  settings constant text[] := array[
    'enable_seqscan=off', 'enable_bitmapscan=off', 'plan_cache_mode=force_generic_plan', 'jit=off',
    'statement_timeout=10000', 'lock_timeout=2000', 'idle_in_transaction_session_timeout=20000',
    'TimeZone=UTC', 'DateStyle=ISO'
  ];
  setting text;
begin
  if exists (select from pg_roles where rolname = 'ledger_app' and rolcanlogin and rolconfig @> settings) then
    return;
  end if;
  alter role ledger_app login;
  foreach setting in array settings loop
    execute format('alter role ledger_app set %I = %L', split_part(setting, '=', 1), split_part(setting, '=', 2));
  end loop;
exception
  when insufficient_privilege then
    raise notice 'the role ledger_app keeps its settings: % may not change them', current_user;
end $$;

-- Who owns the schema may become the role. From PostgreSQL 16 on, who creates a role is its member without being allowed to.
do $$
begin
  if current_setting('server_version_num')::integer >= 160000 then
    if not pg_has_role(current_user, 'ledger_app', 'set') then
      execute format('grant ledger_app to %I with inherit false, set true', current_user);
    end if;
  elsif not pg_has_role(current_user, 'ledger_app', 'member') then
    execute format('grant ledger_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to ledger_app;
-- Whether the schema is the one that the service knows.
grant select on schema_migrations to ledger_app;

-- Row-level security: a transaction sees the ledgers that it named and no others; one that named none sees nothing. Each
-- table of the ledger plane is closed by it as soon as it is there; its owner is bound too. The ledger is sought in the text of
-- the setting: what is distributed may hold no subquery, to read the scope as uuids for each row costs twice as much, and as a
-- search in a text the condition stays out of the indexes, where the planner would count it a second time as choosing one
-- ledger of many.
create procedure keep_ledgers_apart(plane regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', plane);
  execute format('alter table %s force row level security', plane);
  execute format(
    'create policy %I on %s using (strpos(current_setting(''ledger.scope'', true), ledger_id::text) > 0)',
    plane || '_in_scope', plane);
end $$;

revoke all on procedure keep_ledgers_apart(regclass) from public;

-- What is written once: entries, the log, and all that tells of them.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused: history is never rewritten', tg_op, tg_table_name using errcode = 'LG002';
end $$;
