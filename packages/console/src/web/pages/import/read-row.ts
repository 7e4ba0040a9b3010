/** Summarises a transaction of the file in one line: the debited accounts, the credited accounts, and the amount. */
import { isNegative, sumOf } from '../../parts/amount';

interface ReadEntry {
  readonly account: string;
  readonly amount: string;
}

export const sideOf = (entries: readonly ReadEntry[], side: 'debit' | 'credit'): string =>
  [
    ...new Set(
      entries.filter(({ amount }) => isNegative(amount) === (side === 'credit')).map(({ account }) => account),
    ),
  ].join(', ');

/** Returns the sum of the debits, which is equal to the sum of the credits. */
export const amountOf = (entries: readonly ReadEntry[]): string =>
  sumOf(entries.map(({ amount }) => amount).filter((amount) => !isNegative(amount)));
