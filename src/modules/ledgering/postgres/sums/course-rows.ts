/**
 * The rows of an account's course (its settled balance on the days after a given day), which are read together with an account that has
 * limits.
 */
import type { Day } from '../../../../kernel/time';
import { lastDay } from '../../../../kernel/time';
import { stretchOfDay, type Course } from '../../domain/course';

/** A day of a course; or a whole month, with its lowest and its highest day. Amounts are debits less credits, in minor units. */
export type StretchRow = readonly [
  day: Day,
  change: string,
  ...(
    | readonly [low: null, lowDay: null, high: null, highDay: null]
    | readonly [low: string, lowDay: Day, high: string, highDay: Day]
  ),
];

export const toCourse = (rows: readonly StretchRow[] | null): Course =>
  (rows ?? []).map(([day, change, low, lowDay, high, highDay]) =>
    low === null
      ? stretchOfDay(day, BigInt(change))
      : { day, change: BigInt(change), low: BigInt(low), lowDay, high: BigInt(high), highDay },
  );

/** Returns the day after which the course is needed, and the months that must be read day by day. */
export const courseOf = (days: readonly Day[]): { readonly since: Day; readonly months: readonly string[] } => ({
  since: days.reduce((first, day) => (day < first ? day : first), lastDay),
  months: [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))],
});
