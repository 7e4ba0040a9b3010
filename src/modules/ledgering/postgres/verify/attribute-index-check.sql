-- name: read_indexed_keys
-- Reads the attribute keys by which the transactions of a ledger can be searched. The definitions are in the control plane, which may be on
-- a different node than the ledger.
select d.key from ledgers l join attribute_definitions d on d.tenant_id = l.tenant_id and d.index_state = 'ready' where l.id = :ledger_id;

-- name: find_unindexed
-- Finds transactions that a search by one of the keys does not find. Values that are too long in their normalised form are not indexed.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', t.id), format('is not indexed with %s = %s', k.key, t.attributes ->> k.key)
    from transactions t
   cross join unnest(:keys::text[]) as k (key)
    left join transaction_attributes a on a.ledger_id = :ledger_id and a.transaction_id = t.id and a.key = k.key
   where t.ledger_id = :ledger_id and char_length(normalize(t.attributes ->> k.key)) <= 128 and a.transaction_id is null
  offset 0) as judged (place, detail)
limit :max_named;
