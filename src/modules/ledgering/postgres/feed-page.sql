-- name: read_feed_weights
-- What transactions say in free texts and name of their reversals, in bytes of JSON. One after the other: for all of them at once a
-- planner without statistics reads every entry of the ledger.
-- by: entries_pkey, transactions_pkey, transactions_reversing
select w.id, t.weight + e.weight as weight
  from unnest(:transaction_ids::uuid[]) as w (id)
 cross join lateral (select t.sequence, octet_length(to_json(t.description)::text) + coalesce(octet_length(t.metadata::text), 0)
                            + coalesce(octet_length(t.attributes::text), 0) + coalesce(octet_length(t.failure::text), 0)
                            + coalesce(octet_length(t.failed_draft::text), 0)
                            + 40 * case when t.reversed_amount is null then 0
                                        else (select count(*) from transactions r
                                               where r.ledger_id = :ledger_id and r.undoes_transaction_id = t.id
                                                 and r.correlation_type = 'reversal')
                                   end as weight
                       from transactions t where t.ledger_id = :ledger_id and t.id = w.id offset 0) t
 cross join lateral (select coalesce(sum(coalesce(octet_length(to_json(description)::text), 0)
                                         + coalesce(octet_length(metadata::text), 0)), 0) as weight
                       from entries where ledger_id = :ledger_id and sequence = t.sequence offset 0) e;

-- name: read_end_of_moves
-- The first event by which more entries than so many have been posted or voided since a place of the log; null where none is.
-- by: ledger_log_pkey, transactions_pkey
select min(sequence) as sequence
  from (select l.sequence, sum(t.entry_count) over (order by l.sequence) as entries
          from (select sequence, transaction_id from ledger_log
                 where ledger_id = :ledger_id and sequence > :after::bigint and sequence <= :through::bigint
                   and type in ('transaction_posted', 'transaction_voided') offset 0) l
         cross join lateral (select entry_count from transactions
                              where ledger_id = :ledger_id and id = l.transaction_id offset 0) t) moved
 where entries > :max_entries::bigint;
