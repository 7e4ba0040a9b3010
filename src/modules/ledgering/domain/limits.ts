/**
 * Checks balance limits; all code that needs such a check uses these functions. A limit applies on every day: a posting is checked on its
 * own day and on each later one. With the basis `settled`, both limits apply to the settled balance of a day. With the basis `available`,
 * min_balance applies to the settled balance less the amounts that open holds would take away, and max_balance to the settled balance plus
 * the amounts that open holds would add. Held amounts count on every day.
 */
import { formatAmount, type Denomination } from '../../../kernel/money';
import type { Day } from '../../../kernel/time';
import type { PostingAccount } from './books';
import { balancesFrom, type Course } from './course';
import type { BalanceLimitExceeded } from './refusals';

/** The sums of an account over all days, or the changes of these sums by a transaction, in minor units. */
export interface Sums {
  settledDebits: bigint;
  settledCredits: bigint;
  heldDebits: bigint;
  heldCredits: bigint;
}

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
