-- name: read_item_days
-- Reads the entries of accounts on a layer, as known at a sequence of the log, summed by open item and day. Settlements, releases and
-- extensions belong to their hold, with its value of the attribute even if they have one of their own. The entries of an account are adjacent
-- in the index, ordered by day; their transactions are looked up one by one.
-- by: entries_of_account, ledger_log_of_transaction, transactions_pkey
select e.account_id, t.hold_id, case when t.hold_id <> e.transaction_id then h.value else t.value end as value, e.effective_date as day,
       sum(case when e.type = 'debit' then e.amount else 0 end) as debits,
       sum(case when e.type = 'credit' then e.amount else 0 end) as credits
  from unnest(:account_ids::uuid[]) as w (id)
 cross join lateral (select account_id, transaction_id, effective_date, type, amount from entries
                      where ledger_id = :ledger_id and account_id = w.id and layer = :layer and effective_date <= :to::date
                        and sequence <= :transactions_through::bigint offset 0) e
 cross join lateral (select attributes ->> :attribute::text as value,
                            case when :layer <> 'settled' then coalesce(undoes_transaction_id, settles_transaction_id, id) end as hold_id
                       from transactions
                      where ledger_id = :ledger_id and id = e.transaction_id
                        and (status <> 'void'
                             or not exists (select from ledger_log
                                             where ledger_id = :ledger_id and transaction_id = e.transaction_id
                                               and type <> 'transaction_posted' and type || '' = 'transaction_voided'
                                               and sequence <= :known_at::bigint offset 0)) offset 0) t
  left join lateral (select attributes ->> :attribute::text as value from transactions
                      where ledger_id = :ledger_id and id = t.hold_id and t.hold_id <> e.transaction_id offset 0) h on true
 group by 1, 2, 3, 4
 limit :limit;
