-- Each statement returns the rows that violate the check of the same name. stretch-checks.ts describes each check.

-- name: stretches-follow-each-other
-- Finds stretches that leave a gap or overlap, or whose last posted transaction is wrong.
select place, detail, count(*) over () as total
from (
  with ends as materialized (
    select array_agg(through order by through) as throughs
      from (select distinct through from log_stretches where ledger_id = :ledger_id) d
  ), posted as (
    -- The place of the first stretch that contains an event is one more than the number of stretch ends before the event. The check
    -- decisions-are-logged compares the event of each transaction with the log.
    select width_bucket(t.log_sequence - 1, e.throughs) + 1 as place, max(t.sequence) as sequence
      from ends e
     cross join (select sequence, log_sequence from transactions where ledger_id = :ledger_id and sequence is not null) t
     group by 1
  ), last_posted as (
    select e.through, max(p.sequence) over (order by e.place) as sequence
      from (select through, place from ends cross join unnest(throughs) with ordinality as u (through, place)) e
      left join posted p on p.place = e.place
  )
  select format('stretch of level %s through %s', s.level, s.through),
         case
           when s.after <> coalesce(lag(s.through) over stretches, 0) then format('begins after %s', s.after)
           when s.through > h.last_sequence then format('the log ends at %s', h.last_sequence)
           when s.transactions_through <> coalesce(p.sequence, 0)
             then format('its stored last transaction is %s, but the last one posted by its end is %s',
                         s.transactions_through, coalesce(p.sequence, 0))
         end
    from log_stretches s
    join ledger_heads h on h.ledger_id = :ledger_id
    left join last_posted p on p.through = s.through
   where s.ledger_id = :ledger_id
  window stretches as (partition by s.level order by s.through)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: stretches-equal-their-events
-- Finds sums of stretches that differ from the amounts of their events.
select place, detail, count(*) over () as total
from (
  with stretches as (
    select level, after, through, transactions_through, lag(transactions_through, 1, 0::bigint) over (order by through) as transactions_after
      from log_stretches where ledger_id = :ledger_id and level = 0
  ), changes as (
    select s.through, e.account_id, e.layer, e.effective_date as day, e.type, e.amount, 1 as entries, 0 as undone
      from stretches s
     cross join lateral (select * from entries where ledger_id = :ledger_id and sequence > s.transactions_after
                            and sequence <= s.transactions_through offset 0) e
    union all
    select s.through, e.account_id, e.layer, e.effective_date, e.type, -e.amount, -1, 0
      from stretches s
     cross join lateral (select transaction_id from ledger_log where ledger_id = :ledger_id and type = 'transaction_voided'
                            and sequence > s.after and sequence <= s.through offset 0) l
      join transactions t on t.ledger_id = :ledger_id and t.id = l.transaction_id
     cross join lateral (select * from entries where ledger_id = :ledger_id and sequence = t.sequence offset 0) e
    union all
    select s.through, e.account_id, e.layer, side.day, side.type, 0, 0, e.amount
      from stretches s
     cross join lateral (select * from entries where ledger_id = :ledger_id and sequence > s.transactions_after
                            and sequence <= s.transactions_through and layer = 'pending' offset 0) e
      join transactions t on t.ledger_id = :ledger_id and t.id = e.transaction_id and t.correlation_type <> 'extension'
      join transactions u on u.ledger_id = :ledger_id and u.id = t.undoes_transaction_id
     cross join lateral (values (e.effective_date, e.type),
                                (greatest(e.effective_date, u.effective_date),
                                 case e.type when 'debit' then 'credit'::entry_type else 'debit' end)) side (day, type)
  ), derived as (
    select through, account_id, layer, day,
           sum(case type when 'debit' then amount else 0 end) as debits,
           sum(case type when 'credit' then amount else 0 end) as credits, sum(entries) as entry_count,
           sum(case type when 'debit' then undone else 0 end) as undone_debits,
           sum(case type when 'credit' then undone else 0 end) as undone_credits
      from changes group by 1, 2, 3, 4
  ), kept as (
    select through, account_id, layer, day,
           debits - coalesce(lag(debits) over days, 0) as debits, credits - coalesce(lag(credits) over days, 0) as credits,
           entry_count - coalesce(lag(entry_count) over days, 0) as entry_count,
           undone_debits - coalesce(lag(undone_debits) over days, 0) as undone_debits,
           undone_credits - coalesce(lag(undone_credits) over days, 0) as undone_credits
      from stretch_balances where ledger_id = :ledger_id and level = 0
    window days as (partition by through, account_id, layer order by day)
  )
  select format('stretch through %s, account %s, layer %s, day %s', coalesce(k.through, d.through),
                coalesce(k.account_id, d.account_id), coalesce(k.layer, d.layer), coalesce(k.day, d.day)),
         case
           when k.account_id is null then 'has events, but no stored sum'
           when d.account_id is null then 'a sum is stored, but there are no events'
           when (k.debits, k.credits, k.entry_count, k.undone_debits, k.undone_credits)
                is distinct from (d.debits, d.credits, d.entry_count, d.undone_debits, d.undone_credits)
             then format('stored: debits %s, credits %s of %s entries, undone %s, %s; by its events: %s, %s of %s, undone %s, %s',
                         k.debits, k.credits, k.entry_count, k.undone_debits, k.undone_credits,
                         d.debits, d.credits, d.entry_count, d.undone_debits, d.undone_credits)
         end
    from kept k
    full join derived d
      on d.through = k.through and d.account_id = k.account_id and d.layer = k.layer and d.day = k.day
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: stretches-equal-their-parts
-- Finds sums of stretches that differ from the sums of the stretches within them.
select place, detail, count(*) over () as total
from (
  with changes as (
    select level, through, account_id, layer, day,
           debits - coalesce(lag(debits) over days, 0) as debits, credits - coalesce(lag(credits) over days, 0) as credits,
           entry_count - coalesce(lag(entry_count) over days, 0) as entry_count,
           undone_debits - coalesce(lag(undone_debits) over days, 0) as undone_debits,
           undone_credits - coalesce(lag(undone_credits) over days, 0) as undone_credits
      from stretch_balances where ledger_id = :ledger_id
    window days as (partition by level, through, account_id, layer order by day)
  ), derived as (
    select s.level, s.through, c.account_id, c.layer, c.day, sum(c.debits) as debits, sum(c.credits) as credits,
           sum(c.entry_count) as entry_count, sum(c.undone_debits) as undone_debits, sum(c.undone_credits) as undone_credits
      from log_stretches s
      join changes c on c.level = s.level - 1 and c.through > s.after and c.through <= s.through
     where s.ledger_id = :ledger_id and s.level > 0
     group by 1, 2, 3, 4, 5
  )
  select format('stretch of level %s through %s, account %s, layer %s, day %s', coalesce(k.level, d.level),
                coalesce(k.through, d.through), coalesce(k.account_id, d.account_id), coalesce(k.layer, d.layer), coalesce(k.day, d.day)),
         case
           when k.account_id is null then 'has parts, but no stored sum'
           when d.account_id is null then 'a sum is stored, but its parts have none'
           when (k.debits, k.credits, k.entry_count, k.undone_debits, k.undone_credits)
                is distinct from (d.debits, d.credits, d.entry_count, d.undone_debits, d.undone_credits)
             then format('stored: debits %s, credits %s of %s entries; by its parts: %s, %s of %s',
                         k.debits, k.credits, k.entry_count, d.debits, d.credits, d.entry_count)
         end
    from (select * from changes where level > 0) k
    full join derived d
      on d.level = k.level and d.through = k.through and d.account_id = k.account_id and d.layer = k.layer and d.day = k.day
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
