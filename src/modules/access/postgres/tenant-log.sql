-- Reads the logs of tenants for `ledger verify`. The lists are composed in tenant-log.ts, because each can be read forward
-- and backward.

-- name: read_tenant_log_ends
select tenant_id, last_sequence from tenant_log_heads where last_sequence > 0;

-- name: read_tenant_event_hashes
-- Returns the concatenated hashes of events after a sequence; ends at the first missing event.
-- by: tenant_log_pkey
select string_agg(hash, ''::bytea order by sequence) as hashes
  from (select sequence, hash, row_number() over (order by sequence) as place
          from (select sequence, hash from tenant_log
                 where tenant_id = :tenant_id and sequence > :after::bigint order by sequence limit :limit) l) numbered
 where sequence = :after::bigint + place;

-- name: read_tenant_log_heads
-- Also returns incomplete logs: those with events but no head, and those with a head but no events.
select tenant_id, coalesce(h.last_sequence, 0) as last_sequence, coalesce(h.last_hash, ''::bytea) as last_hash
  from tenant_log_heads h
  full join (select distinct tenant_id from tenant_log) l using (tenant_id)
 where :tenant_id::uuid is null or tenant_id = :tenant_id
 order by tenant_id;

-- name: read_tenant_events
select * from tenant_log where tenant_id = :tenant_id and sequence > :after order by sequence limit :limit;

-- name: read_ids_of_ledgers
select id from ledgers where :tenant_id::uuid is null or tenant_id = :tenant_id;

-- name: read_kept_endpoints
-- Reads endpoints in a statement of its own, because a ledger's rows may be on a different node than the logs.
select e.id, e.ledger_id, (to_jsonb(e) - array['secret', 'former_secret'])::text as row
  from webhook_endpoints e where e.ledger_id = any (:ledger_ids::uuid[]);

