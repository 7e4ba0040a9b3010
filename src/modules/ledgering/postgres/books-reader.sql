-- name: verify_ledger_ids
-- All ledgers, for the command that verifies them one by one.
-- by: ledgers_pkey
select id from ledgers order by id;

-- name: verify_size
-- How much there is to go through.
-- by: entries_pkey, ledger_log_pkey, transactions_pkey
select (select count(*) from transactions where ledger_id = :ledger_id) as transactions,
       (select count(*) from entries where ledger_id = :ledger_id) as entries,
       (select count(*) from ledger_log where ledger_id = :ledger_id) as events;

-- name: verify_head
-- Where the ledger says that it stands.
-- by: ledger_heads_pkey
select last_sequence, last_transaction_sequence, last_hash from ledger_heads where ledger_id = :ledger_id;

-- name: verify_events
-- A chunk of the log, behind the event.
-- by: ledger_log_pkey
select sequence as key, type, transaction_id, account_id, actor, reason, occurred_at, content_hash, hash
  from ledger_log
 where ledger_id = :ledger_id and sequence > :after
 order by sequence
 limit :limit;

-- name: verify_accounts
-- A chunk of the accounts. Without their balances: those are judged by themselves, and an account that lost its row
-- must still be seen.
-- by: accounts_pkey, ledger_log_of_account
select a.id as key, a.*, 0 as debits, 0 as credits,
       (select l.content_hash from ledger_log l
         where l.ledger_id = :ledger_id and l.account_id = a.id order by l.sequence desc limit 1) as content_hash
  from accounts a
 where a.ledger_id = :ledger_id and a.id > :after
 order by a.id
 limit :limit;

-- name: verify_journals
-- A chunk of the journals.
-- by: journals_pkey
select id as key, * from journals where ledger_id = :ledger_id and id > :after order by id limit :limit;

-- name: verify_period_locks
-- A chunk of the period locks, those that were released included.
-- by: period_locks_pkey
select id as key, * from period_locks where ledger_id = :ledger_id and id > :after order by id limit :limit;

-- name: verify_content_hashes
-- What the log says of the content of such events.
-- by: ledger_log_pkey
select encode(content_hash, 'hex') as content_hash
  from ledger_log
 where ledger_id = :ledger_id and type = any (:types::text[]);

-- name: verify_string_operations
-- A chunk of the conversions and transfers that are kept in the ledger.
-- by: string_operations_pkey
select id as key, * from string_operations where ledger_id = :ledger_id and id > :after order by id limit :limit;

-- name: verify_told_codes
-- What the last event about each transaction code says of its content.
-- by: ledger_log_pkey, ledger_log_subjects_pkey
select distinct on (s.trancode_id) s.trancode_id as id, l.content_hash
  from ledger_log_subjects s
  join ledger_log l on l.ledger_id = :ledger_id and l.sequence = s.sequence
 where s.ledger_id = :ledger_id and s.trancode_id is not null
 order by s.trancode_id, s.sequence desc;

-- name: verify_told_operations
-- The same of conversions and transfers, those that are kept in the other ledger among them.
-- by: ledger_log_pkey, ledger_log_subjects_pkey
select distinct on (s.string_operation_id) s.string_operation_id as id, l.content_hash
  from ledger_log_subjects s
  join ledger_log l on l.ledger_id = :ledger_id and l.sequence = s.sequence
 where s.ledger_id = :ledger_id and s.string_operation_id is not null
 order by s.string_operation_id, s.sequence desc;
