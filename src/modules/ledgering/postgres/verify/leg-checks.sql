-- Each statement gives the rows that break the check of its name. What the checks promise stands in leg-checks.ts.

-- name: legs-stand-together
select place, detail, count(*) over () as total
from (
  with named as (
    select o.id, leg.ledger_id, leg.transaction_id
      from string_operations o
     cross join lateral (values (o.source_ledger_id, o.source_transaction_id),
                                (o.target_ledger_id, o.target_transaction_id)) as leg (ledger_id, transaction_id)
  ), held as (
    select string_operation_id as id, ledger_id, id as transaction_id, status
      from transactions
     where string_operation_id is not null
  )
  select format('string operation %s, transaction %s', coalesce(n.id, h.id),
                coalesce(n.transaction_id, h.transaction_id)),
         case
           when h.id is null then format('is not there as its leg in ledger %s', n.ledger_id)
           when n.id is null
             then format('calls itself its leg in ledger %s, but the operation does not name it', h.ledger_id)
           when h.status <> 'posted' then format('is %s', h.status)
         end
    from named n
    full join held h on h.id = n.id and h.ledger_id = n.ledger_id and h.transaction_id = n.transaction_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
