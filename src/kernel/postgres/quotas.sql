-- name: read_quota
-- Reads the limit that was set for the tenant; null, or no row, if the usual limit applies.
-- by: tenant_quotas_pkey
select (q.limits ->> :quota::text)::integer as most from tenant_quotas q where q.tenant_id = :tenant_id;
