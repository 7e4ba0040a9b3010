-- name: read_attribute_usage
-- Counts the transactions posted with each key in all ledgers of the tenant. The function runs as its owner
-- (migrations/0008-attributes.sql), because the caller may have access to no ledger.
select key, posted from attribute_usage_of(:tenant_id, :keys);
