-- Each statement returns the rows that violate the check of the same name. transaction-checks.ts describes each check.

-- name: entries-of-posted
-- Finds transactions with wrong entries: posted, void and reversed ones must have their entries, and others none. The entries of a
-- transaction have its sequence.
select place, detail, count(*) over () as total
from (
  with held as (
    select sequence, count(*) as entries, sum(amount) filter (where type = 'debit') as debits,
           min(transaction_id::text collate "C") as first_id, max(transaction_id::text collate "C") as last_id,
           min(position) as first_position, max(position) as last_position,
           min(effective_date) as first_day, max(effective_date) as last_day
      from (select * from entries where ledger_id = :ledger_id order by sequence offset 0) e
     group by sequence
  )
  select format('transaction %s', coalesce(t.id::text, h.first_id)),
         case
           when t.id is null then format('has entries of sequence %s, which no transaction has', h.sequence)
           when t.status in ('pending', 'failed') and h.entries > 0
             then format('is %s, but has %s entries', t.status, h.entries)
           when t.status in ('pending', 'failed') then null
           when h.entries is distinct from t.entry_count
             then format('counts %s entries and has %s', t.entry_count, coalesce(h.entries, 0))
           when h.debits is distinct from t.total_amount
             then format('its total is %s, its debits are %s', t.total_amount, h.debits)
           when (h.first_id, h.last_id) is distinct from (t.id::text, t.id::text)
             then format('its entries name the transactions %s to %s', h.first_id, h.last_id)
           when t.undoes_transaction_id is null
                and (h.first_position, h.last_position) is distinct from (0, t.entry_count - 1)
             then format('its entries have the positions %s to %s', h.first_position, h.last_position)
           when (h.first_day, h.last_day) is distinct from (t.effective_date, t.effective_date)
             then format('is effective on %s, its entries from %s to %s', t.effective_date, h.first_day, h.last_day)
         end
    from (select * from transactions where ledger_id = :ledger_id) t
    full join held h on h.sequence = t.sequence
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: status-columns
-- Finds transactions with a column that does not fit their status.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', id),
         case
           when (status = 'pending') <> (log_sequence is null)
             then format('is %s, decided by event %s', status, log_sequence)
           when status = 'failed' and failed_draft is null then 'failed, but its request is not stored'
           when status <> 'failed' and failed_draft is not null
             then format('is %s, with the draft of a failure', status)
           when status <> 'void' and void_reason is not null then format('is %s, with a reason for being void', status)
           when updated_at <> case status when 'pending' then accepted_at
                                   when 'posted' then posted_at else updated_at end
                and undone_by_transaction_id is null and end_moved is null
             then format('is %s, and was changed at %s', status, updated_at)
         end
    from transactions
   where ledger_id = :ledger_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: queue-of-pending
-- Finds pending transactions that are not in the queue as they were accepted, and other transactions in the queue.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', coalesce(t.id, q.transaction_id)),
         case
           when q.transaction_id is null then 'is pending, but does not wait in the queue'
           when t.id is null then 'waits in the queue, but does not exist'
           when t.status <> 'pending' then format('waits in the queue, but is %s', t.status)
           when q.atomic_batch_id is not null and q.atomic_batch_id is distinct from t.batch_id
             then format('is of batch %s, and posts with batch %s', t.batch_id, q.atomic_batch_id)
           when q.atomic_batch_id is null and exists (select from posting_queue o
                                                       where o.ledger_id = :ledger_id and o.atomic_batch_id = t.batch_id)
             then format('posts alone, but other transactions of its batch %s post together', t.batch_id)
           when (q.draft ->> 'journal', q.draft ->> 'day', q.draft ->> 'by')
                is distinct from (t.journal_id::text, t.effective_date::text, t.accepted_by)
             then 'is queued with another journal, day or sender than it was accepted with'
         end
    from (select * from transactions where ledger_id = :ledger_id) t
    full join (select * from posting_queue where ledger_id = :ledger_id) q on q.transaction_id = t.id
   where t.status = 'pending' or q.transaction_id is not null
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: keys-of-transactions
-- Finds idempotency keys that do not belong to exactly one thing. The key of a reversal has the operation 'reverse', and so on. The key of
-- a string operation belongs to its leg in the requesting ledger. Some keys belong to no transaction: the key of an extension that only
-- changed the expiry names the hold, that of an amendment the transaction, that of a note the note, and that of a close without a sweep the
-- account. Such a key names the event that records the operation.
select place, detail, count(*) over () as total
from (
  select case when t.id is null then format('key %s', k.key) else format('transaction %s', t.id) end,
         case
           when t.id is null and k.operation in ('extend', 'amend', 'annotate', 'close') then null
           when t.id is null then format('made %s, but no transaction carries it', k.made_id)
           when k.key is null then format('carries the key %s, which was never used', t.idempotency_key)
           when k.made_id <> t.id and k.made_id is distinct from t.string_operation_id
             then format('carries the key %s, which made %s', t.idempotency_key, k.made_id)
           when case when t.string_operation_id is not null then k.operation not in ('convert', 'transfer')
                     else k.operation <> case when t.settles_transaction_id is not null then 'settle'
                                              when t.undoes_transaction_id is null then
                                                -- The event after the sweep's posting closes the account.
                                                case when exists (select from ledger_log l
                                                                   where l.ledger_id = :ledger_id and l.sequence = t.log_sequence + 1
                                                                     and l.type = 'account_closed' and k.operation = 'close')
                                                       then 'close' else 'post' end
                                              when t.correlation_type = 'release' then 'release'
                                              when t.correlation_type = 'extension' then 'extend' else 'reverse' end
                end
             then format('carries the key %s, which was used to %s', t.idempotency_key, k.operation)
         end
    from (select * from transactions where ledger_id = :ledger_id and idempotency_key is not null) t
    full join (select * from idempotency_keys where ledger_id = :ledger_id) k on k.key = t.idempotency_key
  union all
  select format('key %s', k.key),
         case
           when o.id is null then format('made the %s %s, which does not exist', k.operation, k.made_id)
           when o.operation <> k.operation
             then format('made %s by a %s, which is a %s', k.made_id, k.operation, o.operation)
         end
    from idempotency_keys k
    left join string_operations o on o.ledger_id = :ledger_id and o.id = k.made_id
   where k.ledger_id = :ledger_id and k.operation in ('convert', 'transfer')
  union all
  -- A key that was used before migration 0052 names no event: the log has at least as many such events as there are keys.
  select format('key %s', k.key),
         case
           when e.times is null then format('was used to %s %s, but the log has no such event', k.operation, k.made_id)
           when k.keys > e.times
             then format('is one of %s keys that were used to %s %s, but the log has %s such events',
                         k.keys, k.operation, k.made_id, e.times)
         end
    from (select *, count(*) over (partition by operation, made_id) as keys
            from idempotency_keys k
           where ledger_id = :ledger_id and operation in ('extend', 'amend', 'annotate', 'close')
             and not exists (select from transactions t
                              where t.ledger_id = :ledger_id and t.id = k.made_id and t.idempotency_key = k.key)) k
    left join (select operation, made_id, count(*) as times
                 from (select case l.type when 'hold_extended' then 'extend' when 'transaction_amended' then 'amend'
                                          when 'transaction_noted' then 'annotate' else 'close' end as operation,
                              case l.type when 'account_closed' then l.account_id::text
                                          when 'transaction_noted' then substring(left(s.content, 60) from '36:([0-9a-f-]{36});')
                                          else l.transaction_id::text end as made_id
                         from ledger_log l
                         left join ledger_log_subjects s
                           on l.type = 'transaction_noted' and s.ledger_id = :ledger_id and s.sequence = l.sequence
                        where l.ledger_id = :ledger_id
                          and l.type in ('hold_extended', 'transaction_amended', 'transaction_noted', 'account_closed')) told
                group by operation, made_id) e
      on e.operation = k.operation and e.made_id = k.made_id::text
  union all
  -- A later key names its event, and the event names the key.
  select format('key %s', coalesce(e.key, k.key)),
         case
           when k.key is null then format('was used for event %s, but is not stored', e.sequence)
           when e.key is null then format('names event %s, which names no key', k.log_sequence)
           when k.key <> e.key then format('was used for event %s, which the key %s names', e.sequence, k.key)
           when k.fingerprint <> e.fingerprint
             then format('was used for event %s by a request with a different fingerprint', e.sequence)
         end
    from (select * from idempotency_keys where ledger_id = :ledger_id and log_sequence is not null) k
    full join (select * from keys_of_events where ledger_id = :ledger_id) e on e.sequence = k.log_sequence
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: reversals-mirror
-- Finds undoing transactions that do not mirror their originals. An entry of an undoing transaction has the position of the entry that it
-- undoes, on the other side; an entry of an extension has that position on the same side. The check undone-equals-entries covers how much
-- of a raised amount is undone.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', r.id),
         case
           when o.id is null then format('undoes %s, which does not exist', r.undoes_transaction_id)
           when r.status <> 'posted' then format('undoes %s, but is %s', o.id, r.status)
           when o.undoes_transaction_id is not null then format('undoes %s, which undoes something itself', o.id)
           when o.undone_by_transaction_id is distinct from
                last_value(r.id) over (partition by r.undoes_transaction_id order by r.sequence
                                       rows between unbounded preceding and unbounded following)
             then format('undoes %s, which is %s and names %s as the last that undid it', o.id, o.status,
                         coalesce(o.undone_by_transaction_id::text, 'nothing'))
           when (r.journal_id, r.layer) is distinct from (o.journal_id, o.layer)
             then format('has another journal or layer than %s, which it undoes', o.id)
           when exists (
                  select
                    from (select * from entries where ledger_id = :ledger_id and sequence = r.sequence) m
                    left join (select * from entries where ledger_id = :ledger_id and sequence = o.sequence) e
                      on e.position = m.position
                   where (m.account_id, m.layer, m.type) is distinct from
                         (e.account_id, e.layer,
                          case when (e.type = 'debit') = (r.correlation_type = 'extension') then 'debit' else 'credit' end)
                      or m.amount > e.amount and o.extended_amount is null)
             then format('its entries do not mirror those of %s', o.id)
         end
    from transactions r
    left join transactions o on o.ledger_id = :ledger_id and o.id = r.undoes_transaction_id
   where r.ledger_id = :ledger_id and r.undoes_transaction_id is not null
  union all
  select format('transaction %s', o.id),
         case
           when r.undoes_transaction_id is distinct from o.id
             then format('names %s as the transaction that undid it, which did not', o.undone_by_transaction_id)
         end
    from transactions o
    left join transactions r on r.ledger_id = :ledger_id and r.id = o.undone_by_transaction_id
   where o.ledger_id = :ledger_id and o.undone_by_transaction_id is not null
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: undone-amounts
-- Finds transactions whose undone amounts are wrong. The debits of a transaction are undone by credits. Each settlement of a hold has a
-- release of its own, two events earlier in the log. The settled part of these releases equals the sum of the settlements, less the amounts
-- by which settlements exceed their releases.
select place, detail, count(*) over () as total
from (
  with sums as (
    select r.undoes_transaction_id as id, sum(e.amount) filter (where r.correlation_type = 'reversal') as reversed,
           sum(e.amount) filter (where r.correlation_type = 'release') as given_back,
           sum(e.amount) filter (where r.correlation_type = 'extension') as extended,
           max(r.effective_date) filter (where r.correlation_type = 'extension') as extended_on
      from transactions r
      join entries e on e.ledger_id = :ledger_id and e.sequence = r.sequence and e.type = 'credit'
     where r.ledger_id = :ledger_id and r.undoes_transaction_id is not null
     group by r.undoes_transaction_id
  ), settlements as (
    select m.settles_transaction_id as id, sum(least(m.total_amount, r.total_amount)) as settled,
           nullif(sum(greatest(m.total_amount - r.total_amount, 0)), 0) as excess
      from transactions m
      left join transactions r on r.ledger_id = :ledger_id and r.undoes_transaction_id = m.settles_transaction_id
                              and r.correlation_type = 'release' and r.log_sequence = m.log_sequence - 2
     where m.ledger_id = :ledger_id and m.settles_transaction_id is not null and m.sequence is not null
     group by m.settles_transaction_id
  )
  select format('transaction %s', coalesce(t.id, s.id, m.id)),
         case
           when t.reversed_amount is distinct from s.reversed
             then format('is reversed by %s, but its reversals have %s', coalesce(t.reversed_amount, 0), coalesce(s.reversed, 0))
           when (t.extended_amount, t.extended_on) is distinct from (s.extended, s.extended_on)
             then format('is raised by %s, last on %s; its extensions raise it by %s, last on %s', coalesce(t.extended_amount, 0),
                         t.extended_on, coalesce(s.extended, 0), s.extended_on)
           when t.settled_amount is distinct from m.settled
             then format('is settled by %s, but its settlements have %s', coalesce(t.settled_amount, 0), coalesce(m.settled, 0))
           when t.excess_amount is distinct from m.excess
             then format('is exceeded by %s, but its settlements exceed it by %s', coalesce(t.excess_amount, 0), coalesce(m.excess, 0))
           when coalesce(t.settled_amount, 0) + coalesce(t.released_amount, 0) <> coalesce(s.given_back, 0)
             then format('%s of it is settled or released, but its releases have %s',
                         coalesce(t.settled_amount, 0) + coalesce(t.released_amount, 0), coalesce(s.given_back, 0))
           when (t.status = 'reversed') <>
                (coalesce(s.reversed, 0) + coalesce(s.given_back, 0) = t.total_amount + coalesce(s.extended, 0)
                 and coalesce(u.correlation_type = 'reversal', false))
             then format('is %s, its reversals undid %s of %s', t.status, coalesce(s.reversed, 0), t.total_amount)
         end
    -- A transaction that is not undone has none of these amounts, so it need not be joined.
    from (select * from transactions
           where ledger_id = :ledger_id
             and (status = 'reversed' or num_nonnulls(reversed_amount, extended_amount, extended_on, settled_amount, excess_amount,
                                                      released_amount) > 0)) t
    full join sums s on s.id = t.id
    full join settlements m on m.id = coalesce(t.id, s.id)
    left join transactions u on u.ledger_id = :ledger_id and u.id = t.undone_by_transaction_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: undone-equals-entries
-- Finds entries whose undone amount is not what reversals and releases undid, or exceeds the entry's amount.
select place, detail, count(*) over () as total
from (
  with sums as (
    select o.sequence, e.position, sum(case r.correlation_type when 'extension' then -e.amount else e.amount end) as amount
      from transactions r
      join transactions o on o.ledger_id = :ledger_id and o.id = r.undoes_transaction_id
      join entries e on e.ledger_id = :ledger_id and e.sequence = r.sequence
     where r.ledger_id = :ledger_id and r.undoes_transaction_id is not null
     group by o.sequence, e.position
  )
  select format('entry %s of sequence %s', coalesce(u.position, s.position) + 1, coalesce(u.sequence, s.sequence)),
         case
           when u.amount is distinct from s.amount
             then format('its stored undone amount is %s; the entries that undo it have %s', coalesce(u.amount, 0), coalesce(s.amount, 0))
           when e.amount is null then 'has an undone amount, but does not exist'
           when u.amount > e.amount then format('%s of it is undone, but its amount is %s', u.amount, e.amount)
         end
    from (select * from entries_undone where ledger_id = :ledger_id) u
    full join sums s on s.sequence = u.sequence and s.position = u.position
    left join entries e on e.ledger_id = :ledger_id and e.sequence = coalesce(u.sequence, s.sequence)
                       and e.position = coalesce(u.position, s.position)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: entries-of-one-layer
-- Finds transactions with entries on a layer other than the transaction's. Only amounts that are not undone count, because an undone amount
-- holds nothing. An undoing transaction may be on any layer, because it mirrors its original.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', e.id),
         format('is of the layer %s, and its entry %s holds %s of the layer %s', e.layer, e.position + 1,
                e.amount - coalesce(u.amount, 0), e.entry_layer)
    -- Nearly all transactions and entries are settled, so only the others are joined.
    from (select t.id, t.layer, o.sequence, o.position, o.amount, o.layer as entry_layer
            from (select * from entries where ledger_id = :ledger_id and layer <> 'settled') o
            join transactions t on t.ledger_id = :ledger_id and t.sequence = o.sequence and t.layer <> o.layer
           where t.status = 'posted' and t.undoes_transaction_id is null
          union all
          select t.id, t.layer, o.sequence, o.position, o.amount, o.layer
            from (select * from transactions
                   where ledger_id = :ledger_id and layer <> 'settled' and status = 'posted' and undoes_transaction_id is null) t
            join entries o on o.ledger_id = :ledger_id and o.sequence = t.sequence and o.layer = 'settled') e
    left join entries_undone u on u.ledger_id = :ledger_id and u.sequence = e.sequence and u.position = e.position
   where e.amount > coalesce(u.amount, 0)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: attributes-are-true
-- Finds indexed attributes that a transaction does not have, and attributes whose uses are counted wrongly. The index may lack transactions
-- that were accepted before it was requested, but it may not contain a wrong value.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', a.transaction_id),
         case
           when normalize(t.attributes ->> a.key) is distinct from normalize(a.value)
             then format('is indexed with %s = %s, and has %s',
                         a.key, a.value, coalesce(t.attributes ->> a.key, 'none'))
         end
    from transaction_attributes a
    left join transactions t on t.ledger_id = :ledger_id and t.id = a.transaction_id
   where a.ledger_id = :ledger_id
  union all
  select format('attribute %s', coalesce(u.key, p.key)),
         case
           when u.posted is distinct from p.posted
             then format('is counted %s times, and was posted %s times', coalesce(u.posted, 0), coalesce(p.posted, 0))
         end
    from (select * from attribute_usage where ledger_id = :ledger_id) u
    full join (select k.key, count(*) as posted
                 from transactions t
                cross join lateral json_object_keys(t.attributes) as k (key)
                where t.ledger_id = :ledger_id and t.sequence is not null
                group by k.key) p on p.key = u.key
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: failed-by-the-service
-- Finds failed transactions that may be posted again. `ledger transactions post-again` uses a key that consists of `post-again:` and the
-- transaction's id.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', t.id),
         format('failed as %s on %s%s; if it is still wanted: npx ledger transactions post-again --ledger %s %s', t.failure ->> 'code',
                t.updated_at::date, case when t.batch_id is null then '' else format(', in batch %s', t.batch_id) end, t.ledger_id, t.id)
    from transactions t
   where t.ledger_id = :ledger_id and t.status = 'failed' and t.failure ->> 'code' in ('POSTING_REFUSED', 'POSTING_CRASHED')
     and not exists (select from idempotency_keys k
                      where k.ledger_id = :ledger_id and k.key = 'post-again:' || t.id::text)
  offset 0) as judged (place, detail)
limit :max_named;
