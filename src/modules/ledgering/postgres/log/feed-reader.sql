-- name: read_feed
-- Reads events after a sequence, in order. At most :looked_at events are read, and the filter is applied to each of them, so a filter
-- cannot make the read longer. An event about an undoing or a settlement names the transaction that was undone or settled. For events
-- without a transaction, amendments and notes, only the length of the stored text is read here.
-- by: entries_pkey, ledger_log_pkey, ledger_log_subjects_pkey, transactions_pkey
select l.sequence, l.type, case when not l.is_of_words then l.transaction_id end as transaction_id, l.account_id, l.actor, l.reason, l.occurred_at, l.hash, before.hash as hash_before,
       t.entry_count, s.bytes as content_bytes
  from (select *, type in ('transaction_amended', 'transaction_noted') as is_of_words
          from ledger_log where ledger_id = :ledger_id and sequence > :after::bigint order by sequence limit :looked_at) l
  left join lateral (select hash from ledger_log where ledger_id = :ledger_id and sequence = l.sequence - 1 offset 0) before on true
  left join lateral (select entry_count from transactions
                      where ledger_id = :ledger_id and id = l.transaction_id offset 0) t on l.transaction_id is not null
  left join lateral (select octet_length(content) as bytes from ledger_log_subjects
                      where ledger_id = :ledger_id and sequence = l.sequence offset 0) s on l.transaction_id is null or l.is_of_words
 where (:types::text[] is null or l.type = any (:types::text[]))
   and (:transaction_id::uuid is null or l.transaction_id = :transaction_id::uuid)
   and (:account_id::uuid is null or l.account_id = :account_id::uuid
        or (l.transaction_id is not null
            and (select bool_or(e.account_id = :account_id::uuid)
                   from transactions t
                  cross join lateral (select account_id from entries
                                       where ledger_id = :ledger_id and sequence = t.sequence offset 0) e
                  where t.ledger_id = :ledger_id and t.id = l.transaction_id)))
 order by l.sequence
 limit :limit;

-- name: read_contents
-- Reads the stored texts of these events.
-- by: ledger_log_subjects_pkey
select w.sequence, s.content
  from unnest(:sequences::bigint[]) as w (sequence)
 cross join lateral (select content from ledger_log_subjects
                      where ledger_id = :ledger_id and sequence = w.sequence offset 0) s;

-- name: read_hashes
-- Reads the hashes of the events with these sequences; sequences beyond the end of the log have no row.
-- by: ledger_log_pkey
select l.sequence, l.hash
  from unnest(:sequences::bigint[]) as w (sequence)
 cross join lateral (select sequence, hash from ledger_log
                      where ledger_id = :ledger_id and sequence = w.sequence offset 0) l;

-- name: read_feed_head
-- Reads the last sequence of a ledger's log.
-- by: ledger_heads_pkey
select last_sequence from ledger_heads where ledger_id = :ledger_id;

-- name: read_feed_heads
-- Reads the last sequence of each ledger's log.
-- by: ledger_heads_pkey
select ledger_id, last_sequence from ledger_heads where ledger_id = any (:ledger_ids::uuid[]);

-- name: read_undone_by_then
-- Reads the undone amounts of transactions after an event about them. The event before it posted the undoing or extending transaction; for
-- a settlement, the event after it posts the settled part. An event that changes only an expiry changes no amount.
-- by: transactions_extending, transactions_reversing, transactions_releasing, transactions_settling
with wanted as (
  select id, sequence from unnest(:transaction_ids::uuid[], :sequences::bigint[]) as w (id, sequence)
), undoing as (
  select d.id, u.*
    from (select distinct id from wanted) d
   cross join lateral (select log_sequence, total_amount, 'reversal' as kind, id as by
                         from transactions
                        where ledger_id = :ledger_id and undoes_transaction_id = d.id and correlation_type = 'reversal'
                        union all
                       select log_sequence, total_amount, 'release', id
                         from transactions
                        where ledger_id = :ledger_id and undoes_transaction_id = d.id and correlation_type = 'release'
                        union all
                       select log_sequence, total_amount, 'extension', id
                         from transactions
                        where ledger_id = :ledger_id and undoes_transaction_id = d.id and correlation_type = 'extension'
                        union all
                       select log_sequence - 2, total_amount, 'settlement', id
                         from transactions
                        where ledger_id = :ledger_id and settles_transaction_id = d.id) u
), running as (
  select id, log_sequence, kind, total_amount,
         coalesce(sum(total_amount) filter (where kind = 'reversal') over so_far, 0) as reversed,
         coalesce(sum(total_amount) filter (where kind = 'release') over so_far, 0) as released,
         coalesce(sum(total_amount) filter (where kind = 'extension') over so_far, 0) as extended,
         coalesce(sum(total_amount) filter (where kind = 'settlement') over so_far, 0) as settled,
         array_agg(by) filter (where kind = 'reversal') over so_far as reversal_ids
    from undoing window so_far as (partition by id order by log_sequence)
)
select w.id, w.sequence, r.reversed, r.released, r.settled, r.extended,
       case when r.kind = 'extension' and r.log_sequence = w.sequence - 1 then r.total_amount else 0 end as added,
       coalesce(r.reversal_ids, '{}') as reversal_ids
  from wanted w
 cross join lateral (select * from running r
                      where r.id = w.id and r.log_sequence < w.sequence and r.kind <> 'settlement'
                      order by r.log_sequence desc limit 1) r;

-- name: read_moved_ends
-- Reads the reason of the last event, up to the given one, that changed the expiry of a hold.
-- by: ledger_log_of_transaction
select w.sequence, l.reason
  from unnest(:transaction_ids::uuid[], :sequences::bigint[]) as w (id, sequence)
 cross join lateral (select reason from ledger_log
                      where ledger_id = :ledger_id and transaction_id = w.id and type <> 'transaction_posted'
                        and type || '' = 'hold_extended' and reason is not null and sequence <= w.sequence
                      order by sequence desc limit 1) l;

-- name: read_account_texts
-- Reads the logged texts of accounts: from the last event before the page, and from the events within it. Only the beginning of each text
-- is read, which has the code, the name and the normal balance. The rest may be long, and there may be thousands of accounts.
-- by: ledger_log_of_account, ledger_log_subjects_pkey
select a.id as account_id, l.sequence, left(s.content, 600) as content
  from unnest(:account_ids::uuid[]) as a (id)
 cross join lateral ((select sequence from ledger_log
                       where ledger_id = :ledger_id and account_id = a.id and sequence <= :after::bigint
                       order by sequence desc limit 1)
                     union all
                     (select sequence from ledger_log
                       where ledger_id = :ledger_id and account_id = a.id and sequence > :after::bigint
                         and sequence <= :through::bigint)) l
 cross join lateral (select content from ledger_log_subjects
                      where ledger_id = :ledger_id and sequence = l.sequence offset 0) s
 order by l.sequence;
