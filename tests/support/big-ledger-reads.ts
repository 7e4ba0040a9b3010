/** The rules for a read whose plan is tested: the indexes that it uses, and the rows that it may read in a big ledger. */
import type { BigLedger } from './big-ledger';
import { transactionsAWaitingOne } from './big-ledger-statements';

export interface Read {
  readonly name: string;
  readonly indexes: readonly string[];
  /** The number of pages that the read may use beyond twice those of a small ledger; 0 for a read whose cost does not grow. */
  readonly spare: (ledger: BigLedger) => number;
  /** The plan may sort the few rows that it finds, because no single index holds them in order. */
  readonly sorts?: true;
}

export const flat: Read['spare'] = () => 0;
/**
 * For each account, reads its totals and, in each layer, a few sums by year, month, third of a month and day, whatever the account's age.
 */
export const forEachOf =
  (accounts: (ledger: BigLedger) => number): Read['spare'] =>
  (ledger) =>
    120 * accounts(ledger);
/** Skips the waiting transactions, which the poster soon removes from the queue. */
export const pastTheQueue: Read['spare'] = ({ transactions }) => transactions / transactionsAWaitingOne;
/** Counts up to 2,000 occurrences of each of two values, which takes some 40 pages of the index at most. */
export const byCounting: Read['spare'] = () => 100;
/** Reads the whole chart for conditions that no index covers. The chart does not grow with traffic. */
export const throughTheChart: Read['spare'] = ({ accounts }) => accounts;
/** Reads all waiting and all failed transactions, because no index has their accounts. */
export const throughTheUndecided: Read['spare'] = ({ transactions }) =>
  (2 * 10 * transactions) / transactionsAWaitingOne;
/** Reading the available amount on a day reads each later day of the account once. */
export const throughLaterDays: Read['spare'] = () => 1_000;
/** A search reads all waiting transactions, those of at most 84 blocks of the search index, and one filter for each 128 transactions. */
const throughTheSearch: Read['spare'] = (ledger) =>
  throughTheUndecided(ledger) + 84 * 128 * 4 + ledger.transactions / 128;
/** Looks up the transactions of the blocks one by one; the service sorts them by id. */
export const throughBlocks = { spare: throughTheSearch, sorts: true } as const;
export const byBlocks = [
  ...['ledger_log_pkey', 'posting_queue_pkey', 'search_blocks_by_newest', 'search_blocks_by_oldest'],
  ...['search_blocks_pkey', 'transaction_amendments_pkey', 'transactions_pkey'],
];
/** Looks up each day of two years, and the next transaction on that day. */
export const throughTheDays: Read['spare'] = () => 2 * 366 * 10;
/** The small ledger has too few matching rows to fill a page, so the big one may read more pages. */
export const whereSmallIsNotFull: Read['spare'] = () => 100;
