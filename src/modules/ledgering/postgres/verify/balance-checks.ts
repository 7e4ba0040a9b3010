/** Balances: stored sums against the entries they stand for, and the limits that bind them. */
import type { SqlCheck } from './sql-check';

const transactionsBalance: SqlCheck = {
  name: 'transactions-balance',
  promise: 'In each transaction and layer, debits equal credits.',
  text: `
    select format('transaction %s, layer %s', transaction_id, layer),
           format('debits %s, credits %s',
                  coalesce(sum(amount) filter (where type = 'debit'), 0),
                  coalesce(sum(amount) filter (where type = 'credit'), 0))
      from entries
     where ledger_id = $1
     group by transaction_id, layer
    having sum(case type when 'debit' then amount else -amount end) <> 0`,
};

const ledgerBalances: SqlCheck = {
  name: 'ledger-balances',
  promise: 'In each layer of the ledger, all debits equal all credits.',
  text: `
    select format('layer %s', layer), format('debits %s, credits %s', sum(debits), sum(credits))
      from account_balances
     where ledger_id = $1
     group by layer
    having sum(debits) <> sum(credits)`,
};

const totalsEqualEntries: SqlCheck = {
  name: 'balances-equal-entries',
  promise: 'The balance of each account and layer is the sum of its entries, those of void transactions left out.',
  text: `
    with sums as (
      select e.account_id, e.layer,
             coalesce(sum(e.amount) filter (where e.type = 'debit'), 0) as debits,
             coalesce(sum(e.amount) filter (where e.type = 'credit'), 0) as credits,
             count(*) as entry_count
        from entries e
        join transactions t on t.ledger_id = $1 and t.id = e.transaction_id and t.status in ('posted', 'reversed')
       where e.ledger_id = $1
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
      from (select * from account_balances where ledger_id = $1) b
      full join sums s on s.account_id = b.account_id and s.layer = b.layer`,
};

// A void transaction leaves the row of its day, with nothing of it in the sums.
const daysEqualEntries: SqlCheck = {
  name: 'day-balances-equal-entries',
  promise: 'The balance of each account, layer and day is the sum of the entries effective that day.',
  text: `
    with sums as (
      select e.account_id, e.layer, e.effective_date as day,
             coalesce(sum(e.amount) filter (where e.type = 'debit' and t.status <> 'void'), 0) as debits,
             coalesce(sum(e.amount) filter (where e.type = 'credit' and t.status <> 'void'), 0) as credits,
             count(*) filter (where t.status <> 'void') as entry_count
        from entries e
        join transactions t on t.ledger_id = $1 and t.id = e.transaction_id and t.status in ('posted', 'reversed', 'void')
       where e.ledger_id = $1
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
      from (select * from account_day_balances where ledger_id = $1) b
      full join sums s on s.account_id = b.account_id and s.layer = b.layer and s.day = b.day`,
};

const balanceRows: SqlCheck = {
  name: 'balance-rows',
  promise: 'Each account has a balance row in each layer.',
  text: `
    select format('account %s, layer %s', a.id, l.layer), 'has no balance row'
      from accounts a
     cross join unnest(array['settled', 'pending', 'encumbrance']) as l (layer)
      left join account_balances b on b.ledger_id = $1 and b.account_id = a.id and b.layer = l.layer
     where a.ledger_id = $1 and b.account_id is null`,
};

const limitsAreArmed: SqlCheck = {
  name: 'limits-are-armed',
  promise: 'The settled balance of an account knows that limits bind it exactly when they do.',
  text: `
    select format('account %s, layer %s', b.account_id, b.layer),
           case
             when b.is_limited <> (b.layer = 'settled' and a.enforce_balance_limits)
               then format('is_limited is %s, enforce_balance_limits is %s', b.is_limited, a.enforce_balance_limits)
           end
      from account_balances b
      join accounts a on a.ledger_id = $1 and a.id = b.account_id
     where b.ledger_id = $1`,
};

const undoneEqualsReversals: SqlCheck = {
  name: 'undone-equals-reversals',
  promise: 'What is kept as undone of the pending layer is what reversals and what they reversed say, day by day.',
  text: `
    with sums as (
      select e.account_id, e.day,
             coalesce(sum(e.amount) filter (where e.type = 'debit'), 0) as debits,
             coalesce(sum(e.amount) filter (where e.type = 'credit'), 0) as credits
        from transactions t
        join transactions r on r.ledger_id = $1 and r.id = t.reversed_by_transaction_id
       cross join lateral (select account_id, greatest(t.effective_date, r.effective_date) as day, type, amount
                             from entries where ledger_id = $1 and sequence = t.sequence and layer = 'pending'
                            union all
                           select account_id, r.effective_date, type, amount
                             from entries where ledger_id = $1 and sequence = r.sequence and layer = 'pending') e
       where t.ledger_id = $1 and t.status = 'reversed'
       group by e.account_id, e.day
    )
    select format('account %s, day %s', coalesce(k.account_id, s.account_id), coalesce(k.day, s.day)),
           case
             when (k.debits, k.credits) is distinct from (s.debits, s.credits)
               then format('kept are debits %s, credits %s; the reversals give %s, %s',
                           coalesce(k.debits, 0), coalesce(k.credits, 0), coalesce(s.debits, 0), coalesce(s.credits, 0))
           end
      from (select * from account_day_undone where ledger_id = $1) k
      full join sums s on s.account_id = k.account_id and s.day = k.day`,
};

// Limits may be set on an account that is already beyond them: from then on its balance may only come nearer. So a balance
// beyond a limit must not be further from it than it was when the account was last changed, which is worked out backwards.
const limitsHold: SqlCheck = {
  name: 'limits-hold',
  promise: 'Nothing that was posted or voided under balance limits moved the settled balance beyond them, or further.',
  text: `
    with bound as (
      select a.id, a.min_balance, a.max_balance, case a.normal_balance when 'debit' then 1 else -1 end as sign,
             b.debits - b.credits as debit_balance,
             (select coalesce(max(l.sequence), 0)
                from ledger_log l where l.ledger_id = $1 and l.account_id = a.id) as bound_since
        from accounts a
        join account_balances b on b.ledger_id = $1 and b.account_id = a.id and b.layer = 'settled'
       where a.ledger_id = $1 and a.enforce_balance_limits
    ), moved as (
      select id, min_balance, max_balance, sign * debit_balance as balance,
             sign * (select coalesce(sum(case e.type when 'debit' then e.amount else -e.amount end
                                         * case when t.log_sequence > bound_since then 1 else -1 end), 0)
                       from entries e
                       join transactions t on t.ledger_id = $1 and t.id = e.transaction_id
                       left join ledger_log v on v.ledger_id = $1 and v.transaction_id = t.id
                                             and v.type = 'transaction_voided'
                      where e.ledger_id = $1 and e.account_id = bound.id and e.layer = 'settled'
                        and (t.log_sequence > bound_since) <> (coalesce(v.sequence, 0) > bound_since)) as change
        from bound
       where sign * debit_balance < min_balance or sign * debit_balance > max_balance
    )
    select format('account %s', id),
           format('the settled balance is %s, the limits are %s and %s, and it moved by %s',
                  balance, coalesce(min_balance::text, 'none'), coalesce(max_balance::text, 'none'), change)
      from moved
     where (balance < min_balance and change < 0) or (balance > max_balance and change > 0)`,
};

export const balanceChecks: readonly SqlCheck[] = [
  transactionsBalance,
  ledgerBalances,
  totalsEqualEntries,
  daysEqualEntries,
  balanceRows,
  undoneEqualsReversals,
  limitsAreArmed,
  limitsHold,
];
