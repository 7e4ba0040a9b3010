-- Every act has an event: links, sessions and webhook endpoints are told in the tenant's log too. Sessions say how they began and from
-- where, and are kept for 90 days after they ended. The hashes of tokens depend on the pepper.

-- Their hashes were made without the pepper, so nobody can tell them from forged ones: all of them end.
delete from invitations;
delete from sessions;

-- A link that was used stays, until the next one: it says who created it.
alter table invitations add column created_by text not null check (created_by ~ '^[ -~]{1,100}$');
alter table invitations add column used_at timestamptz;

-- A session that was ended keeps its row; so does one whose time is over.
alter table sessions add column began_by text not null check (began_by in ('sign_in', 'link'));
-- The actor who created the link that began it.
alter table sessions add column link_created_by text check (link_created_by ~ '^[ -~]{1,100}$');
alter table sessions add constraint sessions_name_their_link check ((began_by = 'link') = (link_created_by is not null));
-- From where: of the connection, or as a trusted proxy says; and what the browser says of itself.
alter table sessions add column address text not null check (char_length(address) between 1 and 100);
alter table sessions add column agent text check (char_length(agent) between 1 and 255);
alter table sessions add column ended_at timestamptz;
alter table sessions add column ended_by text check ((ended_by is null) = (ended_at is null));

-- Sessions of an operator, as they are listed.
create index sessions_of_operator_by_id on sessions (operator_id, id);
-- Those that an act ends: few of all that are kept.
drop index sessions_of_operator;
create index sessions_of_operator on sessions (operator_id, created_at) where ended_at is null;

-- HMAC of a constant under the installation's secret and the pepper: a process with another pepper notices it. Null until a process
-- starts that hashes.
alter table installation add column pepper_check bytea check (octet_length(pepper_check) = 32);
grant update (pepper_check) on installation to ledger_app;

-- The actor who created the endpoint, as the logs name it. Unknown of those that were there before.
alter table webhook_endpoints add column created_by text not null default 'unknown' check (created_by ~ '^[ -~]{1,100}$');
alter table webhook_endpoints alter column created_by drop default;

