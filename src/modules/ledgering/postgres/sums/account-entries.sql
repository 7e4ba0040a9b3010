-- name: read_balances_before
-- Reads the balances of each layer of an account before each of the given entries. The days before an entry's day are taken from sums. For
-- the entry's own day, it adds the balance at the last mark before the entry, and the entries between the mark and the entry. The log's
-- index of voids tells which of these entries are void, because looking up every transaction is much slower. The condition on `type` is
-- written so that no index matches it: misled by its statistics, the planner would otherwise read all voids of the ledger. The statement
-- read_balance explains how sums of days are found.
-- by: account_balances_pkey, account_day_balances_pkey, account_day_marks_pkey, account_period_balances_pkey
-- by: entries_of_account, ledger_log_of_transaction
with moments as materialized (
  select w.*, until, near, first_day_of('month', near) as month, first_day_of('year', near) as year, current_date as today
    from unnest(:days::date[], :sequences::bigint[], :positions::smallint[]) with ordinality as w (day, sequence, position, place)
   cross join lateral (select w.day as until, first_day_of('third', w.day + 5) as near) d
)
select m.place, l.layer, l.debits, l.credits
  from moments m
  left join lateral (select sequence from account_day_marks
                      where ledger_id = :ledger_id and account_id = :account_id and day = m.day and sequence < m.sequence
                      order by day desc, sequence desc limit 1) mark on true
 cross join lateral (
        select layer, sum(debits) as debits, sum(credits) as credits
          from (select b.layer, before.debits, before.credits
                  from (select layer, debits, credits,
                               m.until > open_since and (m.near > open_since or m.until > m.today) as is_late
                          from account_balances
                         where ledger_id = :ledger_id and account_id = :account_id offset 0) b
                 cross join lateral (
                        select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                          from (select b.debits, b.credits where b.is_late
                                union all
                                select -p.debits, -p.credits from account_day_balances p
                                 where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                                   and p.day >= m.until and b.is_late
                                union all
                                select p.debits, p.credits from account_period_balances p
                                 where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                                   and p.span = 'year' and p.first_day < m.year and not b.is_late
                                union all
                                select p.debits, p.credits from account_period_balances p
                                 where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                                   and p.span = 'month' and p.first_day >= m.year and p.first_day < m.month and not b.is_late
                                union all
                                select p.debits, p.credits from account_period_balances p
                                 where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                                   and p.span = 'third' and p.first_day >= m.month and p.first_day < m.near and not b.is_late
                                union all
                                select p.debits, p.credits from account_day_balances p
                                 where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                                   and p.day >= m.near and p.day < m.until and m.near < m.until and not b.is_late
                                union all
                                select -p.debits, -p.credits from account_day_balances p
                                 where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                                   and p.day >= m.until and p.day < m.near and m.near > m.until and not b.is_late) parts) before
                union all
                select layer, debits, credits from account_day_marks
                 where ledger_id = :ledger_id and account_id = :account_id and day = m.day and sequence = mark.sequence
                union all
                select e.layer,
                       case e.type when 'debit' then e.amount else 0 end,
                       case e.type when 'credit' then e.amount else 0 end
                  from entries e
                 where e.ledger_id = :ledger_id and e.account_id = :account_id and e.effective_date = m.day
                   and e.sequence > coalesce(mark.sequence, 0)
                   and (e.sequence, e.position) < (m.sequence, m.position)
                   and not exists (select from ledger_log
                                    where ledger_id = :ledger_id and transaction_id = e.transaction_id
                                      and type <> 'transaction_posted' and type || '' = 'transaction_voided' offset 0)) parts
         group by layer) l;

-- name: read_entry_totals
-- Sums the entries of an account between two days, on these layers. The sums of days do not include voided entries.
-- by: account_day_balances_pkey
select coalesce(sum(entry_count), 0)::bigint as count, coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
  from account_day_balances
 where ledger_id = :ledger_id and account_id = :account_id and layer = any (:layers::layer[])
   and day >= :first_day::date and day <= :last_day::date;
