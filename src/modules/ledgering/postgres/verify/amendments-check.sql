-- name: read_amended
-- Reads a chunk of the amendments in the log after an event, each with its text and with the stored amendment.
select l.sequence, l.transaction_id, s.content, a.sequence is not null as is_kept, a.description, a.reference, a.metadata, a.amended_at
  from (select sequence, transaction_id from ledger_log
         where ledger_id = :ledger_id and type = 'transaction_amended' and type <> 'transaction_posted' and sequence > :after::bigint
         order by sequence limit :limit) l
  left join ledger_log_subjects s on s.ledger_id = :ledger_id and s.sequence = l.sequence
  left join transaction_amendments a
    on a.ledger_id = :ledger_id and a.transaction_id = l.transaction_id and a.sequence = l.sequence
 order by l.sequence;

-- name: find_amended_by_nothing
-- Finds stored amendments that no event of the log records.
select format('transaction %s', a.transaction_id) as place, format('event %s did not amend it', a.sequence) as detail,
       count(*) over () as total
  from transaction_amendments a
  left join ledger_log l on l.ledger_id = :ledger_id and l.sequence = a.sequence and l.transaction_id = a.transaction_id
                        and l.type = 'transaction_amended'
 where a.ledger_id = :ledger_id and l.sequence is null
 limit :max_named;
