-- name: read_posting_attempts
-- Reads the recorded attempts at posting these transactions.
-- by: posting_attempts_pkey
select transaction_id, owner, is_alone from posting_attempts
 where ledger_id = :ledger_id and transaction_id = any (:transaction_ids::uuid[]);

-- name: read_presence
-- Returns the name of this process, and those of the named processes that have a session. It reads no table of a ledger, so the node to
-- which the service is connected answers it.
select current_setting('application_name') as own,
       array(select distinct application_name from pg_stat_activity where application_name = any (:owners::text[])) as present;

-- name: mark_posting_attempts
-- Records an attempt at posting each of the transactions.
insert into posting_attempts (ledger_id, transaction_id, owner, is_alone)
values (:ledger_id, :transaction_id::uuid, :owner::text, :is_alone::boolean);

-- name: unmark_posting_attempts
-- Deletes the attempts that a process has ended, and all attempts at transactions that are decided.
-- by: posting_attempts_pkey, posting_queue_pkey
delete from posting_attempts a
 where a.ledger_id = :ledger_id and a.transaction_id = any (:transaction_ids::uuid[])
   and (a.owner = :owner
        or not exists (select from posting_queue q
                        where q.ledger_id = :ledger_id and q.transaction_id = a.transaction_id));
