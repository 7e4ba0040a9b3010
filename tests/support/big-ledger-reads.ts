/** The rules for a read whose plan is tested: the indexes that it uses, and the rows that it may read in a big ledger. */
import type { BigLedger } from './big-ledger';
import { transactionsAWaitingOne } from './big-ledger-statements';

export interface Read {
  readonly name: string;
  readonly indexes: readonly string[];
  /** The read may use twice as many database pages as in a small ledger, plus this number. 0 if its cost does not grow with the ledger. */
  readonly spare: (ledger: BigLedger) => number;
  /** The plan may sort the few rows that it finds, because no single index holds them in order. */
  readonly sorts?: true;
}

export const flat: Read['spare'] = () => 0;
/**
 * A read that fetches the totals of each account, and a few sums by year, month, third of a month and day for each layer. The number of
 * these sums does not depend on the account's age.
 */
export const forEachOf =
  (accounts: (ledger: BigLedger) => number): Read['spare'] =>
  (ledger) =>
    120 * accounts(ledger);
/** A read that skips the waiting transactions. The poster soon removes these from the queue. */
export const pastTheQueue: Read['spare'] = ({ transactions }) => transactions / transactionsAWaitingOne;
/** A read that counts up to 2,000 occurrences of each of two values. It reads at most about 40 index pages. */
export const byCounting: Read['spare'] = () => 100;
/** A read of the whole chart of accounts, for conditions that no index covers. The chart does not grow with traffic. */
export const throughTheChart: Read['spare'] = ({ accounts }) => accounts;
/** A read of all waiting and all failed transactions, because no index contains the accounts of these transactions. */
export const throughTheUndecided: Read['spare'] = ({ transactions }) =>
  (2 * 10 * transactions) / transactionsAWaitingOne;
/** A read of the amount that is available on a day. It reads each later day of the account once. */
export const throughLaterDays: Read['spare'] = () => 1_000;
/**
 * A search reads all waiting transactions, the transactions of at most 84 blocks of the search index, and one filter for each 128
 * transactions.
 */
const throughTheSearch: Read['spare'] = (ledger) =>
  throughTheUndecided(ledger) + 84 * 128 * 4 + ledger.transactions / 128;
/** A search looks up the transactions of the matching blocks one by one, and they are then sorted by id. */
export const throughBlocks = { spare: throughTheSearch, sorts: true } as const;
export const byBlocks = [
  ...['ledger_log_pkey', 'posting_queue_pkey', 'search_blocks_by_newest', 'search_blocks_by_oldest'],
  ...['search_blocks_pkey', 'transaction_amendments_pkey', 'transactions_pkey'],
];
/** A read that looks up each day of two years, and on each of these days the next transaction. */
export const throughTheDays: Read['spare'] = () => 2 * 366 * 10;
/**
 * A read that may use more database pages in the big ledger, because the small one has too few matching rows to fill a page of the list.
 */
export const whereSmallIsNotFull: Read['spare'] = () => 100;
