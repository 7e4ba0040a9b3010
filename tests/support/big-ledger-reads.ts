/** The rules for a read whose plan is tested: the indexes that it uses, and the rows that it may read in a big ledger. */
import type { BigLedger } from './big-ledger';
import { transactionsAWaitingOne } from './big-ledger-statements';

export interface Read {
  readonly name: string;
  readonly indexes: readonly string[];
  /** Pages beyond twice those of a small ledger; a read that is flat has none to spare. */
  readonly spare: (ledger: BigLedger) => number;
  /** Sorts the few rows that it finds, because no one index holds them all. */
  readonly sorts?: true;
}

export const flat: Read['spare'] = () => 0;
/** For each account its totals and, in each layer, a few years, months, thirds and days, however long it has been in use. */
export const forEachOf =
  (accounts: (ledger: BigLedger) => number): Read['spare'] =>
  (ledger) =>
    120 * accounts(ledger);
/** Goes past what waits, which is gone in a moment. */
export const pastTheQueue: Read['spare'] = ({ transactions }) => transactions / transactionsAWaitingOne;
/** Counts how often each of two values occurs, up to two thousand times, which is some forty pages of the index at most. */
export const byCounting: Read['spare'] = () => 100;
/** Goes through the chart, which grows with no traffic, for what no index can find. */
export const throughTheChart: Read['spare'] = ({ accounts }) => accounts;
/** Looks at whatever waits, and at all that failed: neither names its accounts in an index. */
export const throughTheUndecided: Read['spare'] = ({ transactions }) =>
  (2 * 10 * transactions) / transactionsAWaitingOne;
/** Reading the available amount on a day reads each later day of the account once. */
export const throughLaterDays: Read['spare'] = () => 1_000;
/** A search reads all waiting transactions, those of at most 84 blocks of the search index, and one filter for each 128 transactions. */
const throughTheSearch: Read['spare'] = (ledger) =>
  throughTheUndecided(ledger) + 84 * 128 * 4 + ledger.transactions / 128;
/** The transactions of the blocks are looked up one by one, and sorted by their ids by the service. */
export const throughBlocks = { spare: throughTheSearch, sorts: true } as const;
export const byBlocks = [
  ...['ledger_log_pkey', 'posting_queue_pkey', 'search_blocks_by_newest', 'search_blocks_by_oldest'],
  ...['search_blocks_pkey', 'transaction_amendments_pkey', 'transactions_pkey'],
];
/** Each day of two years is looked up, and the next transaction of it. */
export const throughTheDays: Read['spare'] = () => 2 * 366 * 10;
/** The small ledger has so few rows of it that its page is not full. */
export const whereSmallIsNotFull: Read['spare'] = () => 100;