-- name: read_log_disagreements
-- Compares each row with its last event; the content is computed by the same expression as in the trigger. Reads all rows,
-- but runs rarely.
with kept as (
  select 'tenant' as subject_type, id::text as subject_id, id as tenant_id, to_jsonb(t)::text as content from tenants t
  union all
  select 'ledger', id::text, tenant_id, to_jsonb(l)::text from ledgers l
  union all
  select 'key', id::text, tenant_id, (to_jsonb(k) - array['secret_hash', 'last_used_at'])::text from api_keys k
  union all
  select 'admin_key', id::text, coalesce(tenant_id, :nobody::uuid), (to_jsonb(k) - array['secret_hash', 'last_used_at'])::text
    from admin_keys k
  union all
  select 'operator', id::text, coalesce(tenant_id, :nobody::uuid), (to_jsonb(o) - array['password_hash', 'last_seen_at'])::text
    from operators o
  union all
  select 'invitation', i.operator_id::text, coalesce(o.tenant_id, :nobody::uuid), (to_jsonb(i) - 'token_hash')::text
    from invitations i join operators o on o.id = i.operator_id
  union all
  select 'session', s.id::text, coalesce(o.tenant_id, :nobody::uuid),
         (to_jsonb(s) - array['token_hash', 'seen_at', 'address', 'agent'])::text
    from sessions s join operators o on o.id = s.operator_id
  union all
  select 'string', id::text, tenant_id, to_jsonb(s)::text from strings s
  union all
  select 'string_member', m.string_id || '/' || m.ledger_id, l.tenant_id, to_jsonb(m)::text
    from string_members m join ledgers l on l.id = m.ledger_id
  union all
  select 'rate', base || '/' || quote, :nobody::uuid, to_jsonb(r)::text from fx_rates r
  union all
  select 'quota', tenant_id::text, tenant_id, to_jsonb(q)::text from tenant_quotas q
  union all
  select 'webhook_endpoint', e.id::text, l.tenant_id, told_endpoint(e.row)::text
    from jsonb_to_recordset(:endpoints::jsonb) as e (id uuid, ledger_id uuid, row jsonb) join ledgers l on l.id = e.ledger_id
  union all
  select 'attribute_definition', id::text, tenant_id,
         (to_jsonb(d) - array['index_state', 'index_round', 'updated_at'] || jsonb_build_object('is_indexed', index_state <> 'off'))::text
    from attribute_definitions d
  union all
  select 'attribute_settings', tenant_id::text, tenant_id, (to_jsonb(s) - array['version', 'updated_at'])::text from attribute_settings s
), untold as (
  -- Two kinds of rows have no events: attribute keys that a transaction introduced, and rows of settings that exist only
  -- to be locked.
  select 'attribute_definition' as subject_type, id::text as subject_id from attribute_definitions
   where label is null and index_state = 'off'
  union all
  select 'attribute_settings', tenant_id::text from attribute_settings where not strict_mode
), told as (
  select distinct on (subject_type, subject_id) subject_type, subject_id, tenant_id, sequence,
         -- Events that are older than a column do not contain its value, which was then the default.
         case when subject_type = 'ledger' and not content::jsonb ? 'fiscal_year_start'
              then ('{"test_clock_ms": null, "time_zone": "UTC", "fiscal_year_start": "01-01"}'::jsonb || content::jsonb)::text
              when subject_type = 'key' and not content::jsonb ? 'time_zone'
              then ('{"time_zone": "UTC"}'::jsonb || content::jsonb)::text
              when subject_type = 'quota' then ('{"limits": {}}'::jsonb || content::jsonb)::text
              -- `redelivery` describes the act; the endpoint has no such member.
              when type = 'webhook_endpoint.redelivered' then (content::jsonb - 'redelivery')::text else content end as content,
         type like '%.deleted' or type like '%.removed' or type like '%.withdrawn' as is_gone,
         -- The row of a session is deleted some time after the session ended, so it may be missing.
         type = 'session.ended' or (type = 'session.started' and (content::jsonb ->> 'expires_at')::timestamptz <= now()) as may_be_gone
    from tenant_log
   -- Events of these subjects record an act only; no row corresponds to them.
   where subject_type not in ('verification', 'log_epoch')
   order by subject_type, subject_id, occurred_at desc, sequence desc
), compared as (
  select subject_type, subject_id, coalesce(k.tenant_id, t.tenant_id) as tenant_id,
         case
           when t.subject_id is null and (k.subject_type, k.subject_id) in (select subject_type, subject_id from untold) then null
           when t.subject_id is null then 'has no event'
           when k.subject_id is null and not t.is_gone and not t.may_be_gone then format('does not exist, but event %s says that it does', t.sequence)
           when k.subject_id is null then null
           when t.is_gone then format('exists, but event %s says that it does not', t.sequence)
           when k.tenant_id <> t.tenant_id then 'has an event in the log of another tenant'
           when k.content <> t.content then format('differs from event %s', t.sequence) end as detail
    from kept k full join told t using (subject_type, subject_id)
  union all
  -- A session may only be begun by its person, with the password, or through an invitation link.
  select 'session', subject_id, tenant_id, format('event %s says that %s began it', sequence, actor)
    from tenant_log
   where type = 'session.started'
     and actor <> coalesce('link created by ' || (content::jsonb ->> 'link_created_by'), 'operator:' || (content::jsonb ->> 'operator_id'))
)
select subject_type || ' ' || subject_id as place, detail, count(*) over () as total
  from compared
 where detail is not null and (:tenant_id::uuid is null or tenant_id = :tenant_id)
 order by subject_type, subject_id
 limit :max_named;

-- name: read_log_openings
select plane as place, format('%s may %s it', :role::text, lower(privilege)) as detail, count(*) over () as total
  from unnest(array['tenant_log', 'tenant_log_heads']) as plane
 cross join unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as privilege
 where has_table_privilege(:role, plane, privilege)
 order by plane, privilege
 limit :max_named;
