-- Each statement returns the rows that violate the check of the same name. balance-checks.ts describes each check.

-- name: transactions-balance
-- Finds transactions whose debits and credits differ in a layer. The layers are added up one by one only if a transaction has several.
select place, detail, count(*) over () as total
from (
  select format('transaction %s, layer %s', d.transaction_id, d.layer), format('debits %s, credits %s', d.debits, d.credits)
    from (select sequence
            from (select * from entries where ledger_id = :ledger_id order by sequence offset 0) e
           group by sequence
          having sum(case type when 'debit' then amount else -amount end) <> 0
              or min(layer) <> max(layer)) s
   cross join lateral (select transaction_id, layer, coalesce(sum(amount) filter (where type = 'debit'), 0) as debits,
                              coalesce(sum(amount) filter (where type = 'credit'), 0) as credits
                         from entries where ledger_id = :ledger_id and sequence = s.sequence
                        group by transaction_id, layer) d
   where d.debits <> d.credits
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: ledger-balances
-- Finds layers of the ledger in which the sums of all debits and all credits differ.
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
-- Finds balances that are not the sums of their days. The check day-balances-equal-entries compares each day with its entries.
select place, detail, count(*) over () as total
from (
  with sums as (
    select account_id, layer, sum(debits) as debits, sum(credits) as credits, sum(entry_count) as entry_count
      from account_day_balances
     where ledger_id = :ledger_id
     group by account_id, layer
  )
  select format('account %s, layer %s', coalesce(b.account_id, s.account_id), coalesce(b.layer, s.layer)),
         case
           when b.account_id is null then format('%s entries have no stored balance', s.entry_count)
           when (b.debits, b.credits, b.entry_count)
                is distinct from (coalesce(s.debits, 0), coalesce(s.credits, 0), coalesce(s.entry_count, 0))
             then format('stored: debits %s, credits %s of %s entries; by its days: %s, %s of %s',
                         b.debits, b.credits, b.entry_count,
                         coalesce(s.debits, 0), coalesce(s.credits, 0), coalesce(s.entry_count, 0))
         end
    from (select * from account_balances where ledger_id = :ledger_id) b
    full join sums s on s.account_id = b.account_id and s.layer = b.layer
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: day-balances-equal-entries
-- Finds balances of days that are not the sums of their entries. A void transaction leaves the rows of its day, but their sums do not
-- include its entries. The check entries-of-posted finds entries of transactions that may have none.
select place, detail, count(*) over () as total
from (
  with sums as (
    select e.account_id, e.layer, e.effective_date as day,
           coalesce(sum(e.amount) filter (where e.type = 'debit' and v.sequence is null), 0) as debits,
           coalesce(sum(e.amount) filter (where e.type = 'credit' and v.sequence is null), 0) as credits,
           count(*) filter (where v.sequence is null) as entry_count
      from entries e
      left join (select sequence from transactions where ledger_id = :ledger_id and status = 'void') v on v.sequence = e.sequence
     where e.ledger_id = :ledger_id
     group by e.account_id, e.layer, e.effective_date
  )
  select format('account %s, layer %s, day %s',
                coalesce(b.account_id, s.account_id), coalesce(b.layer, s.layer), coalesce(b.day, s.day)),
         case
           when b.account_id is null then 'has entries, but no stored balance'
           when s.account_id is null then 'a balance is stored, but there are no entries'
           when (b.debits, b.credits, b.entry_count) is distinct from (s.debits, s.credits, s.entry_count)
             then format('stored: debits %s, credits %s of %s entries; by its entries: %s, %s of %s',
                         b.debits, b.credits, b.entry_count, s.debits, s.credits, s.entry_count)
         end
    from (select * from account_day_balances where ledger_id = :ledger_id) b
    full join sums s on s.account_id = b.account_id and s.layer = b.layer and s.day = b.day
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: balance-rows
-- Finds accounts that lack the balance row of a layer.
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

-- name: undone-equals-reversals
-- Finds days on which the undone amounts of the pending layer differ from the reversals and releases, and from the entries that they undid.
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
     where r.ledger_id = :ledger_id and r.undoes_transaction_id is not null and r.correlation_type <> 'extension'
  ), sums as (
    select account_id, day, sum(debits) as debits, sum(credits) as credits
      from undone group by account_id, day
  )
  select format('account %s, day %s', coalesce(k.account_id, s.account_id), coalesce(k.day, s.day)),
         case
           when (k.debits, k.credits) is distinct from (s.debits, s.credits)
             then format('stored: debits %s, credits %s; by the undoing transactions: %s, %s',
                         coalesce(k.debits, 0), coalesce(k.credits, 0), coalesce(s.debits, 0), coalesce(s.credits, 0))
         end
    from (select account_id, day, debits, credits from account_day_undone where ledger_id = :ledger_id) k
    full join sums s on s.account_id = k.account_id and s.day = k.day
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: held-equals-pending
-- Finds accounts whose held amounts are not their pending debits and credits, less the undone parts. The held amounts are in the settled
-- row of an account.
select place, detail, count(*) over () as total
from (
  select format('account %s', s.account_id),
         case
           when (coalesce(s.held_debits, 0), coalesce(s.held_credits, 0)) is distinct from (p.debits - u.debits, p.credits - u.credits)
             then format('the held amounts are debits %s, credits %s; the pending amounts less the undone ones are %s, %s',
                         coalesce(s.held_debits, 0),
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
