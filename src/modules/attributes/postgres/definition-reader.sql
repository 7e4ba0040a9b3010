-- name: read_attribute_usage
-- Sums over all ledgers of the tenant: a function that runs as its owner (migrations/0008-attributes.sql), because the caller may
-- see no ledger.
select key, posted from attribute_usage_of(:tenant_id, :keys);
