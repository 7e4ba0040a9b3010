/**
 * Generates ten years of one ledger, transaction by transaction, in the order of their days. One account, the measured one, is in as many
 * of them as the plan sets, evenly distributed. All others are between accounts of which some are active on a day, so that there are about
 * as many balances of days as in a real ledger of that size.
 */
import { drawCents, randomFrom } from './load/random';
import { accountsPerLedger } from './targets';

export interface HistoryPlan {
  readonly transactions: number;
  /** The number of entries of the measured account. */
  readonly entriesOfAccount: number;
  readonly seed: number;
  /** The number of accounts that move on a day; undefined: the default. */
  readonly activeAccounts?: number;
  /** The accounts of the ledger; undefined: those of all other parts. */
  readonly accounts?: number | undefined;
}

export interface Occurrence {
  /** The day, counted from 0. */
  readonly day: number;
  /** The numbers of the accounts. */
  readonly debited: number;
  readonly credited: number;
  readonly cents: number;
  /** The number of its correlation; undefined if it has none. */
  readonly correlation: number | undefined;
}

export const daysOfHistory = 3_652;
/** The number of the measured account, which is in as many transactions as the plan sets. */
export const measuredAccount = 0;
export const transactionsPerCorrelation = 200;

const usuallyActive = 30;
/** The number by which the active accounts shift from one day to the next. It has no factor in common with the number of accounts. */
const dailyStep = 997;
/** One in this many transactions has a correlation; the transactions of one correlation are distributed over all years. */
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
