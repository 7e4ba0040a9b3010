/** A transaction of the file in one line: its debited and credited accounts, and its amount. */
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

/** The sum of the debits, which equals that of the credits. */
export const amountOf = (entries: readonly ReadEntry[]): string =>
  sumOf(entries.map(({ amount }) => amount).filter((amount) => !isNegative(amount)));
