-- name: read_quota
-- A number that was set for the tenant; null, or no row, where the usual one holds.
-- by: tenant_quotas_pkey
select (q.limits ->> :quota::text)::integer as most from tenant_quotas q where q.tenant_id = :tenant_id;
