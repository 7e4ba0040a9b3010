-- name: verify_ledger_ids
-- Reads the ids of all ledgers, which the command verifies one by one.
-- by: ledgers_pkey
select id from ledgers order by id;

-- name: verify_size
-- Reads the numbers of transactions, entries and events, to show the progress.
-- by: entries_pkey, ledger_log_pkey, transactions_pkey
select (select count(*) from transactions where ledger_id = :ledger_id) as transactions,
       (select count(*) from entries where ledger_id = :ledger_id) as entries,
       (select count(*) from ledger_log where ledger_id = :ledger_id) as events;

-- name: verify_head
-- Reads the stored head of the ledger.
-- by: ledger_heads_pkey
select last_sequence, last_transaction_sequence, last_hash from ledger_heads where ledger_id = :ledger_id;

-- name: verify_events
-- Reads a chunk of the log after an event.
-- by: ledger_log_pkey
select sequence as key, type, transaction_id, account_id, actor, reason, occurred_at, content_hash, hash
  from ledger_log
 where ledger_id = :ledger_id and sequence > :after
 order by sequence
 limit :limit;

-- name: verify_accounts
-- Reads a chunk of the accounts without their balances: other checks cover the balances, and an account must be found even if its balance
-- row is lost.
-- by: accounts_pkey, ledger_log_of_account
select a.id as key, a.*, 0 as debits, 0 as credits,
       (select l.content_hash from ledger_log l
         where l.ledger_id = :ledger_id and l.account_id = a.id order by l.sequence desc limit 1) as content_hash
  from accounts a
 where a.ledger_id = :ledger_id and a.id > :after
 order by a.id
 limit :limit;

-- name: verify_journals
-- Reads a chunk of the journals.
-- by: journals_pkey
select id as key, * from journals where ledger_id = :ledger_id and id > :after order by id limit :limit;

-- name: verify_period_locks
-- Reads a chunk of the period locks, including released ones.
-- by: period_locks_pkey
select id as key, * from period_locks where ledger_id = :ledger_id and id > :after order by id limit :limit;

-- name: verify_account_sets
-- Reads a chunk of the account sets.
-- by: account_sets_pkey
select id as key, * from account_sets where ledger_id = :ledger_id and id > :after order by id limit :limit;

-- name: verify_string_operations
-- Reads a chunk of the conversions and transfers that are stored in the ledger.
-- by: string_operations_pkey
select id as key, * from string_operations where ledger_id = :ledger_id and id > :after order by id limit :limit;

-- name: verify_last_contents
-- Reads the last event about each record of the given kind, with the hash of its content. For an account set, events about its members do
-- not count.
-- by: ledger_log_pkey, ledger_log_subjects_pkey
select distinct on (s.id) s.id, l.type, l.content_hash
  from (select sequence, case :of::text when 'trancode' then trancode_id when 'string operation' then string_operation_id
                                        when 'journal' then journal_id when 'period lock' then period_lock_id
                                        when 'account set' then case when member_id is null then account_set_id end end as id
          from ledger_log_subjects where ledger_id = :ledger_id) s
  join ledger_log l on l.ledger_id = :ledger_id and l.sequence = s.sequence
 where s.id is not null
 order by s.id, s.sequence desc;
