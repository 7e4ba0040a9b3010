-- name: read_standing
-- Reads the available amount of an account on a day, in two columns: the lowest settled balance of that day and all later days, on the
-- account's normal side; and the amount that open holds of any day would take away. The third column is the remaining amount of open
-- encumbrances dated up to the day, debits less credits. `rest` is the change of a later day and of all days after it, so the total less
-- `rest` is the balance before that day; the balance at the end of the last day is the total itself.
-- by: account_balances_pkey, account_day_balances_pkey, accounts_ledger_id_code_key, entries_of_rare_layer, entries_undone_pkey
-- by: transactions_of_hold_state
select case a.normal_balance when 'debit' then s.lowest else -s.highest end as settled,
       case a.normal_balance when 'debit' then b.held_credits else b.held_debits end as held, d.due
  from accounts a
 cross join lateral (select debits - credits as total, coalesce(held_debits, 0) as held_debits, coalesce(held_credits, 0) as held_credits
                       from account_balances
                      where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' offset 0) b
 cross join lateral (
        select b.total - greatest(max(rest), 0) as lowest, b.total - least(min(rest), 0) as highest
          from (select sum(debits - credits) over (order by day desc rows unbounded preceding) as rest from account_day_balances
                 where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' and day > :as_of::date) later) s
 cross join lateral (
        select coalesce(sum((case e.type when 'debit' then 1 else -1 end) * (e.amount - coalesce(u.amount, 0))), 0) as due
          from (select sequence, position, transaction_id, type, amount from entries
                 where ledger_id = :ledger_id and account_id = a.id and layer = 'encumbrance' and layer <> 'settled'
                   and effective_date <= :as_of::date) e
         cross join lateral (select from transactions
                              where ledger_id = :ledger_id and id = e.transaction_id and hold_state = 'open' offset 0) t
          left join lateral (select amount from entries_undone
                              where ledger_id = :ledger_id and sequence = e.sequence and position = e.position offset 0) u on true) d
 where a.ledger_id = :ledger_id and a.code = :code;

-- name: read_standing_of_set
-- Reads the available amount of a set: the sum over all accounts in the set and in the sets within it, each once, on the debit side. The
-- columns are those of read_standing.
-- by: account_balances_pkey, account_day_balances_pkey, account_set_members_pkey, accounts_pkey, entries_of_rare_layer
-- by: entries_undone_pkey, transactions_of_hold_state
with recursive within(id) as (
  select :account_set_id::uuid
  union
  select m.child_set_id
    from within w
   cross join lateral (select child_set_id from account_set_members
                        where ledger_id = :ledger_id and account_set_id = w.id offset 0) m
   where m.child_set_id is not null
), leaf as (
  select distinct m.account_id as id
    from within w
   cross join lateral (select account_id from account_set_members
                        where ledger_id = :ledger_id and account_set_id = w.id offset 0) m
   where m.account_id is not null
)
select coalesce(sum(case a.normal_balance when 'debit' then s.lowest else s.highest end), 0) as settled,
       coalesce(sum(case a.normal_balance when 'debit' then b.held_credits else -b.held_debits end), 0) as held,
       coalesce(sum(d.due), 0) as due
  from leaf w
 cross join lateral (select id, normal_balance from accounts where ledger_id = :ledger_id and id = w.id offset 0) a
 cross join lateral (select debits - credits as total, coalesce(held_debits, 0) as held_debits, coalesce(held_credits, 0) as held_credits
                       from account_balances
                      where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' offset 0) b
 cross join lateral (
        select b.total - greatest(max(rest), 0) as lowest, b.total - least(min(rest), 0) as highest
          from (select sum(debits - credits) over (order by day desc rows unbounded preceding) as rest from account_day_balances
                 where ledger_id = :ledger_id and account_id = a.id and layer = 'settled' and day > :as_of::date) later) s
 cross join lateral (
        select coalesce(sum((case e.type when 'debit' then 1 else -1 end) * (e.amount - coalesce(u.amount, 0))), 0) as due
          from (select sequence, position, transaction_id, type, amount from entries
                 where ledger_id = :ledger_id and account_id = a.id and layer = 'encumbrance' and layer <> 'settled'
                   and effective_date <= :as_of::date) e
         cross join lateral (select from transactions
                              where ledger_id = :ledger_id and id = e.transaction_id and hold_state = 'open' offset 0) t
          left join lateral (select amount from entries_undone
                              where ledger_id = :ledger_id and sequence = e.sequence and position = e.position offset 0) u on true) d;
