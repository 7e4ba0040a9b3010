/** The locked days as years of months. A lock covers everything up to its day; the latest unreleased lock counts. */

export interface Lock {
  readonly id: string;
  readonly locked_until: string;
  readonly released_at: string | null;
}

/** The last locked day; undefined if none is locked. */
export const lockedThrough = (locks: readonly Lock[]): string | undefined =>
  locks
    .filter(({ released_at: released }) => released === null)
    .map(({ locked_until: until }) => until)
    .toSorted()
    .at(-1);

/** The last locked day after a release: the last day of the remaining locks. */
export const lockedWithout = (locks: readonly Lock[], id: string): string | undefined =>
  lockedThrough(locks.filter((lock) => lock.id !== id));

export interface Month {
  /** `2026-01` */
  readonly key: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** The locked part of the month, from 0 for open to 1 for locked. */
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

/** The years of the calendar, newest first: from the earliest relevant day to the latest of today and the last locked day. */
export const yearsOf = (locks: readonly Lock[], today: string, since: string, earlier: number): readonly number[] => {
  const last = Math.max(Number(today.slice(0, 4)), Number((lockedThrough(locks) ?? today).slice(0, 4)));
  const days = [today, since, ...locks.map(({ locked_until: until }) => until)];
  const first = Math.min(...days.map((day) => Number(day.slice(0, 4)))) - earlier;
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
};

/** The last day of the month that is `months` after the month of the day. */
const endOfMonth = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) + months, 0)).toISOString().slice(0, 10);

/** The most likely day to lock: the end of the previous month, or of the next open one if that is locked already. */
export const proposedDay = (through: string | undefined, today: string): string => {
  const before = endOfMonth(today, -1);
  if (through === undefined || through < before) return before;
  const ofItsMonth = endOfMonth(through, 0);
  return through < ofItsMonth ? ofItsMonth : endOfMonth(through, 1);
};
