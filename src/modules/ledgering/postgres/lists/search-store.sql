-- name: read_filled_through
-- Reads the last sequence that a filter of the search index covers.
-- by: search_blocks_pkey
select through from search_blocks where ledger_id = :ledger_id order by through desc limit 1;

-- name: read_searched
-- Reads the transactions that were posted, failed or amended by events between two sequences, with their present texts. If a transaction
-- was amended again, the event of that amendment is in this block or in a later one.
-- by: ledger_log_pkey, transaction_amendments_pkey, transactions_pkey
select l.sequence, t.id, case when a.is_amended then a.description else t.description end as description,
       case when a.is_amended then a.reference else t.reference end as reference, t.total_amount,
       case when a.is_amended then a.metadata else t.metadata end as metadata, t.transaction_code, t.undoes_transaction_id,
       t.settles_transaction_id, t.string_operation_id, t.correlation_type, t.accepted_by
  from (select sequence, transaction_id from ledger_log
         where ledger_id = :ledger_id and sequence > :after::bigint and sequence <= :through::bigint
           and type || '' = any ('{transaction_posted,transaction_failed,transaction_amended}') offset 0) l
 cross join lateral (select * from transactions where ledger_id = :ledger_id and id = l.transaction_id offset 0) t
  left join lateral (select true as is_amended, description, reference, metadata from transaction_amendments
                      where (select exists (select from transaction_amendments where ledger_id = :ledger_id))
                        and ledger_id = :ledger_id and transaction_id = t.id order by sequence desc limit 1) a on true;

-- name: insert_block
-- Inserts the filter of a block, unless another process has inserted it.
insert into search_blocks (ledger_id, through, format, oldest_id, newest_id, bits)
values (:ledger_id, :through::bigint, :format, :oldest_id, :newest_id, :bits)
on conflict do nothing;
