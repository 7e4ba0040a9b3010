-- A redelivery is told in the tenant's log, and what the log tells of webhook endpoints and of the attribute catalog can be compared with
-- the rows.

-- The redelivery that was asked for last: JSON with an id of its own, and one delivery or the sequences.
alter table webhook_endpoints add column redelivery text check (char_length(redelivery) <= 500);

-- What the log tells of an endpoint. Of the address only scheme, host and port: the rest often holds a secret of the receiver.
create function told_endpoint(one jsonb) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'id', one -> 'id', 'ledger_id', one -> 'ledger_id', 'origin', substring(one ->> 'url' from '^([a-z]+://)') ||
      substring(one ->> 'url' from '^[a-z]+://(?:[^/?#@]*@)?([^/?#]*)'),
    'description', one -> 'description', 'types', one -> 'types', 'is_active', one -> 'is_active',
    'max_in_flight', one -> 'max_in_flight', 'created_by', one -> 'created_by')
$$;

create or replace function tell_of_endpoint(was jsonb, is_now jsonb) returns void language plpgsql security definer
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
    when was -> 'secret' is distinct from is_now -> 'secret' then 'secret_set'
    when was ->> 'redelivery' is distinct from is_now ->> 'redelivery' then 'redelivered' end;
  if verb is null then
    return;
  end if;
  select l.tenant_id into strict whose from ledgers l where l.id = (one ->> 'ledger_id')::uuid;
  insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
  values (
    whose, 'webhook_endpoint.' || verb, coalesce(nullif(current_setting('ledger.actor', true), ''), 'command line'),
    'webhook_endpoint', one ->> 'id',
    (told_endpoint(one) || case verb
      when 'redelivered' then jsonb_build_object('redelivery', (one ->> 'redelivery')::jsonb) else '{}' end)::text);
end $$;

drop trigger webhook_endpoint_changes_are_told on webhook_endpoints;
create trigger webhook_endpoint_changes_are_told after update on webhook_endpoints
  for each row when (
    (old.url, old.description, old.types, old.is_active, old.max_in_flight, old.secret, old.paused_at is null, old.redelivery)
    is distinct from
    (new.url, new.description, new.types, new.is_active, new.max_in_flight, new.secret, new.paused_at is null, new.redelivery))
  execute function tell_of_changed_endpoint();

revoke all on function told_endpoint(jsonb) from public;
grant execute on function told_endpoint(jsonb) to ledger_app;

-- What was there before its acts were told, as it is found now. The owner reads all ledgers meanwhile.
alter table webhook_endpoints no force row level security;
select set_config('TimeZone', 'UTC', true);
insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
select l.tenant_id, 'webhook_endpoint.created', 'migration', 'webhook_endpoint', e.id::text, told_endpoint(to_jsonb(e))::text
  from webhook_endpoints e join ledgers l on l.id = e.ledger_id
 where not exists (select from tenant_log t where t.subject_type = 'webhook_endpoint' and t.subject_id = e.id::text)
 order by e.id;
alter table webhook_endpoints force row level security;

insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
select tenant_id, type, 'migration', split_part(type, '.', 1), subject_id, content
  from (
    select tenant_id, 'attribute_settings.set' as type, tenant_id::text as subject_id, (to_jsonb(s) - array['version', 'updated_at'])::text as content
      from attribute_settings s where strict_mode
    union all
    select tenant_id, 'attribute_definition.created', id::text,
           (to_jsonb(d) - array['index_state', 'index_round', 'updated_at'] || jsonb_build_object('is_indexed', index_state <> 'off'))::text
      from attribute_definitions d where label is not null or index_state <> 'off'
  ) found
 where not exists (select from tenant_log t where t.subject_type = split_part(found.type, '.', 1) and t.subject_id = found.subject_id)
 order by tenant_id, type, subject_id;
