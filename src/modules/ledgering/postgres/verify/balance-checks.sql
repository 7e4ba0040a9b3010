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
select place, detail, count(*) over () as total
from (
  with undone as (
    select m.account_id, d.day, case when d.is_own = (m.type = 'debit') then m.amount else 0 end as debits,
           case when d.is_own = (m.type = 'credit') then m.amount else 0 end as credits
      from transactions r
      join transactions t on t.ledger_id = :ledger_id and t.id = r.undoes_transaction_id
      join entries m on m.ledger_id = :ledger_id and m.sequence = r.sequence and m.layer = 'pending'
     cross join lateral (values (r.effective_date, true),
                                (greatest(t.effective_date, r.effective_date), false)) as d (day, is_own)
     where r.ledger_id = :ledger_id and r.undoes_transaction_id is not null
  ), sums as (
    select account_id, day, sum(debits) as debits, sum(credits) as credits
      from undone group by account_id, day
  )
  select format('account %s, day %s', coalesce(k.account_id, s.account_id), coalesce(k.day, s.day)),
         case
           when (k.debits, k.credits) is distinct from (s.debits, s.credits)
             then format('kept are debits %s, credits %s; what undoes gives %s, %s',
                         coalesce(k.debits, 0), coalesce(k.credits, 0), coalesce(s.debits, 0), coalesce(s.credits, 0))
         end
    from (select account_id, day, debits, credits from account_day_undone where ledger_id = :ledger_id) k
    full join sums s on s.account_id = k.account_id and s.day = k.day
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: held-equals-pending
-- What the settled row of an account says is held: its pending debits and credits, less what of them is undone.
select place, detail, count(*) over () as total
from (
  select format('account %s', s.account_id),
         case
           when (coalesce(s.held_debits, 0), coalesce(s.held_credits, 0)) is distinct from (p.debits - u.debits, p.credits - u.credits)
             then format('held are debits %s, credits %s; of what is pending are left %s, %s', coalesce(s.held_debits, 0),
                         coalesce(s.held_credits, 0), p.debits - u.debits, p.credits - u.credits)
         end
    from account_balances s
    join account_balances p on p.ledger_id = :ledger_id and p.account_id = s.account_id and p.layer = 'pending'
   cross join lateral (select coalesce(sum(debits), 0) as debits, coalesce(sum(credits), 0) as credits
                         from account_day_undone where ledger_id = :ledger_id and account_id = s.account_id) u
   where s.ledger_id = :ledger_id and s.layer = 'settled'
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: limits-hold
-- Limits may be set on an account that is already beyond them: from then on its balance may only come nearer. So a
-- balance beyond a limit must not be further from it than it was when the account was last changed, which is worked
-- out backwards. On the basis of what is available, pending entries of the normal side count above alone, and those of the
-- other side below alone; an entry of a reversal takes back what the other side counted.
select place, detail, count(*) over () as total
from (
  with bound as (
    select a.id, a.min_balance, a.max_balance, a.normal_balance, a.limit_basis,
           case a.normal_balance when 'debit' then b.debits - b.credits else b.credits - b.debits end as settled,
           coalesce(case a.normal_balance when 'debit' then b.held_credits else b.held_debits end, 0) as takes,
           coalesce(case a.normal_balance when 'debit' then b.held_debits else b.held_credits end, 0) as adds,
           (select coalesce(max(l.sequence), 0)
              from ledger_log l where l.ledger_id = :ledger_id and l.account_id = a.id) as bound_since
      from accounts a
      join account_balances b on b.ledger_id = :ledger_id and b.account_id = a.id and b.layer = 'settled'
     where a.ledger_id = :ledger_id and a.enforce_balance_limits
  ), balances as (
    select *, settled - case limit_basis when 'available' then takes else 0 end as low,
           settled + case limit_basis when 'available' then adds else 0 end as high
      from bound
  ), moved as (
    select b.id, b.limit_basis, b.min_balance, b.max_balance, b.low, b.high, m.lowered, m.raised
      from balances b
     cross join lateral (
            select coalesce(sum(c.amount) filter (where c.layer = 'settled' or c.is_normal = c.reverses), 0) as lowered,
                   coalesce(sum(c.amount) filter (where c.layer = 'settled' or c.is_normal <> c.reverses), 0) as raised
              from (select e.layer, e.type = b.normal_balance as is_normal, t.undoes_transaction_id is not null as reverses,
                           case when e.type = b.normal_balance then e.amount else -e.amount end
                           * case when t.log_sequence > b.bound_since then 1 else -1 end as amount
                      from entries e
                      join transactions t on t.ledger_id = :ledger_id and t.id = e.transaction_id
                      left join ledger_log v on v.ledger_id = :ledger_id and v.transaction_id = t.id
                                            and v.type = 'transaction_voided'
                     where e.ledger_id = :ledger_id and e.account_id = b.id
                       and (e.layer = 'settled' or e.layer = 'pending' and b.limit_basis = 'available')
                       and (t.log_sequence > b.bound_since) <> (coalesce(v.sequence, 0) > b.bound_since)) c) m
     where b.low < b.min_balance or b.high > b.max_balance
  )
  select format('account %s', id),
         format('the %s balance is %s to %s, the limits are %s and %s, and it moved by %s and %s', limit_basis,
                low, high, coalesce(min_balance::text, 'none'), coalesce(max_balance::text, 'none'), lowered, raised)
    from moved
   where (low < min_balance and lowered < 0) or (high > max_balance and raised > 0)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
