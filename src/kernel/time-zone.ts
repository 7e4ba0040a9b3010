/** Time zones by their IANA names, and the calendar day that an instant falls on in one of them. */
import { dayInUtc, lastDay, parseDay, type Day } from './time';

declare const timeZone: unique symbol;
/** `Europe/Zurich`, a zone of the IANA database that this machine knows, in its usual spelling. */
export type TimeZone = string & { readonly [timeZone]: true };

export const utc = 'UTC' as TimeZone;

/** One for each zone: making one costs as much as thousands of days. There are some six hundred zones, so it stays small. */
const calendars = new Map<TimeZone, Intl.DateTimeFormat>();

const calendarOf = (zone: TimeZone): Intl.DateTimeFormat => {
  const known = calendars.get(zone);
  if (known) return known;
  const calendar = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    ...{ timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' },
  });
  calendars.set(zone, calendar);
  return calendar;
};

/** The text as a zone, or undefined where this machine knows none of that name. Offsets such as `+02:00` are no zones. */
export const parseTimeZone = (text: string): TimeZone | undefined => {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(text) || text.length > 64) return undefined;
  if (/^(utc|etc\/utc)$/i.test(text)) return utc;
  try {
    const { timeZone: name } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // The spelling of the database, where it only differs in capitals. A zone that was renamed keeps the name that it was given.
    return (name.toLowerCase() === text.toLowerCase() ? name : text) as TimeZone;
  } catch {
    return undefined;
  }
};

/** The calendar day of an instant in a zone, clipped to the days that there are. */
export const dayIn = (zone: TimeZone, instant: Date): Day => {
  if (zone === utc) return dayInUtc(instant);
  const parts = new Map(
    calendarOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  const day = parseDay(`${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`);
  return day ?? lastDay;
};
