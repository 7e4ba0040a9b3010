-- name: lock_attribute_rules
-- Locks the row of the tenant's settings until the transaction ends. The function takes an advisory lock first, so that all writers wait in
-- the order of their arrival (migrations/0008-attributes.sql).
select lock_attribute_rules(:tenant_id);

-- name: read_attribute_rules
-- Reads the rules in one snapshot. The aggregates return a row for a tenant that has never changed a setting.
-- by: attribute_definitions_pkey, attribute_settings_pkey
select coalesce(max(version), 0) as version, coalesce(bool_or(strict_mode), false) as strict_mode,
       array(select key from attribute_definitions where tenant_id = :tenant_id) as keys,
       array(select key from attribute_definitions
              where tenant_id = :tenant_id and index_state <> 'off') as indexed_keys
  from attribute_settings
 where tenant_id = :tenant_id;

-- name: renew_attribute_rules
-- Increments the version in place, so that it need not be read first.
-- by: attribute_settings_pkey
update attribute_settings set version = version + 1, updated_at = :updated_at where tenant_id = :tenant_id;