-- Tells the tenant's log of a webhook endpoint that was created (`was` is null), changed or deleted (`is_now` is null). Of the address
-- only scheme, host and port are told: the rest often holds a secret of the receiver. Nothing is told where only deliveries went on.
create function tell_of_endpoint(was jsonb, is_now jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  told_of constant text[] := array['url', 'description', 'types', 'is_active', 'max_in_flight'];
  one constant jsonb := coalesce(is_now, was);
  differs boolean := false;
  member text;
  verb text;
  whose uuid;
begin
  foreach member in array told_of loop
    differs := differs or was -> member is distinct from is_now -> member;
  end loop;
  verb := case
    when was is null then 'created'
    when is_now is null then 'deleted'
    -- Someone let it go on.
    when differs or (was ->> 'paused_at' is not null and is_now ->> 'paused_at' is null) then 'updated'
    when was -> 'secret' is distinct from is_now -> 'secret' then 'secret_set' end;
  if verb is null then
    return;
  end if;
  select l.tenant_id into strict whose from ledgers l where l.id = (one ->> 'ledger_id')::uuid;
  insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
  values (
    whose, 'webhook_endpoint.' || verb, coalesce(nullif(current_setting('ledger.actor', true), ''), 'command line'),
    'webhook_endpoint', one ->> 'id',
    jsonb_build_object(
      'id', one -> 'id', 'ledger_id', one -> 'ledger_id', 'origin', substring(one ->> 'url' from '^([a-z]+://)') ||
        substring(one ->> 'url' from '^[a-z]+://(?:[^/?#@]*@)?([^/?#]*)'),
      'description', one -> 'description', 'types', one -> 'types', 'is_active', one -> 'is_active',
      'max_in_flight', one -> 'max_in_flight', 'created_by', one -> 'created_by')::text);
end $$;

-- Where ledgers are kept on many nodes, a part of the table cannot write into a log that is elsewhere: there the service calls
-- tell_of_endpoint itself, in the same transaction.
create function tell_of_changed_endpoint() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'webhook_endpoints' then
    perform tell_of_endpoint(
      case when tg_op = 'INSERT' then null else to_jsonb(old) end, case when tg_op = 'DELETE' then null else to_jsonb(new) end);
  end if;
  return null;
end $$;

create trigger webhook_endpoints_are_told after insert or delete on webhook_endpoints
  for each row execute function tell_of_changed_endpoint();
-- Delivering writes the row often, and changes nothing that is told.
create trigger webhook_endpoint_changes_are_told after update on webhook_endpoints
  for each row when (
    (old.url, old.description, old.types, old.is_active, old.max_in_flight, old.secret, old.paused_at is null)
    is distinct from (new.url, new.description, new.types, new.is_active, new.max_in_flight, new.secret, new.paused_at is null))
  execute function tell_of_changed_endpoint();

revoke all on function tell_of_endpoint(jsonb, jsonb), tell_of_changed_endpoint() from public;
grant execute on function tell_of_endpoint(jsonb, jsonb) to ledger_app;

-- Tells the log of what happened to a row, in the transaction in which it happens. Secrets are told to nobody, not even their
-- hashes; that a secret was changed is told. Neither when something was last used, nor from where, is told: the row has that for
-- as long as it is kept. The actor is who the transaction says.
create or replace function tell_tenant_log() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  left_out constant text[] := array[
    'secret_hash', 'password_hash', 'token_hash', 'last_used_at', 'last_seen_at', 'seen_at', 'address', 'agent'];
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  -- Where ledgers are kept on many nodes, a table may be called by the name of its part.
  plane constant text := regexp_replace(tg_table_name, '_\d+$', '');
  subject constant text := case
    when plane = 'tenants' then 'tenant'
    when plane = 'ledgers' then 'ledger'
    when plane = 'api_keys' then 'key'
    when plane = 'admin_keys' then 'admin_key'
    when plane = 'operators' then 'operator'
    when plane = 'invitations' then 'invitation'
    when plane = 'sessions' then 'session'
    when plane = 'strings' then 'string'
    when plane = 'string_members' then 'string_member'
    when plane = 'fx_rates' then 'rate'
    when plane = 'tenant_quotas' then 'quota'
    when plane = 'attribute_definitions' then 'attribute_definition'
    when plane = 'attribute_settings' then 'attribute_settings' end;
  was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  is_now jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  one jsonb;
  whose uuid;
  verb text;
begin
  -- A session that is over has no right any more; that its row goes after its time is no act.
  if subject = 'session' and tg_op = 'DELETE'
     and (was ->> 'ended_at' is not null or (was ->> 'expires_at')::timestamptz <= clock_timestamp()) then
    return null;
  end if;
  -- A key that came up with a transaction, and the settings that are there to be locked, are no acts.
  if tg_op = 'INSERT' and (
    (subject = 'attribute_definition' and coalesce(current_setting('ledger.actor', true), '') = '')
    or (subject = 'attribute_settings' and not (is_now -> 'strict_mode')::boolean)) then
    return null;
  end if;
  if subject in ('attribute_definition', 'attribute_settings') then
    -- That an index was turned on is an act; building it is none.
    was := was - array['index_state', 'index_round', 'version', 'updated_at']
           || jsonb_strip_nulls(jsonb_build_object('is_indexed', was ->> 'index_state' <> 'off'));
    is_now := is_now - array['index_state', 'index_round', 'version', 'updated_at']
              || jsonb_strip_nulls(jsonb_build_object('is_indexed', is_now ->> 'index_state' <> 'off'));
  end if;
  one := coalesce(is_now, was);
  if tg_op = 'INSERT' then
    verb := case
      when subject = 'string_member' then 'added'
      when subject = 'session' then 'started'
      when subject in ('rate', 'quota', 'attribute_settings') then 'set'
      else 'created' end;
  elsif tg_op = 'DELETE' then
    verb := case
      when subject = 'string_member' then 'removed'
      when subject = 'invitation' then 'withdrawn'
      else 'deleted' end;
  elsif subject = 'invitation' and was ->> 'token_hash' is distinct from is_now ->> 'token_hash' then
    verb := 'created';
  elsif was - left_out is distinct from is_now - left_out then
    verb := case
      when subject in ('rate', 'quota', 'attribute_settings') then 'set'
      when subject = 'invitation' and was ->> 'used_at' is null and is_now ->> 'used_at' is not null then 'used'
      when subject = 'session' and was ->> 'ended_at' is null and is_now ->> 'ended_at' is not null then 'ended'
      when was ->> 'revoked_at' is null and is_now ->> 'revoked_at' is not null then 'revoked'
      else 'updated' end;
  elsif was -> 'password_hash' is distinct from is_now -> 'password_hash' then
    verb := 'password_set';
  elsif was -> 'secret_hash' is distinct from is_now -> 'secret_hash' then
    verb := 'secret_set';
  elsif was -> 'token_hash' is distinct from is_now -> 'token_hash' then
    verb := 'updated';
  else
    return null;
  end if;
  if subject = 'tenant' then
    whose := (one ->> 'id')::uuid;
  elsif subject = 'string_member' then
    select l.tenant_id into strict whose from ledgers l where l.id = (one ->> 'ledger_id')::uuid;
  elsif subject in ('invitation', 'session') then
    select coalesce(o.tenant_id, nobody) into strict whose from operators o where o.id = (one ->> 'operator_id')::uuid;
  else
    whose := coalesce((one ->> 'tenant_id')::uuid, nobody);
  end if;
  insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
  values (
    whose, subject || '.' || verb, coalesce(nullif(current_setting('ledger.actor', true), ''), 'command line'), subject,
    case
      when subject = 'rate' then (one ->> 'base') || '/' || (one ->> 'quote')
      when subject = 'string_member' then (one ->> 'string_id') || '/' || (one ->> 'ledger_id')
      when subject in ('quota', 'attribute_settings') then one ->> 'tenant_id'
      when subject = 'invitation' then one ->> 'operator_id'
      else one ->> 'id' end,
    (one - left_out)::text);
  return null;
end $$;

create trigger invitations_are_told after insert or update or delete on invitations
  for each row execute function tell_tenant_log();
create trigger sessions_are_told after insert or update or delete on sessions
  for each row execute function tell_tenant_log();
create trigger attribute_definitions_are_told after insert or update or delete on attribute_definitions
  for each row execute function tell_tenant_log();
create trigger attribute_settings_are_told after insert or update of strict_mode on attribute_settings
  for each row execute function tell_tenant_log();
