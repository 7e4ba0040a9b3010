-- name: read_quotas
-- by: tenant_quotas_pkey
select * from tenant_quotas where tenant_id = any (:tenant_ids::uuid[]);

-- name: set_quota
-- Replaces only the numbers that the change contains, so that two simultaneous changes of different numbers both take
-- effect. A limit of null is removed.
insert into tenant_quotas as q (tenant_id, requests_per_second, limits, set_at)
values (:tenant_id, :requests_per_second::integer, jsonb_strip_nulls(:limits::jsonb), :set_at::timestamptz)
on conflict (tenant_id) do update
   set requests_per_second = case when :sets_rate::boolean then excluded.requests_per_second else q.requests_per_second end,
       limits = jsonb_strip_nulls(q.limits || :limits::jsonb), set_at = excluded.set_at
returning *;
