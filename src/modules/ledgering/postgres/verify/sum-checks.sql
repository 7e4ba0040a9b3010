-- Each statement returns the rows that violate the check of the same name. sum-checks.ts describes each check.

-- name: open-periods
-- Finds accounts and layers for which the stored first day that is not summed yet is wrong.
select place, detail, count(*) over () as total
from (
  select format('account %s, layer %s', b.account_id, b.layer),
         case
           when (b.open_since is null) <> (d.latest is null)
             then format('the stored day is %s, but the latest day is %s',
                         coalesce(b.open_since::text, 'none'), coalesce(d.latest::text, 'none'))
           when b.open_since <> first_day_of('third', b.open_since) or b.open_since > first_day_of('third', d.latest)
             then format('the stored day is %s, but the latest day is %s', b.open_since, d.latest)
         end
    from account_balances b
    left join (select account_id, layer, max(day) as latest
                 from account_day_balances where ledger_id = :ledger_id group by account_id, layer) d
      on d.account_id = b.account_id and d.layer = b.layer
   where b.ledger_id = :ledger_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: period-balances-equal-days
-- Finds sums of thirds of months, months and years that differ from the sums of their days.
select place, detail, count(*) over () as total
from (
  with sums as (
    select d.account_id, d.layer, s.span, first_day_of(s.span, d.day) as first_day,
           sum(d.debits) as debits, sum(d.credits) as credits, sum(d.entry_count) as entry_count
      from account_day_balances d
     cross join unnest(array['third', 'month', 'year']) as s (span)
      join account_balances o on o.ledger_id = :ledger_id and o.account_id = d.account_id and o.layer = d.layer
     where d.ledger_id = :ledger_id and d.day < first_day_of(s.span, o.open_since)
     group by 1, 2, 3, 4
  )
  select format('account %s, layer %s, %s of %s', coalesce(p.account_id, s.account_id), coalesce(p.layer, s.layer),
                coalesce(p.span, s.span), coalesce(p.first_day, s.first_day)),
         case
           when p.account_id is null then 'has days, but no stored sum'
           when s.account_id is null then 'a sum is stored, but there are no days'
           when (p.debits, p.credits, p.entry_count) is distinct from (s.debits, s.credits, s.entry_count)
             then format('stored: debits %s, credits %s of %s entries; by its days: %s, %s of %s',
                         p.debits, p.credits, p.entry_count, s.debits, s.credits, s.entry_count)
         end
    from (select * from account_period_balances where ledger_id = :ledger_id) p
    full join sums s
      on s.account_id = p.account_id and s.layer = p.layer and s.span = p.span and s.first_day = p.first_day
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: day-marks-equal-entries
-- Finds marks within a day that differ from the sums of the day's entries up to them. A mark covers all entries up to its sequence, in
-- every layer.
select place, detail, count(*) over () as total
from (
  with sums as (
    select distinct e.account_id, e.effective_date as day, e.sequence, l.layer,
           coalesce(sum(e.amount) filter (where e.type = 'debit' and e.layer = l.layer and t.status <> 'void')
             over upto, 0) as debits,
           coalesce(sum(e.amount) filter (where e.type = 'credit' and e.layer = l.layer and t.status <> 'void')
             over upto, 0) as credits
      from entries e
      join (select distinct account_id, day from account_day_marks where ledger_id = :ledger_id) m
        on m.account_id = e.account_id and m.day = e.effective_date
      join transactions t on t.ledger_id = :ledger_id and t.id = e.transaction_id
     cross join unnest(array['settled', 'pending', 'encumbrance']) as l (layer)
     where e.ledger_id = :ledger_id
    window upto as (partition by e.account_id, e.effective_date, l.layer order by e.sequence)
  )
  select format('account %s, layer %s, day %s, sequence %s', m.account_id, m.layer, m.day, m.sequence),
         case
           when s.account_id is null then 'a mark is stored, but there are no entries'
           when (m.debits, m.credits) is distinct from (s.debits, s.credits)
             then format('stored: debits %s, credits %s; by its entries: %s, %s',
                         m.debits, m.credits, s.debits, s.credits)
         end
    from account_day_marks m
    left join sums s
      on s.account_id = m.account_id and s.day = m.day and s.sequence = m.sequence and s.layer = m.layer
   where m.ledger_id = :ledger_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
