-- name: read_filled_through
-- by: search_blocks_pkey
select through from search_blocks where ledger_id = :ledger_id order by through desc limit 1;

-- name: read_searched
-- The transactions that the events between two places of the log are about.
-- by: ledger_log_pkey, transactions_pkey
select l.sequence, t.id, t.description, t.reference, t.total_amount, t.metadata, t.transaction_code, t.undoes_transaction_id,
       t.settles_transaction_id, t.string_operation_id, t.correlation_type, t.accepted_by
  from (select sequence, transaction_id from ledger_log
         where ledger_id = :ledger_id and sequence > :after::bigint and sequence <= :through::bigint
           and type || '' = any ('{transaction_posted,transaction_failed}') offset 0) l
 cross join lateral (select * from transactions where ledger_id = :ledger_id and id = l.transaction_id offset 0) t;

-- name: insert_block
insert into search_blocks (ledger_id, through, format, oldest_id, newest_id, bits)
values (:ledger_id, :through::bigint, :format, :oldest_id, :newest_id, :bits)
on conflict do nothing;
