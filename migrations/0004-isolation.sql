-- The application role owns nothing and may not change what is written once. It is shared by all databases of a server,
-- so it may be there already.
do $$
begin
  create role ledger_app nologin noinherit;
exception
  when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  if not pg_has_role(current_user, 'ledger_app', 'member') then
    execute format('grant ledger_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to ledger_app;
grant select, insert, update on tenants, ledgers, api_keys to ledger_app;
grant select on installation to ledger_app;
grant select, insert, update on ledger_heads, account_balances, account_day_balances, transactions, journals, period_locks
  to ledger_app;
grant select, insert, update, delete on accounts, account_sets, account_set_members to ledger_app;
grant select, insert, delete on posting_queue to ledger_app;
grant select, insert on entries, ledger_log, idempotency_keys to ledger_app;
grant delete on account_balances to ledger_app;

-- Row-level security: a transaction sees the ledgers it named and no others; one that named none sees nothing. `coalesce`
-- keeps the condition out of the indexes, where the planner would count it a second time as choosing one ledger of many.
do $$
declare
  plane text;
begin
  foreach plane in array array[
    'ledger_heads', 'accounts', 'account_balances', 'account_day_balances', 'journals', 'account_sets',
    'account_set_members', 'period_locks', 'transactions', 'posting_queue', 'entries', 'idempotency_keys',
    'ledger_log'
  ] loop
    execute format('alter table %I enable row level security', plane);
    execute format('alter table %I force row level security', plane);
    execute format(
      'create policy %I on %I using (coalesce(ledger_id = any ((select nullif(current_setting(''ledger.scope'', true), '''')::uuid[])::uuid[]), false))',
      plane || '_in_scope', plane);
  end loop;
end $$;

-- The poster must find out which ledgers have work without seeing any of it: the function below runs as its owner,
-- who alone may look at the queue of all ledgers, and gives away nothing but ledger ids.
do $$
begin
  execute format('create policy posting_queue_for_discovery on posting_queue for select to %I using (true)', current_user);
end $$;

create function ledgers_with_pending_work() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  -- Jumps from ledger to ledger in the primary key instead of reading the whole queue.
  with recursive waiting(ledger_id) as (
    (select ledger_id from posting_queue order by ledger_id limit 1)
    union all
    select (select q.ledger_id from posting_queue q where q.ledger_id > w.ledger_id order by q.ledger_id limit 1)
      from waiting w
     where w.ledger_id is not null
  )
  select ledger_id from waiting where ledger_id is not null
$$;

revoke all on function ledgers_with_pending_work() from public;
grant execute on function ledgers_with_pending_work() to ledger_app;
