-- Besides how much it may ask, how many things a tenant may have: a number for each quota that was set (kernel/quotas names them), and the
-- service's own number for each that is missing.
alter table tenant_quotas add column limits jsonb not null default '{}'
  check (jsonb_typeof(limits) = 'object' and not jsonb_path_exists(limits, '$.* ? (@.type() != "number" || @ < 0)'));

-- For counting the active keys of a tenant as one is created, past all that were revoked or have expired.
create index api_keys_active on api_keys (tenant_id, expires_at) where revoked_at is null;
