-- name: read_worded
-- Reads the present texts of a transaction. The caller must hold the lock of the head, so that they do not change.
-- by: transaction_amendments_pkey, transactions_pkey
select t.status, case when a.sequence is null then t.description else a.description end as description,
       case when a.sequence is null then t.reference else a.reference end as reference,
       case when a.sequence is null then t.metadata else a.metadata end as metadata
  from (select status, description, reference, metadata from transactions
         where ledger_id = :ledger_id and id = :transaction_id) t
  left join lateral (select sequence, description, reference, metadata from transaction_amendments
                      where ledger_id = :ledger_id and transaction_id = :transaction_id
                      order by sequence desc limit 1) a on true;

-- name: insert_amendment
insert into transaction_amendments (ledger_id, transaction_id, sequence, description, reference, metadata, amended_at)
values (:ledger_id, :transaction_id, :sequence::bigint, :description, :reference, :metadata::json, :amended_at);

-- name: find_worded
-- Reads whether the ledger has a transaction.
-- by: transactions_pkey
select from transactions where ledger_id = :ledger_id and id = :transaction_id;

-- name: read_note
-- Reads a note of a transaction from its text in the log.
-- by: ledger_log_of_transaction, ledger_log_subjects_pkey
select l.sequence, l.actor, s.content
  from (select sequence, actor from ledger_log
         where ledger_id = :ledger_id and transaction_id = :transaction_id and type <> 'transaction_posted'
           and type || '' = 'transaction_noted' offset 0) l
 cross join lateral (select content from ledger_log_subjects
                      where ledger_id = :ledger_id and sequence = l.sequence offset 0) s
 where starts_with(s.content, :beginning)
 limit 1;

-- name: read_kept_forward
-- Reads the events of one type about a transaction after a sequence of the log, with their texts.
-- by: ledger_log_of_transaction, ledger_log_subjects_pkey
select l.sequence, l.actor, l.reason, s.content
  from (select sequence, actor, reason from ledger_log
         where ledger_id = :ledger_id and transaction_id = :transaction_id and type <> 'transaction_posted'
           and type || '' = :type and sequence > :place::bigint
         order by sequence limit :limit) l
 cross join lateral (select content from ledger_log_subjects
                      where ledger_id = :ledger_id and sequence = l.sequence offset 0) s
 order by l.sequence;

-- name: read_kept_backward
-- Reads the events of one type about a transaction before a sequence of the log, with their texts, latest first.
-- by: ledger_log_of_transaction, ledger_log_subjects_pkey
select l.sequence, l.actor, l.reason, s.content
  from (select sequence, actor, reason from ledger_log
         where ledger_id = :ledger_id and transaction_id = :transaction_id and type <> 'transaction_posted'
           and type || '' = :type and sequence < :place::bigint
         order by sequence desc limit :limit) l
 cross join lateral (select content from ledger_log_subjects
                      where ledger_id = :ledger_id and sequence = l.sequence offset 0) s
 order by l.sequence desc;
