/** Days are calendar days without a zone, instants are milliseconds in UTC. Both travel as text in ISO 8601. */
declare const day: unique symbol;
/** An existing calendar day from 0001-01-01 to 9999-12-31, such as `2026-01-15`. Days sort as text. */
export type Day = string & { readonly [day]: true };

export const firstDay = '0001-01-01' as Day;
export const lastDay = '9999-12-31' as Day;

const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Returns the text as a day, or undefined if there is no such day: V8 would read 2023-02-29 as the first of March. */
export const parseDay = (text: string): Day | undefined => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return undefined;
  const [year, month, dayOfMonth] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const length = month === 2 && isLeap(year) ? 29 : daysOfMonth[month - 1];
  if (year < 1 || length === undefined || dayOfMonth < 1 || dayOfMonth > length) return undefined;
  return text as Day;
};

let [lastInstant, lastText] = [Number.NaN, ''];

/** Returns the instant in ISO 8601, in UTC and to the millisecond. A group of postings prints one instant thousands of times. */
export const instantText = (instant: Date): string => {
  const time = instant.getTime();
  if (time !== lastInstant) [lastInstant, lastText] = [time, instant.toISOString()];
  return lastText;
};

/** Returns the calendar day in UTC. For the day in a ledger's books see `dayIn` (time-zone). */
export const dayInUtc = (instant: Date): Day => instantText(instant).slice(0, 10) as Day;

/** Returns an RFC 3339 instant, with any offset and to the millisecond; undefined if the text is not one. */
export const parseInstant = (text: string): Date | undefined => {
  const parts = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.exec(
    text,
  );
  if (!parts || parseDay(parts[1] ?? '') === undefined) return undefined;
  const instant = new Date(text);
  return parseDay(instant.toISOString().slice(0, 10)) === undefined ? undefined : instant;
};

export const laterOf = (one: Day, other: Day): Day => (one > other ? one : other);

/** Returns the next day; for the last possible day, the day itself. */
export const dayAfter = (day: Day): Day => {
  const next = new Date(`${day}T00:00:00.000Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return parseDay(dayInUtc(next)) ?? day;
};

/** Returns the day before; undefined for the first possible day. */
export const dayBefore = (day: Day): Day | undefined => {
  const previous = new Date(`${day}T00:00:00.000Z`);
  previous.setUTCDate(previous.getUTCDate() - 1);
  return parseDay(dayInUtc(previous));
};

const dayMs = 86_400_000;

/** Returns the number of days from one day to another; negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Returns the instant at the start of a day: `2026-01-15T00:00:00.000Z`. */
export const midnightOf = (of: Day): string => `${of}T00:00:00.000Z`;
