-- name: read_journal_place
-- Reads the end of the log and the last posting sequence. The head has both, so they belong together.
-- by: ledger_heads_pkey, ledger_log_pkey
select h.last_sequence as sequence, h.last_hash as hash, h.last_transaction_sequence,
       (select occurred_at from ledger_log where ledger_id = :ledger_id and sequence = h.last_sequence) as known_at
  from ledger_heads h
 where h.ledger_id = :ledger_id;

-- name: read_journal_accounts
-- Reads the members of accounts that are kept in memory while the journal is read.
-- by: accounts_ledger_id_code_key
select id, code, name, type, category, normal_balance, parent_id, cash_flow from accounts where ledger_id = :ledger_id order by code limit :limit;

-- name: describe_journal_accounts
-- Reads the full rows of these accounts, in the given order.
-- by: accounts_pkey
select a.*
  from unnest(:account_ids::uuid[]) with ordinality as w (id, place)
 cross join lateral (select * from accounts where ledger_id = :ledger_id and id = w.id offset 0) a
 order by w.place;

-- name: read_journal_days
-- Reads a page of the posting sequences of transactions that are effective in a range of days. Pending and failed transactions have none.
-- by: transactions_by_day
select effective_date, id, sequence
  from transactions
 where ledger_id = :ledger_id and effective_date is not null
   and (effective_date, id) > (:after_day::date, :after_id::uuid) and effective_date <= :to::date
 order by effective_date, id
 limit :limit;

-- name: read_journal_page
-- Reads the transactions with these posting sequences that were in force at a sequence of the log, in order. It ends with the transaction
-- that exceeds a limit in bytes. Sequences are looked up one by one, because without statistics the planner would read every entry. A
-- voided transaction is returned if it was voided later. A hold has an expiry if it had a remaining amount at that sequence; a hold that is
-- open now had one. The expiry is the last one that was set up to that sequence.
-- by: entries_pkey, journals_pkey, ledger_log_of_transaction, transactions_extending, transactions_pkey, transactions_releasing
-- by: transactions_reversing
with counted as (
  select w.sequence, f.transaction_id, f.weight + t.weight as weight
    from unnest(:sequences::bigint[]) as w (sequence)
   cross join lateral (select (array_agg(transaction_id))[1] as transaction_id,
                              sum(100 + coalesce(octet_length(description), 0) + coalesce(octet_length(metadata::text), 0)) as weight
                         from entries where ledger_id = :ledger_id and sequence = w.sequence offset 0) f
   cross join lateral (select status, effective_date,
                              300 + octet_length(description) + coalesce(octet_length(metadata::text), 0)
                                  + coalesce(octet_length(attributes::text), 0) as weight
                         from transactions where ledger_id = :ledger_id and id = f.transaction_id offset 0) t
   where t.effective_date >= coalesce(:from::date, '-infinity') and t.effective_date <= coalesce(:to::date, 'infinity')
     and (t.status <> 'void'
          or (select sequence from ledger_log
               where ledger_id = :ledger_id and transaction_id = f.transaction_id and type <> 'transaction_posted'
                 and type || '' = 'transaction_voided' limit 1) > :place::bigint)
), summed as (
  select *, sum(weight) over (order by sequence rows unbounded preceding) as bytes from counted
)
select s.sequence, s.bytes, t.id, t.effective_date, t.posted_at, j.code as journal_code, t.layer, t.description, t.reference,
       t.correlation_id, t.correlation_type, t.correlation_source_id, t.attributes, t.metadata,
       t.undoes_transaction_id, t.settles_transaction_id, t.expires_at, t.move, t.is_over, e.entries
  from summed s
 cross join lateral (select t.id, t.journal_id, t.effective_date, t.posted_at, t.layer, t.description, t.reference, t.correlation_id,
                            t.correlation_type, t.correlation_source_id, t.attributes, t.metadata, t.undoes_transaction_id,
                            t.settles_transaction_id,
                            t.expires_at,
                            case when t.end_moved
                                   then (select reason from ledger_log
                                          where ledger_id = :ledger_id and transaction_id = t.id and type <> 'transaction_posted'
                                            and type || '' = 'hold_extended' and reason is not null and sequence <= :place::bigint
                                          order by sequence desc limit 1)
                            end as move,
                            case when t.hold_state = 'open' or t.expires_at is null and t.end_moved is null then false
                                 else t.total_amount <= (select coalesce(sum(u.total_amount), 0)
                                                           from (select total_amount, log_sequence from transactions
                                                                  where ledger_id = :ledger_id and undoes_transaction_id = t.id
                                                                    and correlation_type = 'reversal'
                                                                  union all
                                                                 select total_amount, log_sequence from transactions
                                                                  where ledger_id = :ledger_id and undoes_transaction_id = t.id
                                                                    and correlation_type = 'release'
                                                                  union all
                                                                 select -total_amount, log_sequence from transactions
                                                                  where ledger_id = :ledger_id and undoes_transaction_id = t.id
                                                                    and correlation_type = 'extension') u
                                                          where u.log_sequence <= :place::bigint)
                            end as is_over
                       from transactions t where t.ledger_id = :ledger_id and t.id = s.transaction_id offset 0) t
 cross join lateral (select code from journals where ledger_id = :ledger_id and id = t.journal_id offset 0) j
 cross join lateral (select json_agg(json_build_array(account_id, layer, type, amount::text, description, metadata)
                                     order by position) as entries
                       from entries where ledger_id = :ledger_id and sequence = s.sequence offset 0) e
 where s.bytes - s.weight < :max_bytes::bigint
 order by s.sequence;
