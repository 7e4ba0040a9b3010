/**
 * Generates the transactions of one ledger over ten years, day by day. The plan sets how many transactions contain the measured account;
 * they are evenly distributed over all days. Every other transaction is between two accounts that are active on its day. So the number of
 * daily balances is about the same as in a real ledger of this size.
 */
import { drawCents, randomFrom } from './load/random';
import { accountsPerLedger } from './targets';

export interface HistoryPlan {
  readonly transactions: number;
  /** The number of entries of the measured account. */
  readonly entriesOfAccount: number;
  readonly seed: number;
  /** The number of accounts that have entries on a day; undefined: the default. */
  readonly activeAccounts?: number;
  /** The number of accounts in the ledger; undefined: the same number as in all other parts. */
  readonly accounts?: number | undefined;
}

export interface Occurrence {
  /** The day, counted from 0. */
  readonly day: number;
  /** The numbers of the debited and of the credited account. */
  readonly debited: number;
  readonly credited: number;
  readonly cents: number;
  /** The number of the correlation; undefined if the transaction has none. */
  readonly correlation: number | undefined;
}

export const daysOfHistory = 3_652;
/** The number of the measured account. The plan sets how many transactions contain it. */
export const measuredAccount = 0;
export const transactionsPerCorrelation = 200;

const usuallyActive = 30;
/**
 * From one day to the next, the numbers of the active accounts increase by this step. It has no common factor with the number of accounts,
 * so every account becomes active.
 */
const dailyStep = 997;
/** One in this many transactions belongs to a correlation. The transactions of a correlation are distributed over all years. */
const correlatedEach = 10;

export const occurrencesOf = ({
  transactions,
  entriesOfAccount,
  seed,
  activeAccounts = usuallyActive,
  accounts = accountsPerLedger,
}: HistoryPlan): ((number: number) => Occurrence) => {
  const random = randomFrom(seed);
  const correlations = Math.max(1, Math.floor(transactions / correlatedEach / transactionsPerCorrelation));
  const ofAccount = (number: number): number => Math.floor((number * entriesOfAccount) / transactions);
  return (number) => {
    const day = Math.floor((number * daysOfHistory) / transactions);
    const active = (place: number): number => 1 + ((day * dailyStep + (place % activeAccounts)) % (accounts - 1));
    const place = random(activeAccounts);
    const one = ofAccount(number + 1) > ofAccount(number) ? measuredAccount : active(place);
    const other = active(place + 1 + random(activeAccounts - 1));
    const [debited, credited] = random(2) === 0 ? [one, other] : [other, one];
    const correlated = Math.floor(number / correlatedEach);
    return {
      day,
      debited,
      credited,
      cents: drawCents(random),
      correlation: number % correlatedEach === 0 ? correlated % correlations : undefined,
    };
  };
};
