-- Each statement gives the rows that break the check of its name. What the checks promise stands in balance-checks.ts.

-- name: transactions-balance
select place, detail, count(*) over () as total
from (
  select format('transaction %s, layer %s', transaction_id, layer),
         format('debits %s, credits %s',
                coalesce(sum(amount) filter (where type = 'debit'), 0),
                coalesce(sum(amount) filter (where type = 'credit'), 0))
    from entries
   where ledger_id = :ledger_id
   group by transaction_id, layer
  having sum(case type when 'debit' then amount else -amount end) <> 0
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: ledger-balances
select place, detail, count(*) over () as total
from (
  select format('layer %s', layer), format('debits %s, credits %s', sum(debits), sum(credits))
    from account_balances
   where ledger_id = :ledger_id
   group by layer
  having sum(debits) <> sum(credits)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: balances-equal-entries
select place, detail, count(*) over () as total
from (
  with sums as (
    select e.account_id, e.layer,
           coalesce(sum(e.amount) filter (where e.type = 'debit'), 0) as debits,
           coalesce(sum(e.amount) filter (where e.type = 'credit'), 0) as credits,
           count(*) as entry_count
      from entries e
      join transactions t
      on t.ledger_id = :ledger_id and t.id = e.transaction_id and t.status in ('posted', 'reversed')
     where e.ledger_id = :ledger_id
     group by e.account_id, e.layer
  )
  select format('account %s, layer %s', coalesce(b.account_id, s.account_id), coalesce(b.layer, s.layer)),
         case
           when b.account_id is null then format('no balance is kept of %s entries', s.entry_count)
           when (b.debits, b.credits, b.entry_count)
                is distinct from (coalesce(s.debits, 0), coalesce(s.credits, 0), coalesce(s.entry_count, 0))
             then format('kept are debits %s, credits %s of %s entries; the entries give %s, %s of %s',
                         b.debits, b.credits, b.entry_count,
                         coalesce(s.debits, 0), coalesce(s.credits, 0), coalesce(s.entry_count, 0))
         end
    from (select * from account_balances where ledger_id = :ledger_id) b
    full join sums s on s.account_id = b.account_id and s.layer = b.layer
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: day-balances-equal-entries
-- A void transaction leaves the row of its day, with nothing of it in the sums.
select place, detail, count(*) over () as total
from (
  with sums as (
    select e.account_id, e.layer, e.effective_date as day,
           coalesce(sum(e.amount) filter (where e.type = 'debit' and t.status <> 'void'), 0) as debits,
           coalesce(sum(e.amount) filter (where e.type = 'credit' and t.status <> 'void'), 0) as credits,
           count(*) filter (where t.status <> 'void') as entry_count
      from entries e
      join transactions t
      on t.ledger_id = :ledger_id and t.id = e.transaction_id and t.status in ('posted', 'reversed', 'void')
     where e.ledger_id = :ledger_id
     group by e.account_id, e.layer, e.effective_date
  )
  select format('account %s, layer %s, day %s',
                coalesce(b.account_id, s.account_id), coalesce(b.layer, s.layer), coalesce(b.day, s.day)),
         case
           when b.account_id is null then 'no balance is kept of its entries'
           when s.account_id is null then 'a balance is kept, but there are no entries'
           when (b.debits, b.credits, b.entry_count) is distinct from (s.debits, s.credits, s.entry_count)
             then format('kept are debits %s, credits %s of %s entries; the entries give %s, %s of %s',
                         b.debits, b.credits, b.entry_count, s.debits, s.credits, s.entry_count)
         end
    from (select * from account_day_balances where ledger_id = :ledger_id) b
    full join sums s on s.account_id = b.account_id and s.layer = b.layer and s.day = b.day
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: balance-rows
select place, detail, count(*) over () as total
from (
  select format('account %s, layer %s', a.id, l.layer), 'has no balance row'
    from accounts a
   cross join unnest(array['settled', 'pending', 'encumbrance']) as l (layer)
    left join account_balances b on b.ledger_id = :ledger_id and b.account_id = a.id and b.layer = l.layer
   where a.ledger_id = :ledger_id and b.account_id is null
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: limits-are-armed
select place, detail, count(*) over () as total
from (
  select format('account %s, layer %s', b.account_id, b.layer),
         case
           when b.is_limited <> (b.layer = 'settled' and a.enforce_balance_limits)
             then format('is_limited is %s, enforce_balance_limits is %s', b.is_limited, a.enforce_balance_limits)
         end
    from account_balances b
    join accounts a on a.ledger_id = :ledger_id and a.id = b.account_id
   where b.ledger_id = :ledger_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: undone-equals-reversals
-- Without a day, of all days.
select place, detail, count(*) over () as total
from (
  with undone as (
    select m.account_id, d.day, case when d.is_own = (m.type = 'debit') then m.amount else 0 end as debits,
           case when d.is_own = (m.type = 'credit') then m.amount else 0 end as credits
      from transactions r
      join transactions t on t.ledger_id = :ledger_id and t.id = r.reverses_transaction_id
      join entries m on m.ledger_id = :ledger_id and m.sequence = r.sequence and m.layer = 'pending'
     cross join lateral (values (r.effective_date, true),
                                (greatest(t.effective_date, r.effective_date), false)) as d (day, is_own)
     where r.ledger_id = :ledger_id and r.reverses_transaction_id is not null
  ), sums as (
    select account_id, day, sum(debits) as debits, sum(credits) as credits
      from undone group by grouping sets ((account_id, day), (account_id))
  )
  select concat_ws(', ', format('account %s', coalesce(k.account_id, s.account_id)),
                   'day ' || coalesce(k.day, s.day)),
         case
           when (k.debits, k.credits) is distinct from (s.debits, s.credits)
             then format('kept are debits %s, credits %s; the reversals give %s, %s',
                         coalesce(k.debits, 0), coalesce(k.credits, 0), coalesce(s.debits, 0), coalesce(s.credits, 0))
         end
    from (select account_id, day, debits, credits from account_day_undone where ledger_id = :ledger_id
           union all
          select account_id, null, undone_debits, undone_credits from account_balances
           where ledger_id = :ledger_id and num_nonnulls(undone_debits, undone_credits) > 0) k
    full join sums s
      on s.account_id = k.account_id and coalesce(s.day, '-infinity') = coalesce(k.day, '-infinity')
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: limits-hold
-- Limits may be set on an account that is already beyond them: from then on its balance may only come nearer. So a
-- balance beyond a limit must not be further from it than it was when the account was last changed, which is worked
-- out backwards.
select place, detail, count(*) over () as total
from (
  with bound as (
    select a.id, a.min_balance, a.max_balance, case a.normal_balance when 'debit' then 1 else -1 end as sign,
           b.debits - b.credits as debit_balance,
           (select coalesce(max(l.sequence), 0)
              from ledger_log l where l.ledger_id = :ledger_id and l.account_id = a.id) as bound_since
      from accounts a
      join account_balances b on b.ledger_id = :ledger_id and b.account_id = a.id and b.layer = 'settled'
     where a.ledger_id = :ledger_id and a.enforce_balance_limits
  ), moved as (
    select id, min_balance, max_balance, sign * debit_balance as balance,
           sign * (select coalesce(sum(case e.type when 'debit' then e.amount else -e.amount end
                                       * case when t.log_sequence > bound_since then 1 else -1 end), 0)
                     from entries e
                     join transactions t on t.ledger_id = :ledger_id and t.id = e.transaction_id
                     left join ledger_log v on v.ledger_id = :ledger_id and v.transaction_id = t.id
                                           and v.type = 'transaction_voided'
                    where e.ledger_id = :ledger_id and e.account_id = bound.id and e.layer = 'settled'
                      and (t.log_sequence > bound_since) <> (coalesce(v.sequence, 0) > bound_since)) as change
      from bound
     where sign * debit_balance < min_balance or sign * debit_balance > max_balance
  )
  select format('account %s', id),
         format('the settled balance is %s, the limits are %s and %s, and it moved by %s',
                balance, coalesce(min_balance::text, 'none'), coalesce(max_balance::text, 'none'), change)
    from moved
   where (balance < min_balance and change < 0) or (balance > max_balance and change > 0)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
