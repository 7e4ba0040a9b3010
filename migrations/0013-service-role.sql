-- The service's role may log in by itself, and has its settings whoever's connection it comes on: a pooler hands on no
-- options of a start. The list is that of `serviceSettings` (src/kernel/postgres/orm.ts). The role is shared by all
-- databases of a server, so another owner may have set it already; one who may not is let go on, because a service that
-- logs in as the owner sends the settings itself, and each looks at its own when it starts.
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

-- From PostgreSQL 16 on, who creates a role is its member without being allowed to become it.
do $$
begin
  if current_setting('server_version_num')::integer >= 160000 then
    if not pg_has_role(current_user, 'ledger_app', 'set') then
      execute format('grant ledger_app to %I with inherit false, set true', current_user);
    end if;
  end if;
end $$;
