/**
 * The course of an account: how its settled balance changes after a day. A limit applies on every day, so a posting that is dated before
 * other entries is checked on its own day and on each later one. Changes are debits less credits, in minor units.
 */
import type { Day } from '../../../kernel/time';

/** A stretch of a course: one day with settled entries, or a whole month if the account has very many later days. */
export interface Stretch {
  /** The day of the stretch, or the first day of its month. */
  readonly day: Day;
  /** The sum of the changes of all entries in the stretch. */
  readonly change: bigint;
  /** The lowest and the highest sum of changes at the end of a day within the stretch, each with the first day on which it occurs. */
  readonly low: bigint;
  readonly lowDay: Day;
  readonly high: bigint;
  readonly highDay: Day;
}

/** The stretches after a day, in order. They do not overlap. */
export type Course = readonly Stretch[];

export const stretchOfDay = (day: Day, change: bigint): Stretch => ({
  ...{ day, change, low: change, lowDay: day, high: change, highDay: day },
});

/** A balance at the end of a day. */
export interface DayBalance {
  readonly day: Day;
  readonly balance: bigint;
}

/** Whether the stretch is a whole month. No change can be added to a single day of such a stretch. */
const isWhole = ({ day, lowDay, highDay, low, high, change }: Stretch): boolean =>
  lowDay !== day || highDay !== day || low !== change || high !== change;

/**
 * Returns the course with a change on that day. Undefined if the day is in a month that was read as one stretch: that month must first be
 * read day by day.
 */
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

/** Returns the settled balance at the end of the day, computed from the balance over all days. */
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
 * Returns the balances that must be within the limits if a posting is dated that day, in order: the balance at the end of that day, and the
 * lowest or highest balance within each later stretch.
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
