-- name: read_standings_then
-- Reads the same as read_standing, for each account, as known at a sequence of the log: the lowest and the highest settled balance of a day
-- and all later days, debits less credits, and the remaining amount of open encumbrances dated up to the day. The balances of an
-- account over time are computed from the sums of stretches: events that the sums do not include are added, and events after the sequence
-- that they do include are subtracted (`sign`). The remaining amount of an encumbrance is the sum of its own entries and of the entries that
-- undo it. A deleted account never had an entry, so it has no row.
-- by: accounts_pkey, entries_of_rare_layer, entries_pkey, ledger_log_of_rare_type, ledger_log_of_transaction, stretch_balances_pkey
-- by: transactions_pkey
with named as materialized (
  select a.id, a.normal_balance
    from unnest(:account_ids::uuid[]) as w (id)
   cross join lateral (select id, normal_balance from accounts where ledger_id = :ledger_id and id = w.id offset 0) a
), changes as (
  -- All changes up to the day are added up as one change on that day.
  select id as account_id, :as_of::date as day, 0::numeric as change from named
  union all
  select account_id, day, total - lag(total, 1, 0::numeric) over (partition by account_id, level, through order by day)
    from (select n.id as account_id, c.level, c.through, greatest(s.day, :as_of::date) as day, s.debits - s.credits as total
            from named n
           cross join unnest(:levels::smallint[], :throughs::bigint[]) as c (level, through)
           cross join lateral (
                  select * from (select day, debits, credits from stretch_balances
                                  where ledger_id = :ledger_id and level = c.level and through = c.through
                                    and account_id = n.id and layer = 'settled' and day <= :as_of::date
                                  order by day desc limit 1) before
                  union all
                  select day, debits, credits from stretch_balances
                   where ledger_id = :ledger_id and level = c.level and through = c.through
                     and account_id = n.id and layer = 'settled' and day > :as_of::date) s) sums
  union all
  select account_id, greatest(effective_date, :as_of::date),
         :sign::integer * case type when 'debit' then amount else -amount end
    from (select account_id, layer, effective_date, type, amount from entries
           where ledger_id = :ledger_id and sequence > :transactions_after::bigint and sequence <= :transactions_through::bigint
          union all
          select e.account_id, e.layer, e.effective_date, e.type, -e.amount
            from (select transaction_id from ledger_log
                   where ledger_id = :ledger_id and type = 'transaction_voided' and type <> 'transaction_posted'
                     and sequence > :after::bigint and sequence <= :through::bigint offset 0) v
           cross join lateral (select sequence from transactions
                                where ledger_id = :ledger_id and id = v.transaction_id offset 0) t
           cross join lateral (select * from entries where ledger_id = :ledger_id and sequence = t.sequence offset 0) e) rest
   where layer = 'settled' and account_id in (select id from named)
), course as (
  select account_id, sum(sum(change)) over (partition by account_id order by day) as balance
    from changes group by account_id, day
), ends as (
  select account_id, min(balance) as lowest, max(balance) as highest from course group by account_id
)
select n.id as account_id, n.normal_balance, s.lowest, s.highest, d.due
  from named n
  join ends s on s.account_id = n.id
 cross join lateral (
        select coalesce(sum(case e.type when 'debit' then e.amount else -e.amount end), 0) as due
          from (select transaction_id, type, amount from entries
                 where ledger_id = :ledger_id and account_id = n.id and layer = 'encumbrance' and layer <> 'settled'
                   and sequence <= :posted_through::bigint) e
         cross join lateral (select coalesce(undoes_transaction_id, id) as hold_id from transactions
                              where ledger_id = :ledger_id and id = e.transaction_id
                                and (status <> 'void'
                                     or not exists (select from ledger_log
                                                     where ledger_id = :ledger_id and transaction_id = e.transaction_id
                                                       and type <> 'transaction_posted' and type || '' = 'transaction_voided'
                                                       and sequence <= :known_at::bigint offset 0)) offset 0) t
         cross join lateral (select effective_date from transactions
                              where ledger_id = :ledger_id and id = t.hold_id offset 0) h
         where h.effective_date <= :as_of::date) d;
