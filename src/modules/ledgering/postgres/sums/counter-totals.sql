-- name: read_counter_totals
-- Reads the debits and credits of all other accounts in transactions that have an entry of these accounts, for each range of days, as known
-- at a sequence of the log. Ranges that overlap are read only once. The entries of an account are adjacent in the index, ordered by day;
-- their transactions, and all entries of each transaction, are looked up one by one. One row has no account: its debits are the number of
-- entries of the accounts. If that is more than :limit, no other row is returned.
-- by: entries_of_account, entries_pkey, ledger_log_of_transaction, transactions_pkey
with ranges as (
  select first, last, number
    from unnest(:firsts::date[], :lasts::date[]) with ordinality as r (first, last, number)
), own as materialized (
  select e.sequence, e.transaction_id
    from (select lower(days) as first, upper(days) - 1 as last
            from (select unnest(range_agg(daterange(first, last, '[]'))) as days from ranges) d) s
   cross join unnest(:account_ids::uuid[]) as w (id)
   cross join lateral (select sequence, transaction_id from entries
                        where ledger_id = :ledger_id and account_id = w.id and layer = :layer
                          and effective_date >= s.first and effective_date <= s.last
                          and sequence <= :transactions_through::bigint offset 0) e
   limit :limit::bigint + 1
)
select null as account_id, 0 as number, count(*) as debits, 0 as credits from own
union all
select d.account_id, r.number, sum(d.debits), sum(d.credits)
  from (select c.account_id, c.effective_date,
               sum(case when c.type = 'debit' then c.amount else 0 end) as debits,
               sum(case when c.type = 'credit' then c.amount else 0 end) as credits
          from (select distinct sequence, transaction_id from own
                 where (select count(*) from own) <= :limit::bigint) t
         cross join lateral (select id from transactions
                              where ledger_id = :ledger_id and id = t.transaction_id
                                and (status <> 'void'
                                     or not exists (select from ledger_log
                                                     where ledger_id = :ledger_id and transaction_id = t.transaction_id
                                                       and type <> 'transaction_posted' and type || '' = 'transaction_voided'
                                                       and sequence <= :known_at::bigint offset 0)) offset 0) f
         cross join lateral (select account_id, effective_date, type, amount from entries
                              where ledger_id = :ledger_id and sequence = t.sequence and layer = :layer offset 0) c
         where c.account_id not in (select unnest(:account_ids::uuid[]))
         group by 1, 2) d
  join ranges r on d.effective_date between r.first and r.last
 group by 1, 2;
