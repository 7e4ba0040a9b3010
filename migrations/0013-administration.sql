-- Administration: the log of each tenant, the keys of administrators, and from where API keys may be used.

-- What happens to a tenant, its ledgers, keys, operators and strings, in order, each event chained to the one before it. The nil
-- UUID is the log of the installation itself: rates, and administrators and operators of all tenants.
create table tenant_log (
  tenant_id      uuid not null,
  sequence       bigint not null check (sequence > 0),
  type           text not null check (type ~ '^[a-z_]{1,30}\.[a-z_]{1,30}$'),
  -- One code unit a character, in SQL and in JavaScript, so that both count the same length where it is hashed.
  actor          text not null check (actor ~ '^[ -~]{1,100}$'),
  subject_type   text not null check (subject_type ~ '^[a-z_]{1,30}$'),
  subject_id     text not null check (subject_id ~ '^[!-~]{1,100}$'),
  -- The subject as the event left it, or as it was before it went: JSON as it was hashed, which is why it is text.
  content        text not null,
  occurred_at    timestamptz not null,
  previous_hash  bytea not null check (octet_length(previous_hash) = 33),
  hash           bytea not null check (octet_length(hash) = 33),
  primary key (tenant_id, sequence)
);

-- All logs together, newest first, as an administrator of all tenants reads them.
create index tenant_log_by_time on tenant_log (occurred_at, tenant_id, sequence);

-- The row whose lock makes one writer of many: the end of each log. What is cut off at the end is missed here.
create table tenant_log_heads (
  tenant_id      uuid primary key,
  last_sequence  bigint not null check (last_sequence >= 0),
  last_hash      bytea not null check (octet_length(last_hash) = 33)
);

grant select on tenant_log, tenant_log_heads to ledger_app;

create table admin_keys (
  id            uuid primary key,
  -- Null: of every tenant.
  tenant_id     uuid references tenants,
  -- Every request of an administrator finds its key by the prefix.
  prefix        text not null unique check (prefix ~ '^[a-z0-9]{12}$'),
  secret_hash   bytea not null check (octet_length(secret_hash) = 32),
  name          text not null check (char_length(name) between 1 and 255),
  is_active     boolean not null default true,
  -- Sampled, as of API keys.
  last_used_at  timestamptz,
  created_at    timestamptz not null,
  revoked_at    timestamptz
);

-- Administrators' keys of a tenant, in the order in which they were made, which is that of their ids.
create index admin_keys_of_tenant on admin_keys (tenant_id, id);

grant select, insert, update on admin_keys to ledger_app;

-- Networks from which the key may be used (CIDR); from everywhere where there is none.
alter table api_keys add column allowed_networks text[] not null default '{}' check (cardinality(allowed_networks) <= 100);

-- Keys and ledgers in the order in which they were made, as administrators list them.
create index api_keys_of_ledger_by_id on api_keys (ledger_id, id);
create index api_keys_of_tenant_by_id on api_keys (tenant_id, id);
create index ledgers_of_tenant_by_id on ledgers (tenant_id, id);

-- An event takes its place behind the last one of its log, whoever writes it. The service may not write here at all: it acts on the
-- tables below, and their triggers tell. The text that is hashed is `tenantEventV1` (src/modules/access/domain/tenant-log.ts).
create function chain_tenant_log() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head tenant_log_heads;
  members text[];
  told text;
