-- name: read_balances_before
-- The balances of each layer of an account before an entry. Days before its day come from sums; for the day itself, the balance at the last
-- mark before the entry and the entries after that mark are added. The log's index of voids shows which of them are void, because looking
-- up every transaction costs far more. `type` is compared in a form that no index matches: by its statistics the planner would otherwise
-- read all voids of the ledger. The statement read_balance explains how sums of days are found.
-- by: account_balances_pkey, account_day_balances_pkey, account_day_marks_pkey, account_period_balances_pkey
-- by: entries_of_account, ledger_log_of_transaction
with moment as materialized (
  select until, near, first_day_of('month', near) as month, first_day_of('year', near) as year, current_date as today
    from (select :day::date as until, first_day_of('third', :day::date + 5) as near) d
), mark as (
  select sequence from account_day_marks
   where ledger_id = :ledger_id and account_id = :account_id and day = :day and sequence < :sequence
   order by day desc, sequence desc limit 1
)
select layer, sum(debits) as debits, sum(credits) as credits
  from (select b.layer, before.debits, before.credits
          from (select layer, debits, credits, m.*,
                       until > open_since and (near > open_since or until > today) as is_late
                  from moment m
                 cross join lateral (select layer, debits, credits, open_since from account_balances
                                      where ledger_id = :ledger_id and account_id = :account_id offset 0) b
                offset 0) b
         cross join lateral (
                select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                  from (select b.debits, b.credits where b.is_late
                        union all
                        select -p.debits, -p.credits from account_day_balances p
                         where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                           and p.day >= b.until and b.is_late
                        union all
                        select p.debits, p.credits from account_period_balances p
                         where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                           and p.span = 'year' and p.first_day < b.year and not b.is_late
                        union all
                        select p.debits, p.credits from account_period_balances p
                         where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                           and p.span = 'month' and p.first_day >= b.year and p.first_day < b.month and not b.is_late
                        union all
                        select p.debits, p.credits from account_period_balances p
                         where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                           and p.span = 'third' and p.first_day >= b.month and p.first_day < b.near and not b.is_late
                        union all
                        select p.debits, p.credits from account_day_balances p
                         where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                           and p.day >= b.near and p.day < b.until and b.near < b.until and not b.is_late
                        union all
                        select -p.debits, -p.credits from account_day_balances p
                         where p.ledger_id = :ledger_id and p.account_id = :account_id and p.layer = b.layer
                           and p.day >= b.until and p.day < b.near and b.near > b.until and not b.is_late) parts) before
        union all
        select layer, debits, credits from account_day_marks
         where ledger_id = :ledger_id and account_id = :account_id and day = :day
           and sequence = (select sequence from mark)
        union all
        select e.layer,
               case e.type when 'debit' then e.amount else 0 end,
               case e.type when 'credit' then e.amount else 0 end
          from entries e
         where e.ledger_id = :ledger_id and e.account_id = :account_id and e.effective_date = :day
           and e.sequence > coalesce((select sequence from mark), 0)
           and (e.sequence, e.position) < (:sequence::bigint, :position::smallint)
           and not exists (select from ledger_log
                            where ledger_id = :ledger_id and transaction_id = e.transaction_id
                              and type <> 'transaction_posted' and type || '' = 'transaction_voided' offset 0)) before
 group by layer;

-- name: read_entry_totals
-- The sums of the entries of an account between two days, on these layers. Voids are in none of the sums of days.
-- by: account_day_balances_pkey
select coalesce(sum(entry_count), 0)::bigint as count, coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
  from account_day_balances
 where ledger_id = :ledger_id and account_id = :account_id and layer = any (:layers::layer[])
   and day >= :first_day::date and day <= :last_day::date;
