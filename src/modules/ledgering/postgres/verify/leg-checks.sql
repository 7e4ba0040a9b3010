-- Each statement returns the rows that violate the check of the same name. leg-checks.ts describes each check.

-- name: legs-stand-together
-- Finds conversions and transfers whose two legs are not both posted, or that the two logs record differently.
select place, detail, count(*) over () as total
from (
  with named as (
    select o.id, o.is_logged, leg.ledger_id, leg.transaction_id
      from string_operations o
     cross join lateral (values (o.source_ledger_id, o.source_transaction_id),
                                (o.target_ledger_id, o.target_transaction_id)) as leg (ledger_id, transaction_id)
  ), held as (
    select string_operation_id as id, ledger_id, id as transaction_id, status
      from transactions
     where string_operation_id is not null
  ), told as (
    -- The events of each log about the operation, each with the transaction that the preceding event posted.
    select s.string_operation_id as id, s.ledger_id, l.content_hash, before.transaction_id
      from ledger_log_subjects s
      join ledger_log l on l.ledger_id = s.ledger_id and l.sequence = s.sequence
      left join ledger_log before on before.ledger_id = s.ledger_id and before.sequence = s.sequence - 1
                                 and before.type = 'transaction_posted'
     where s.string_operation_id is not null
  )
  select format('string operation %s, transaction %s', coalesce(n.id, h.id),
                coalesce(n.transaction_id, h.transaction_id)),
         case
           when h.id is null then format('is missing as its leg in ledger %s', n.ledger_id)
           when n.id is null
             then format('is marked as its leg in ledger %s, but the operation does not name it', h.ledger_id)
           when h.status <> 'posted' then format('is %s', h.status)
         end
    from named n
    full join held h on h.id = n.id and h.ledger_id = n.ledger_id and h.transaction_id = n.transaction_id
  union all
  select format('string operation %s in the log of ledger %s', coalesce(n.id, t.id), coalesce(n.ledger_id, t.ledger_id)),
         case
           when n.id is null then 'has an event, but the event before it posts no leg of such an operation'
           when t.id is null and n.is_logged then 'has no event after that of its leg'
           when count(*) over (partition by n.id, n.ledger_id) > 1 then 'has more than one event'
           when min(encode(t.content_hash, 'hex')) over (partition by n.id) <> max(encode(t.content_hash, 'hex')) over (partition by n.id)
             then 'is described differently in the other ledger'
         end
    from named n
    full join told t on t.id = n.id and t.ledger_id = n.ledger_id and t.transaction_id = n.transaction_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
