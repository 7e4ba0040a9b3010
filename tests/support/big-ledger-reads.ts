/** What is said of a read whose plan is tested: the indexes that it goes by, and what it may read in a big ledger. */
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
/** Counts how often each of two values occurs, up to ten thousand times, which is two hundred pages of the index at the most. */
export const byCounting: Read['spare'] = () => 400;
/** Goes through the chart, which grows with no traffic, for what no index can find. */
export const throughTheChart: Read['spare'] = ({ accounts }) => accounts;
/** Goes through the list until a page is full: a filter that fits little of it has no index of its own. */
export const throughTheList: Read['spare'] = ({ transactions }) => transactions;
