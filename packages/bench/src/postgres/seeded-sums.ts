/**
 * Adds up the entries of a ledger while it is filled, by account and day. Days come in order, so a day is complete when the next one
 * begins.
 */
import type { Day } from '../../../../src/kernel/time';
import type { Occurrence } from '../history';
import type { BenchBooks } from './books';
import type { SeededDay, SeededTotals } from './seeded-rows';

export interface Totals {
  /** Adds the entries of a transaction. If it begins a new day, returns the sums of the day before. */
  add(occurrence: Occurrence, day: Day): readonly SeededDay[];
  /** Returns the sums of the last day, after all entries were added. */
  lastDay(): readonly SeededDay[];
  all(): readonly SeededTotals[];
}

export const openTotals = ({ accountIds }: BenchBooks): Totals => {
  const all = new Map<number, Sum>();
  let ofDay = new Map<number, Sum>();
  let current: Day | undefined;
  const addTo = (sums: Map<number, Sum>, account: number, debit: bigint, credit: bigint): void => {
    let sum = sums.get(account);
    if (!sum) sums.set(account, (sum = { debits: 0n, credits: 0n, entryCount: 0 }));
    sum.debits += debit;
    sum.credits += credit;
    sum.entryCount += 1;
  };
  const listed = (sums: ReadonlyMap<number, Sum>): readonly SeededTotals[] =>
    [...sums].map(([account, sum]) => ({ accountId: accountIds[account] as (typeof accountIds)[number], ...sum }));
  const lastDay = (): readonly SeededDay[] =>
    current === undefined ? [] : listed(ofDay).map((sum) => ({ ...sum, day: current as Day }));
  return {
    add: ({ debited, credited, cents }, day) => {
      const finished = day === current ? [] : lastDay();
      if (day !== current) ofDay = new Map();
      current = day;
      for (const sums of [all, ofDay]) {
        addTo(sums, debited, BigInt(cents), 0n);
        addTo(sums, credited, 0n, BigInt(cents));
      }
      return finished;
    },
    lastDay,
    all: () => listed(all),
  };
};

interface Sum {
  debits: bigint;
  credits: bigint;
  entryCount: number;
}
