/** Computes the changes in the totals of a report, by the rules by which the API computes those of its rows. */
import { difference, percentOf } from './amount';

export interface Changed {
  readonly balance: string;
  /** The difference from what the column is compared with; null in the first of consecutive periods. */
  readonly change: string | null;
  /** The change in per cent, with two decimals; null if the compared amount is zero. */
  readonly change_percent: string | null;
}

/** Returns whether a column shows what the report is compared with, instead of one of consecutive periods. */
export const isComparison = (label: string): boolean => label === 'prior_period' || label === 'prior_year';

/**
 * Returns the changes of one total. `own` is the amount of the report, and `balances` has an amount for each column. A period is compared
 * with the period before it, and the report with each prior period or year.
 */
export const changesOf = (own: string, balances: readonly string[], labels: readonly string[]): readonly Changed[] =>
  balances.map((balance, index) => {
    const [later, earlier] = isComparison(labels[index] ?? '') ? [own, balance] : [balance, balances[index - 1]];
    if (earlier === undefined) return { balance, change: null, change_percent: null };
    const change = difference(later, earlier);
    return { balance, change, change_percent: percentOf(change, earlier) };
  });
