/** How the settled balance of an account with limits goes on after a day, as it is read with the account. */
import type { Day } from '../../../kernel/time';
import { lastDay } from '../../../kernel/time';
import { stretchOfDay, type Course } from '../domain/course';

/** A day; or a whole month, with its lowest and its highest day. Amounts are debits less credits, in minor units. */
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

/** The day behind which later days matter, and the months in which each day must be known by itself. */
export const courseOf = (days: readonly Day[]): { readonly since: Day; readonly months: readonly string[] } => ({
  since: days.reduce((first, day) => (day < first ? day : first), lastDay),
  months: [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))],
});
