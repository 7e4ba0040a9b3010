-- name: read_entries
-- Reads the entries of these transactions in the given order, until a limit in bytes is exceeded; at least the entries of the first one.
-- Sequences are looked up one by one, because otherwise, without statistics, the planner would read every entry of the ledger. `weight` is
-- the number of bytes of the free texts.
-- by: accounts_pkey, entries_pkey
with weighed as (
  select w.place, e.*, coalesce(octet_length(e.description), 0) + coalesce(octet_length(e.metadata::text), 0) as weight
    from unnest(:sequences::bigint[]) with ordinality as w (sequence, place)
   cross join lateral (select * from entries where ledger_id = :ledger_id and sequence = w.sequence offset 0) e
), summed as (
  select *, sum(weight) over (order by place range between unbounded preceding and 1 preceding) as bytes_before from weighed
)
select e.sequence, e.id, e.account_id, a.code as account_code, a.name as account_name, e.amount, e.type, e.layer,
       e.description, e.metadata, e.weight
  from summed e
 cross join lateral (select code, name from accounts where ledger_id = :ledger_id and id = e.account_id offset 0) a
 where coalesce(e.bytes_before, 0) < :max_bytes::bigint
 order by e.place, e.position;

-- name: read_drafts_of
-- Reads the drafts of transactions. The draft of a pending transaction is in the queue, that of a failed one in the transaction's row. The
-- limit in bytes is the same as in read_entries.
-- by: posting_queue_pkey, transactions_pkey
with weighed as (
  select w.place, d.*, coalesce(octet_length(d.draft::text), 0) as weight
    from unnest(:transaction_ids::uuid[]) with ordinality as w (id, place)
   cross join lateral (select t.id, coalesce(t.failed_draft,
                                             (select q.draft from posting_queue q
                                               where q.ledger_id = :ledger_id and q.transaction_id = t.id)) as draft
                         from transactions t where t.ledger_id = :ledger_id and t.id = w.id offset 0) d
), summed as (
  select *, sum(weight) over (order by place range between unbounded preceding and 1 preceding) as bytes_before from weighed
)
select id, draft, weight from summed where coalesce(bytes_before, 0) < :max_bytes::bigint order by place;

-- name: read_account_names
-- Reads the codes and names of accounts. A deleted account keeps its last code and name.
-- by: accounts_pkey, deleted_accounts_pkey
select a.*
  from unnest(:account_ids::uuid[]) as w (id)
 cross join lateral (select id, code, name from accounts where ledger_id = :ledger_id and id = w.id offset 0) a
 union all
select d.*
  from unnest(:account_ids::uuid[]) as w (id)
 cross join lateral (select id, code, name from deleted_accounts where ledger_id = :ledger_id and id = w.id offset 0) d;

-- name: read_reversals
-- Reads the reversals of each transaction in posting order, up to the given last one.
-- by: transactions_pkey, transactions_reversing
select w.id as reversed, array(select r.id from transactions r
                                where r.ledger_id = :ledger_id and r.undoes_transaction_id = w.id
                                  and r.correlation_type = 'reversal'
                                  and r.sequence <= (select l.sequence from transactions l
                                                      where l.ledger_id = :ledger_id and l.id = w.last)
                                order by r.sequence) as ids
  from unnest(:transaction_ids::uuid[], :last_ids::uuid[]) as w (id, last);
