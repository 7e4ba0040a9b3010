-- name: decimals-of-ledger
-- Finds transactions whose decimals differ from the ledger's. The first transaction fixes the ledger's decimals. They are a parameter,
-- because the ledger's row is in the control plane.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', id),
         case
           when storage_decimals <> :storage_decimals::smallint
             then format('was booked in %s decimals, and the ledger keeps %s', storage_decimals, :storage_decimals::smallint)
         end
    from transactions
   where ledger_id = :ledger_id and storage_decimals is not null
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