begin
  insert into tenant_log_heads (tenant_id, last_sequence, last_hash)
  values (new.tenant_id, 0, '\x01'::bytea || sha256(convert_to('14:tenant genesis;1:1;36:' || new.tenant_id || ';', 'UTF8')))
  on conflict do nothing;
  select * into strict head from tenant_log_heads h where h.tenant_id = new.tenant_id for update;
  new.sequence := head.last_sequence + 1;
  new.previous_hash := head.last_hash;
  new.occurred_at := date_trunc('milliseconds', clock_timestamp());
  members := array[
    'tenant event', '1', encode(new.previous_hash, 'hex'), new.tenant_id::text, new.sequence::text, new.type, new.actor,
    new.subject_type, new.subject_id, encode(sha256(convert_to(new.content, 'UTF8')), 'hex'),
    to_char(new.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')];
  select string_agg(char_length(member) || ':' || member || ';', '' order by place) into told
    from unnest(members) with ordinality as each (member, place);
  new.hash := '\x01'::bytea || sha256(convert_to(told, 'UTF8'));
  update tenant_log_heads h set last_sequence = new.sequence, last_hash = new.hash where h.tenant_id = new.tenant_id;
  return new;
end $$;

create trigger tenant_log_is_chained before insert on tenant_log
  for each row execute function chain_tenant_log();
create trigger tenant_log_is_written_once before update or delete on tenant_log
  for each row execute function refuse_rewriting();
create trigger tenant_log_is_never_truncated before truncate on tenant_log
  for each statement execute function refuse_rewriting();
create trigger tenant_log_heads_stay before delete on tenant_log_heads
  for each row execute function refuse_rewriting();
create trigger tenant_log_heads_are_never_truncated before truncate on tenant_log_heads
  for each statement execute function refuse_rewriting();

-- Tells the log of what happened to a row, in the transaction in which it happens. Secrets are told to nobody, not even their
-- hashes; that a secret was changed is told. When something was last used is no act. The actor is who the transaction says.
create function tell_tenant_log() returns trigger language plpgsql security definer
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
    when plane = 'fx_rates' then 'rate' end;
  was constant jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  is_now constant jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  one constant jsonb := coalesce(is_now, was);
  whose uuid;
  verb text;
begin
  if tg_op = 'INSERT' then
    verb := case when subject = 'string_member' then 'added' when subject = 'rate' then 'set' else 'created' end;
  elsif tg_op = 'DELETE' then
    verb := case when subject = 'string_member' then 'removed' else 'deleted' end;
  elsif was - left_out is distinct from is_now - left_out then
    verb := case
      when subject = 'rate' then 'set'
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
      else one ->> 'id' end,
    (one - left_out)::text);
  return null;
end $$;

create trigger tenants_are_told after insert or update or delete on tenants
  for each row execute function tell_tenant_log();
create trigger ledgers_are_told after insert or update or delete on ledgers
  for each row execute function tell_tenant_log();
create trigger api_keys_are_told after insert or update or delete on api_keys
  for each row execute function tell_tenant_log();
create trigger admin_keys_are_told after insert or update or delete on admin_keys
  for each row execute function tell_tenant_log();
create trigger operators_are_told after insert or update or delete on operators
  for each row execute function tell_tenant_log();
create trigger strings_are_told after insert or update or delete on strings
  for each row execute function tell_tenant_log();
create trigger string_members_are_told after insert or update or delete on string_members
  for each row execute function tell_tenant_log();
create trigger fx_rates_are_told after insert or update or delete on fx_rates
  for each row execute function tell_tenant_log();

revoke all on function chain_tenant_log(), tell_tenant_log() from public;

-- What was there before there was a log, as it is found now.
-- By a function: Citus would hand the whole text of a command on to its nodes.
select set_config('TimeZone', 'UTC', true);
insert into tenant_log (tenant_id, type, actor, subject_type, subject_id, content)
select coalesce(tenant_id, '00000000-0000-0000-0000-000000000000'), type, 'migration', split_part(type, '.', 1), subject_id, content
  from (
    select id as tenant_id, 'tenant.created' as type, id::text as subject_id, to_jsonb(t)::text as content, 1 as kind, created_at
      from tenants t
    union all
    select tenant_id, 'ledger.created', id::text, to_jsonb(l)::text, 2, created_at from ledgers l
    union all
    select tenant_id, 'key.created', id::text, (to_jsonb(k) - array['secret_hash', 'last_used_at'])::text, 3, created_at
      from api_keys k
    union all
    select tenant_id, 'operator.created', id::text, (to_jsonb(o) - array['password_hash', 'last_seen_at'])::text, 3, created_at
      from operators o
    union all
    select tenant_id, 'string.created', id::text, to_jsonb(s)::text, 3, created_at from strings s
    union all
    select l.tenant_id, 'string_member.added', m.string_id || '/' || m.ledger_id, to_jsonb(m)::text, 4, m.added_at
      from string_members m join ledgers l on l.id = m.ledger_id
    union all
    select null, 'rate.set', base || '/' || quote, to_jsonb(r)::text, 4, set_at from fx_rates r
  ) found
 order by kind, created_at, subject_id;
