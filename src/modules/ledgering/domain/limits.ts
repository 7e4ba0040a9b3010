/**
 * Checks balance limits; all code that needs such a check uses these functions. A limit applies on every day: a posting is checked on its
 * own day and on each later one. With the basis `settled`, both limits apply to the settled balance of a day. With the basis `available`,
 * min_balance applies to the settled balance less the amounts that open holds would take away, and max_balance to the settled balance plus
 * the amounts that open holds would add. Held amounts count on every day.
 */
import { oppositeOf, type EntryType } from '../../../kernel/accounting';
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Day } from '../../../kernel/time';
import type { AccountId } from './account';
import type { PostingAccount, PostingFacts } from './books';
import { balancesFrom, type Course } from './course';
import type { BalanceLimitExceeded } from './refusals';
import type { PendingTransaction } from './transaction';

/** The sums of an account over all days, or the changes of these sums by a transaction, in minor units. */
export interface Sums {
  settledDebits: bigint;
  settledCredits: bigint;
  heldDebits: bigint;
  heldCredits: bigint;
}

/** A transaction's change to the amount held on one side of an account. The change is negative if the transaction ends a hold. */
interface Hold {
  readonly accountId: AccountId;
  readonly type: EntryType;
  readonly amount: bigint;
}

/**
 * Returns how a transaction's pending entries change the held amounts. A reversal, settlement or release has entries on the opposite sides
 * of the hold, and each reduces the held amount of the side that it undoes.
 */
export const holdsOf = ({ entries, undoes }: PendingTransaction): readonly Hold[] => {
  const isEnding = undoes !== null && undoes.kind !== 'extension';
  if (!entries.some(({ layer }) => layer === 'pending')) return nothing;
  return entries
    .filter(({ layer }) => layer === 'pending')
    .map(({ accountId, type, amount }) =>
      isEnding ? { accountId, type: oppositeOf(type), amount: -amount } : { accountId, type, amount },
    );
};

const nothing: readonly Hold[] = [];

interface LimitedAccount extends PostingAccount {
  readonly id: AccountId;
}

/** Returns the total changes that the transactions make to accounts with limits, one for each account. */
export const limitedChanges = (
  transactions: readonly PendingTransaction[],
  { accounts }: PostingFacts,
): Iterable<readonly [LimitedAccount, Sums]> => {
  const changes = new Map<AccountId, readonly [LimitedAccount, Sums]>();
  const changeOf = (id: AccountId): Sums | undefined => {
    const account = accounts.get(id);
    if (!account?.limits.enforced) return undefined;
    let change = changes.get(id);
    if (!change) {
      change = [
        { id, ...account },
        { settledDebits: 0n, settledCredits: 0n, heldDebits: 0n, heldCredits: 0n },
      ];
      changes.set(id, change);
    }
    return change[1];
  };
  for (const transaction of transactions) {
    for (const { accountId, layer, type, amount } of transaction.entries) {
      const change = layer === 'settled' ? changeOf(accountId) : undefined;
      if (change) change[type === 'debit' ? 'settledDebits' : 'settledCredits'] += amount;
    }
    for (const { accountId, type, amount } of holdsOf(transaction)) {
      const change = changeOf(accountId);
      if (change) change[type === 'debit' ? 'heldDebits' : 'heldCredits'] += amount;
    }
  }
  return changes.values();
};

/** The sums of an account after a change, and the course of its settled balance on the days after the change. */
export interface Standing {
  readonly sums: Sums;
  readonly course: Course;
}

/**
 * Returns the limits that a change exceeds: on its day or a later day the balance is beyond the limit, and farther beyond it than before
 * the change. A change that moves the balance towards the limit does not exceed it, even if the balance stays beyond the limit. For each
 * limit the first such day is returned.
 */
export const limitsPassed = (
  { code, normalBalance, limits }: PostingAccount,
  { sums, course }: Standing,
  change: Sums,
  day: Day,
  denomination: Denomination,
): readonly BalanceLimitExceeded[] => {
  const isDebit = normalBalance === 'debit';
  const countsHolds = limits.basis === 'available';
  const settledChange = change.settledDebits - change.settledCredits;
  const total = sums.settledDebits - sums.settledCredits;
  const passed = (
    limit: BalanceLimitExceeded['limit'],
    /** -1 for the lower limit, 1 for the upper limit. */
    sign: 1n | -1n,
    bound: bigint,
    [held, heldChange]: readonly [bigint, bigint],
  ): readonly BalanceLimitExceeded[] => {
    const normal = isDebit ? 1n : -1n;
    const moved = normal * settledChange + (countsHolds ? sign * heldChange : 0n);
    if (moved * sign <= 0n) return [];
    const isLowSide = (sign === -1n) === isDebit;
    const first = balancesFrom(total, course, day, isLowSide ? 'low' : 'high')
      .map((at) => ({ day: at.day, balance: normal * at.balance + (countsHolds ? sign * held : 0n) }))
      .find(({ balance }) => (balance - bound) * sign > 0n);
    if (!first) return [];
    const [boundText, balance] = [formatAmount(bound, denomination), formatAmount(first.balance, denomination)];
    return [
      {
        kind: 'BalanceLimitExceeded',
        account: code,
        basis: limits.basis,
        limit,
        day: first.day,
        bound: boundText,
        balance,
      },
    ];
  };
  const debits = [sums.heldDebits, change.heldDebits] as const;
  const credits = [sums.heldCredits, change.heldCredits] as const;
  return [
    ...(limits.min === null ? [] : passed('min_balance', -1n, limits.min, isDebit ? credits : debits)),
    ...(limits.max === null ? [] : passed('max_balance', 1n, limits.max, isDebit ? debits : credits)),
  ];
};
