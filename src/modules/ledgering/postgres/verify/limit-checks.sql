-- Each statement returns the rows that violate the check of the same name, or the rows that become notes. limit-checks.ts describes each check.

-- name: limits-are-armed
-- Finds accounts whose balance row does not say correctly whether limits apply to it.
select place, detail, count(*) over () as total
from (
  select format('account %s, layer %s', b.account_id, b.layer),
         case
           when b.is_limited <> (b.layer = 'settled' and a.enforce_balance_limits)
             then format('is_limited is %s, enforce_balance_limits is %s', b.is_limited, a.enforce_balance_limits)
           when b.keeps_months and not b.is_limited then 'has sums of months, but no enforced limits'
         end
    from account_balances b
    join accounts a on a.ledger_id = :ledger_id and a.id = b.account_id
   where b.ledger_id = :ledger_id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: limits-hold
-- Finds balances that are wrongly beyond a limit. Limits may be set on an account whose balance is already beyond them; from then on the
-- balance may only move towards them. So a balance beyond a limit must not be further from it than when the account was last changed, or
-- when a transaction last overrode its limits; that earlier balance is computed backwards from the present one. With the basis `available`,
-- pending entries of the normal side count only for max_balance, and those of the opposite side only for min_balance. An entry of a
-- reversal cancels the entry that it undoes; an entry of an extension is held like those of its hold.
select place, detail, count(*) over () as total
from (
  with bound as (
    select a.id, a.min_balance, a.max_balance, a.normal_balance, a.limit_basis,
           case a.normal_balance when 'debit' then b.debits - b.credits else b.credits - b.debits end as settled,
           coalesce(case a.normal_balance when 'debit' then b.held_credits else b.held_debits end, 0) as takes,
           coalesce(case a.normal_balance when 'debit' then b.held_debits else b.held_credits end, 0) as adds,
           greatest(
             (select max(l.sequence) from ledger_log l where l.ledger_id = :ledger_id and l.account_id = a.id),
             (select max(l.sequence) from limits_overridden o
                join ledger_log l on l.ledger_id = :ledger_id and l.transaction_id = o.transaction_id and l.type <> 'transaction_amended'
                 and strpos(l.reason, format(' is %s on %s, ', o.balance, o.day)) > 0
               where o.ledger_id = :ledger_id and o.account_id = a.id), 0) as bound_since
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
              from (select e.layer, e.type = b.normal_balance as is_normal,
                           t.undoes_transaction_id is not null and t.correlation_type <> 'extension' as reverses,
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

-- name: limits-hold-on-every-day
-- Does the same as limits-hold for the settled balance at the end of each day. Postings that were made before limits were checked by day
-- are not violations. With the basis `available`, settlements of holds are not violations either, because the settled amount was held
-- before. A hold counts from its own day on, as when it was placed: a hold of a later day moves no earlier balance.
select place, detail, count(*) over () as total
from (
  select format('account %s', id),
         format('the settled balance of %s is %s, the limits are %s and %s, and it moved by %s', day, settled,
                coalesce(min_balance::text, 'none'), coalesce(max_balance::text, 'none'), moved)
    from (
         with bound as (
           select a.id, a.min_balance, a.max_balance, a.normal_balance, a.limit_basis,
                  case a.normal_balance when 'debit' then 1 else -1 end as side,
                  greatest(
                    (select max(l.sequence) from ledger_log l where l.ledger_id = :ledger_id and l.account_id = a.id),
                    (select max(l.sequence) from limits_overridden o
                       join ledger_log l on l.ledger_id = :ledger_id and l.transaction_id = o.transaction_id and l.type <> 'transaction_amended'
                        and strpos(l.reason, format(' is %s on %s, ', o.balance, o.day)) > 0
                      where o.ledger_id = :ledger_id and o.account_id = a.id),
                    (select judged_by_day_after from ledger_heads where ledger_id = :ledger_id)) as bound_since
             from accounts a
            where a.ledger_id = :ledger_id and a.enforce_balance_limits and num_nonnulls(a.min_balance, a.max_balance) > 0
         ), days as (
           select b.id, d.day, b.side * sum(d.debits - d.credits) over (partition by b.id order by d.day) as settled
             from bound b
             join account_day_balances d on d.ledger_id = :ledger_id and d.account_id = b.id and d.layer = 'settled'
         ), beyond as (
           select d.id, d.day, d.settled, b.min_balance, b.max_balance, b.side, b.bound_since
             from days d join bound b on b.id = d.id
            where d.settled < b.min_balance or d.settled > b.max_balance
         ), moves as (
           select b.id, e.effective_date as day,
                  sum(b.side * case e.type when 'debit' then e.amount else -e.amount end
                      * case when t.log_sequence > b.bound_since then 1 else -1 end) as moved
             from bound b
             join entries e on e.ledger_id = :ledger_id and e.account_id = b.id and e.layer = 'settled'
             join transactions t on t.ledger_id = :ledger_id and t.id = e.transaction_id
             left join ledger_log v on v.ledger_id = :ledger_id and v.transaction_id = t.id and v.type = 'transaction_voided'
            where b.id in (select id from beyond)
              and (t.log_sequence > b.bound_since) <> (coalesce(v.sequence, 0) > b.bound_since)
            group by b.id, e.effective_date
         ), held as (
           select b.id, c.day,
                  sum(c.amount) filter (where c.is_normal = c.reverses) as lowered,
                  sum(c.amount) filter (where c.is_normal <> c.reverses) as raised
             from bound b
            cross join lateral (
                   select e.effective_date as day, e.type = b.normal_balance as is_normal,
                          t.undoes_transaction_id is not null and t.correlation_type <> 'extension' as reverses,
                          case when e.type = b.normal_balance then e.amount else -e.amount end
                          * case when t.log_sequence > b.bound_since then 1 else -1 end as amount
                     from entries e
                     join transactions t on t.ledger_id = :ledger_id and t.id = e.transaction_id
                     left join ledger_log v on v.ledger_id = :ledger_id and v.transaction_id = t.id
                                           and v.type = 'transaction_voided'
                    where e.ledger_id = :ledger_id and e.account_id = b.id and e.layer = 'pending'
                      and (t.log_sequence > b.bound_since) <> (coalesce(v.sequence, 0) > b.bound_since)) c
            where b.limit_basis = 'available' and b.id in (select id from beyond)
            group by b.id, c.day
         )
         select y.*, (select coalesce(sum(m.moved), 0) from moves m where m.id = y.id and m.day <= y.day)
                     + (select coalesce(sum(case when y.settled < y.min_balance then h.lowered else h.raised end), 0)
                          from held h where h.id = y.id and h.day <= y.day) as moved
           from beyond y) j
   where (settled < min_balance and moved < 0) or (settled > max_balance and moved > 0)
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: limits-passed
-- Finds accounts whose balance is beyond a limit on some day without a fault, and returns the first such day of each account.
select place, detail, count(*) over () as total
from (
  select distinct on (id) format('account %s', id),
         format('the settled balance of %s is %s, the limits are %s and %s', day, settled,
                coalesce(min_balance::text, 'none'), coalesce(max_balance::text, 'none'))
    from (
         with bound as (
           select a.id, a.min_balance, a.max_balance, a.normal_balance, a.limit_basis,
                  case a.normal_balance when 'debit' then 1 else -1 end as side,
                  greatest(
                    (select max(l.sequence) from ledger_log l where l.ledger_id = :ledger_id and l.account_id = a.id),
                    (select max(l.sequence) from limits_overridden o
                       join ledger_log l on l.ledger_id = :ledger_id and l.transaction_id = o.transaction_id and l.type <> 'transaction_amended'
                        and strpos(l.reason, format(' is %s on %s, ', o.balance, o.day)) > 0
                      where o.ledger_id = :ledger_id and o.account_id = a.id),
                    (select judged_by_day_after from ledger_heads where ledger_id = :ledger_id)) as bound_since
             from accounts a
            where a.ledger_id = :ledger_id and a.enforce_balance_limits and num_nonnulls(a.min_balance, a.max_balance) > 0
         ), days as (
           select b.id, d.day, b.side * sum(d.debits - d.credits) over (partition by b.id order by d.day) as settled
             from bound b
             join account_day_balances d on d.ledger_id = :ledger_id and d.account_id = b.id and d.layer = 'settled'
         ), beyond as (
           select d.id, d.day, d.settled, b.min_balance, b.max_balance, b.side, b.bound_since
             from days d join bound b on b.id = d.id
            where d.settled < b.min_balance or d.settled > b.max_balance
         ), moves as (
           select b.id, e.effective_date as day,
                  sum(b.side * case e.type when 'debit' then e.amount else -e.amount end
                      * case when t.log_sequence > b.bound_since then 1 else -1 end) as moved
             from bound b
             join entries e on e.ledger_id = :ledger_id and e.account_id = b.id and e.layer = 'settled'
             join transactions t on t.ledger_id = :ledger_id and t.id = e.transaction_id
             left join ledger_log v on v.ledger_id = :ledger_id and v.transaction_id = t.id and v.type = 'transaction_voided'
            where b.id in (select id from beyond)
              and (t.log_sequence > b.bound_since) <> (coalesce(v.sequence, 0) > b.bound_since)
            group by b.id, e.effective_date
         ), held as (
           select b.id, c.day,
                  sum(c.amount) filter (where c.is_normal = c.reverses) as lowered,
                  sum(c.amount) filter (where c.is_normal <> c.reverses) as raised
             from bound b
            cross join lateral (
                   select e.effective_date as day, e.type = b.normal_balance as is_normal,
                          t.undoes_transaction_id is not null and t.correlation_type <> 'extension' as reverses,
                          case when e.type = b.normal_balance then e.amount else -e.amount end
                          * case when t.log_sequence > b.bound_since then 1 else -1 end as amount
                     from entries e
                     join transactions t on t.ledger_id = :ledger_id and t.id = e.transaction_id
                     left join ledger_log v on v.ledger_id = :ledger_id and v.transaction_id = t.id
                                           and v.type = 'transaction_voided'
                    where e.ledger_id = :ledger_id and e.account_id = b.id and e.layer = 'pending'
                      and (t.log_sequence > b.bound_since) <> (coalesce(v.sequence, 0) > b.bound_since)) c
            where b.limit_basis = 'available' and b.id in (select id from beyond)
            group by b.id, c.day
         )
         select y.*, (select coalesce(sum(m.moved), 0) from moves m where m.id = y.id and m.day <= y.day)
                     + (select coalesce(sum(case when y.settled < y.min_balance then h.lowered else h.raised end), 0)
                          from held h where h.id = y.id and h.day <= y.day) as moved
           from beyond y) j
   where (settled < min_balance and moved >= 0) or (settled > max_balance and moved <= 0)
   order by id, day
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: overridden-limits-are-logged
-- Finds overridden limits that the event of the transaction does not record, and events that record limits that are not stored.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', coalesce(o.id, l.transaction_id)),
         case
           when o.id is null then 'its event says that it overrode limits, but none are stored'
           when l.reason is null or strpos(l.reason, format(' is %s on %s, ', o.balance, o.day)) = 0
                or strpos(l.reason, format(' its %s of %s', o.limit_name, o.bound)) = 0
             then format('it overrode %s %s of account %s by %s on %s, and its event does not say so', o.limit_name, o.bound,
                         o.account_id, o.balance, o.day)
         end
    from (select transaction_id as id, account_id, limit_name, day, bound, balance from limits_overridden
           where ledger_id = :ledger_id) o
    -- A transaction may override limits when it is posted, and again when it is voided. The reason that a user wrote may contain the same
    -- words.
    full join (select l.transaction_id, string_agg(l.reason, '; ') as reason
                 from ledger_log l
                 left join transactions t on t.ledger_id = :ledger_id and t.id = l.transaction_id
                where l.ledger_id = :ledger_id and l.type in ('transaction_posted', 'transaction_voided')
                  and l.reason ~ '(^|; )limits overridden: '
                  and (l.type = 'transaction_posted' or l.reason is distinct from t.void_reason)
                group by l.transaction_id) l on l.transaction_id = o.id
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: months-equal-days
-- Finds months of accounts with limits that differ from the sums of their days.
select place, detail, count(*) over () as total
from (
  with sums as (
    select account_id, first_day_of('month', day) as month, sum(change) as change, min(running) as low, max(running) as high
      from (select d.account_id, d.day, d.debits - d.credits as change,
                   sum(d.debits - d.credits) over (partition by d.account_id, first_day_of('month', d.day) order by d.day) as running
              from account_day_balances d
              join account_balances b on b.ledger_id = :ledger_id and b.account_id = d.account_id and b.layer = 'settled'
                                     and b.keeps_months
             where d.ledger_id = :ledger_id and d.layer = 'settled') days
     group by 1, 2
  )
  select format('account %s, month %s', coalesce(k.account_id, s.account_id), coalesce(k.month, s.month)),
         case
           when (k.change, k.low, k.high) is distinct from (s.change, s.low, s.high)
             then format('stored: %s, %s to %s; by its days: %s, %s to %s', k.change, k.low, k.high, s.change, s.low, s.high)
         end
    from (select * from account_months where ledger_id = :ledger_id) k
    full join sums s on s.account_id = k.account_id and s.month = k.month
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;

-- name: expired-holds-end
-- Finds expired holds that have a remaining amount, or whose release is not effective from the day of the expiry. A difference of one day
-- is allowed, because the time zone of the ledger is not known here.
select place, detail, count(*) over () as total
from (
  select format('transaction %s', h.id),
         case
           when h.total_amount + coalesce(h.extended_amount, 0) > coalesce(h.reversed_amount, 0) + coalesce(h.settled_amount, 0) + coalesce(h.released_amount, 0)
             then 'expired, but an amount of it is still held'
           when r.effective_date > greatest(h.effective_date, h.extended_on, (h.ends_at at time zone 'UTC')::date + 1)
                and r.log_sequence > (select judged_by_day_after from ledger_heads where ledger_id = :ledger_id)
             then format('expired on %s, but counts as held until %s', (h.ends_at at time zone 'UTC')::date, r.effective_date)
         end
    from transactions h
    left join transactions r on r.ledger_id = :ledger_id and r.id = h.undone_by_transaction_id
   where h.ledger_id = :ledger_id and h.hold_state = 'expired'
  offset 0) as judged (place, detail)
where detail is not null
limit :max_named;
