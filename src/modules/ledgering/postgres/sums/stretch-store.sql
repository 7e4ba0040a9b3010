-- name: find_ledgers_of_events
-- Returns the ledgers of a node that have at least :least events. The function bypasses row-level security, and returns only ids and
-- sequences.
-- by: ledger_heads_pkey
select (l.found).ledger_id, (l.found).last_sequence
  from (select ledgers_of_events(:least::bigint, count(*)) as found from ledger_heads where ledger_id = :beside offset 0) l;

-- name: read_stretches
-- Reads the stretches of a ledger's log that have been summed.
-- by: log_stretches_pkey
select level, after, through, transactions_through from log_stretches where ledger_id = :ledger_id order by level, through;

-- name: read_posted_through
-- Reads the posting sequence of the last transaction that was posted between two sequences of the log.
-- by: ledger_log_pkey, transactions_pkey
select t.sequence
  from (select transaction_id from ledger_log
         where ledger_id = :ledger_id and sequence > :after::bigint and sequence <= :through::bigint and type || '' = 'transaction_posted'
         order by sequence desc limit 1) l
 cross join lateral (select sequence from transactions where ledger_id = :ledger_id and id = l.transaction_id offset 0) t;

-- name: insert_stretch
-- Inserts a stretch, unless another process has summed it.
insert into log_stretches (ledger_id, level, after, through, transactions_through)
values (:ledger_id, :level, :after::bigint, :through::bigint, :transactions_through::bigint)
on conflict do nothing;

-- name: sum_entries
-- Sums the entries that were posted in a stretch, less the entries that were voided in it. It also sums the pending entries that no longer
-- hold anything: an undoing entry from its own day on, and the entry that it undid, on the other side, from the later of the two days on.
-- The statement runs on the ledger's node, with the names that the partitions have there (`write_in_parts`).
select write_in_parts(ledger_id, array[$sum$
insert into %1$s (ledger_id, level, through, account_id, layer, day, debits, credits, entry_count, undone_debits, undone_credits)
select %5$L, 0, %7$L::bigint, account_id, layer, day,
       sum(sum(case type when 'debit' then amount else 0 end)) over so_far,
       sum(sum(case type when 'credit' then amount else 0 end)) over so_far,
       sum(sum(entries)) over so_far,
       sum(sum(case type when 'debit' then undone else 0 end)) over so_far,
       sum(sum(case type when 'credit' then undone else 0 end)) over so_far
  from (select account_id, layer, effective_date as day, type::text as type, amount, 1 as entries, 0 as undone
          from %2$s where ledger_id = %5$L and sequence > %8$L::bigint and sequence <= %9$L::bigint
         union all
        select e.account_id, e.layer, e.effective_date, e.type, -e.amount, -1, 0
          from (select transaction_id from %3$s
                 where ledger_id = %5$L and type = 'transaction_voided' and type <> 'transaction_posted'
                   and sequence > %6$L::bigint and sequence <= %7$L::bigint offset 0) v
         cross join lateral (select sequence from %4$s where ledger_id = %5$L and id = v.transaction_id offset 0) t
         cross join lateral (select * from %2$s where ledger_id = %5$L and sequence = t.sequence offset 0) e
         union all
        select e.account_id, e.layer, side.day, side.type, 0, 0, e.amount
          from (select * from %2$s
                 where ledger_id = %5$L and sequence > %8$L::bigint and sequence <= %9$L::bigint offset 0) e
         cross join lateral (select undoes_transaction_id from %4$s
                              where ledger_id = %5$L and id = e.transaction_id and undoes_transaction_id is not null
                                and correlation_type <> 'extension' offset 0) t
         cross join lateral (select effective_date from %4$s
                              where ledger_id = %5$L and id = t.undoes_transaction_id offset 0) u
         cross join lateral (select e.effective_date as day, e.type::text as type
                              union all
                             select greatest(e.effective_date, u.effective_date),
                                    case e.type when 'debit' then 'credit' else 'debit' end) side
         where e.layer = 'pending') changes
 group by account_id, layer, day
window so_far as (partition by account_id, layer order by day)
$sum$], array['stretch_balances', 'entries', 'ledger_log', 'transactions'],
       array[ledger_id::text, :after::text, :through::text, :transactions_after::text, :transactions_through::text])
  from ledger_heads
 where ledger_id = :ledger_id;

-- name: sum_stretches
-- Adds up the stretches of the level below. The sums of each of them are running sums over days.
select write_in_parts(ledger_id, array[$sum$
insert into %1$s (ledger_id, level, through, account_id, layer, day, debits, credits, entry_count, undone_debits, undone_credits)
select %2$L, %3$L::smallint, %5$L::bigint, account_id, layer, day,
       sum(sum(debits)) over so_far, sum(sum(credits)) over so_far, sum(sum(entry_count)) over so_far,
       sum(sum(undone_debits)) over so_far, sum(sum(undone_credits)) over so_far
  from (select account_id, layer, day,
               debits - coalesce(lag(debits) over days, 0) as debits,
               credits - coalesce(lag(credits) over days, 0) as credits,
               entry_count - coalesce(lag(entry_count) over days, 0) as entry_count,
               undone_debits - coalesce(lag(undone_debits) over days, 0) as undone_debits,
               undone_credits - coalesce(lag(undone_credits) over days, 0) as undone_credits
          from %1$s
         where ledger_id = %2$L and level = %3$L::smallint - 1 and through > %4$L::bigint and through <= %5$L::bigint
        window days as (partition by through, account_id, layer order by day)) changes
 group by account_id, layer, day
window so_far as (partition by account_id, layer order by day)
$sum$], array['stretch_balances'], array[ledger_id::text, :level::text, :after::text, :through::text])
  from ledger_heads
 where ledger_id = :ledger_id;
