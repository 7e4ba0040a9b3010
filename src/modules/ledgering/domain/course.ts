/**
 * The course of an account: the changes of its settled balance after a day. A limit applies on every day, so a posting that is dated before
 * other entries is checked on its own day and on each later one. Changes are debits less credits, in minor units.
 */
import type { Day } from '../../../kernel/time';

/** One day with settled entries, or a whole month of them if an account has very many later days. */
export interface Stretch {
  /** The day, or the first day of the month. */
  readonly day: Day;
  /** The sum of the changes of all entries in the stretch. */
  readonly change: bigint;
  /** The lowest and the highest sum of changes at the end of one of its days, and the first day on which each occurs. */
  readonly low: bigint;
  readonly lowDay: Day;
  readonly high: bigint;
  readonly highDay: Day;
}

/** The later stretches in the order of their days. They do not overlap. */
export type Course = readonly Stretch[];

export const stretchOfDay = (day: Day, change: bigint): Stretch => ({
  ...{ day, change, low: change, lowDay: day, high: change, highDay: day },
});

/** A balance at the end of a day. */
export interface DayBalance {
  readonly day: Day;
  readonly balance: bigint;
}

/** Whether the stretch is a whole month, to a single day of which no change can be added. */
const isWhole = ({ day, lowDay, highDay, low, high, change }: Stretch): boolean =>
  lowDay !== day || highDay !== day || low !== change || high !== change;

/** Adds a change on that day. Undefined if the day is in a month that was read only as a sum: that month must first be read day by day. */
export const withChange = (course: Course, day: Day, change: bigint): Course | undefined => {
  let at = course.length;
  while (at > 0 && (course[at - 1] as Stretch).day > day) at--;
  const before = course[at - 1];
  if (before && isWhole(before) && before.day.slice(0, 7) === day.slice(0, 7)) return undefined;
  const after = course[at];
  if (after && isWhole(after) && after.day.slice(0, 7) === day.slice(0, 7)) return undefined;
  if (before?.day === day) return course.with(at - 1, stretchOfDay(day, before.change + change));
  return course.toSpliced(at, 0, stretchOfDay(day, change));
};

/** The settled balance at the end of the day, computed from the balance after all days. */
export const settledOn = (total: bigint, course: Course, day: Day): bigint => {
  let balance = total;
  for (let at = course.length - 1; at >= 0; at--) {
    const stretch = course[at] as Stretch;
    if (stretch.day <= day) break;
    balance -= stretch.change;
  }
  return balance;
};

/**
 * Returns the balances that decide on a posting of that day, in order: the balance of the day itself, and the lowest or highest one of each
 * later stretch.
 */
export const balancesFrom = (total: bigint, course: Course, day: Day, side: 'low' | 'high'): readonly DayBalance[] => {
  let balance = settledOn(total, course, day);
  const balances = [{ day, balance }];
  for (const stretch of course) {
    if (stretch.day <= day) continue;
    balances.push(
      side === 'low'
        ? { day: stretch.lowDay, balance: balance + stretch.low }
        : { day: stretch.highDay, balance: balance + stretch.high },
    );
    balance += stretch.change;
  }
  return balances;
};
