/** Computes which months are locked. A lock covers all days up to its own day, and the latest lock that has not been released counts. */

export interface Lock {
  readonly id: string;
  readonly locked_until: string;
  readonly released_at: string | null;
}

/** Returns the last locked day; undefined if no day is locked. */
export const lockedThrough = (locks: readonly Lock[]): string | undefined =>
  locks
    .filter(({ released_at: released }) => released === null)
    .map(({ locked_until: until }) => until)
    .toSorted()
    .at(-1);

/** Returns the last day that is still locked after the lock with this id is released. */
export const lockedWithout = (locks: readonly Lock[], id: string): string | undefined =>
  lockedThrough(locks.filter((lock) => lock.id !== id));

export interface Month {
  /** The month in the form `2026-01`. */
  readonly key: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** The locked share of the month, from 0 (open) to 1 (locked). */
  readonly closed: number;
}

const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

export const monthsOf = (year: number, through: string | undefined): readonly Month[] =>
  Array.from({ length: 12 }, (_, index): Month => {
    const key = `${String(year).padStart(4, '0')}-${String(index + 1).padStart(2, '0')}`;
    const days = daysOf(year, index + 1);
    const lastDay = `${key}-${days}`;
    const isWhole = through !== undefined && through >= lastDay;
    const isPart = through !== undefined && through.slice(0, 7) === key;
    return {
      key,
      firstDay: `${key}-01`,
      lastDay,
      closed: isWhole ? 1 : isPart ? Number(through.slice(8)) / days : 0,
    };
  });

/** Returns the years of the calendar, newest first. They include today, the day `since` and the days of all locks. */
export const yearsOf = (locks: readonly Lock[], today: string, since: string, earlier: number): readonly number[] => {
  const last = Math.max(Number(today.slice(0, 4)), Number((lockedThrough(locks) ?? today).slice(0, 4)));
  const days = [today, since, ...locks.map(({ locked_until: until }) => until)];
  const first = Math.min(...days.map((day) => Number(day.slice(0, 4)))) - earlier;
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
};

/** Returns the last day of the month that is `months` after the month of the day. */
const endOfMonth = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + months, 0)).toISOString().slice(0, 10);

/**
 * Returns the day that the form proposes to lock: the end of the previous month. If that is already locked, the end of the next open month.
 */
export const proposedDay = (through: string | undefined, today: string): string => {
  const before = endOfMonth(today, -1);
  if (through === undefined || through < before) return before;
  const ofItsMonth = endOfMonth(through, 0);
  return through < ofItsMonth ? ofItsMonth : endOfMonth(through, 1);
};
