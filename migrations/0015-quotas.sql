-- Quotas: how much a tenant may ask, whatever its own administrators allow its keys.

-- A tenant of which nothing was said has no row, and no bound of its own.
create table tenant_quotas (
  tenant_id            uuid primary key references tenants,
  -- By all keys of the tenant together; null: no bound.
  requests_per_second  integer check (requests_per_second between 1 and 1000000),
  set_at               timestamptz not null
);

grant select, insert, update on tenant_quotas to ledger_app;

-- Tells the log of what happened to a row, in the transaction in which it happens. Secrets are told to nobody, not even their
-- hashes; that a secret was changed is told. When something was last used is no act. The actor is who the transaction says.
create or replace function tell_tenant_log() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  left_out constant text[] := array['secret_hash', 'password_hash', 'last_used_at', 'last_seen_at'];
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  -- Where ledgers are kept on many nodes, a table may be called by the name of its part.
  plane constant text := regexp_replace(tg_table_name, '_\d+$', '');
  subject constant text := case
    when plane = 'tenants' then 'tenant'
    when plane = 'ledgers' then 'ledger'
    when plane = 'api_keys' then 'key'
    when plane = 'admin_keys' then 'admin_key'
    when plane = 'operators' then 'operator'
    when plane = 'strings' then 'string'
    when plane = 'string_members' then 'string_member'
    when plane = 'fx_rates' then 'rate'
    when plane = 'tenant_quotas' then 'quota' end;
  was constant jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  is_now constant jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  one constant jsonb := coalesce(is_now, was);
  whose uuid;
  verb text;
begin
  if tg_op = 'INSERT' then
    verb := case when subject = 'string_member' then 'added' when subject in ('rate', 'quota') then 'set' else 'created' end;
  elsif tg_op = 'DELETE' then
    verb := case when subject = 'string_member' then 'removed' else 'deleted' end;
  elsif was - left_out is distinct from is_now - left_out then
    verb := case
      when subject in ('rate', 'quota') then 'set'
      when was ->> 'revoked_at' is null and is_now ->> 'revoked_at' is not null then 'revoked'
      else 'updated' end;
  elsif was -> 'password_hash' is distinct from is_now -> 'password_hash' then
    verb := 'password_set';
  elsif was -> 'secret_hash' is distinct from is_now -> 'secret_hash' then
    verb := 'secret_set';
  else
    return null;
  end if;
  if subject = 'tenant' then
    whose := (one ->> 'id')::uuid;
  elsif subject = 'string_member' then
    select l.tenant_id into strict whose from ledgers l where l.id = (one ->> 'ledger_id')::uuid;
  else
    whose := coalesce((one ->> 'tenant_id')::uuid, nobody);
  end if;
  insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
  values (
    whose, subject || '.' || verb, coalesce(nullif(current_setting('ledger.actor', true), ''), 'command line'), subject,
    case
      when subject = 'rate' then (one ->> 'base') || '/' || (one ->> 'quote')
      when subject = 'string_member' then (one ->> 'string_id') || '/' || (one ->> 'ledger_id')
      when subject = 'quota' then one ->> 'tenant_id'
      else one ->> 'id' end,
    (one - left_out)::text);
  return null;
end $$;

create trigger tenant_quotas_are_told after insert or update or delete on tenant_quotas
  for each row execute function tell_tenant_log();
