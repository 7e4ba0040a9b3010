/** Time zones by their IANA names, and the calendar day that an instant falls on in one of them. */
import { dayInUtc, lastDay, parseDay, type Day } from './time';

declare const timeZone: unique symbol;
/** The name of a zone in the IANA database that this machine knows, in its usual spelling, such as `Europe/Zurich`. */
export type TimeZone = string & { readonly [timeZone]: true };

export const utc = 'UTC' as TimeZone;

/**
 * Caches one formatter per zone, because creating one costs as much as formatting thousands of days. There are about six hundred zones, so
 * the map stays small.
 */
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

/**
 * Returns the text as a zone, or undefined if this machine knows no zone of that name. Offsets such as `+02:00` are not
 * zones.
 */
export const parseTimeZone = (text: string): TimeZone | undefined => {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(text) || text.length > 64) return undefined;
  if (/^(utc|etc\/utc)$/i.test(text)) return utc;
  try {
    const { timeZone: name } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // A name that differs from the database's only in capitals gets the database's spelling. A zone that has been renamed keeps the name
    // that the caller gave.
    return (name.toLowerCase() === text.toLowerCase() ? name : text) as TimeZone;
  } catch {
    return undefined;
  }
};

/** Returns the calendar day of an instant in a zone, limited to the range of `Day`. */
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
