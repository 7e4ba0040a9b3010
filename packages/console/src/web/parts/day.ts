/** Days and moments. A day is a text `2026-01-31` and has no zone; a moment is shown in the reader's zone. */

const isDayText = /^\d{4}-\d{2}-\d{2}$/;

/** True for a day that exists: 30 February does not, although JavaScript reads it as a day of March. */
export const isDay = (text: string): boolean => {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return isDayText.test(text) && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
};

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a day, or the day of a moment, as `31 Jan 2026`. */
export const formatDay = (day: string): string => {
  const start = day.slice(0, 10);
  return isDay(start) ? dayFormat.format(new Date(`${start}T00:00:00Z`)) : day;
};

/** Formats a moment as `2026-01-31T14:03` in the browser's time zone, the value of a date-time field; empty if there is none. */
export const momentField = (moment: string | null): string => {
  if (moment === null) return '';
  const local = Date.parse(moment) - new Date(moment).getTimezoneOffset() * 60_000;
  return new Date(local).toISOString().slice(0, 16);
};

/** Formats a moment as `31 Jan 2026, 14:03:09`. */
export const formatMoment = (moment: string, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(moment));

/** The calendar day in a time zone: a ledger counts days in its own. */
export const dayIn = (timeZone: string, now = Date.now()): string => {
  const calendar = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    ...({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const),
  });
  const parts = new Map(calendar.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
};

export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

export const firstOfYear = (day: string): string => `${day.slice(0, 5)}01-01`;

/** The seconds since 1970 at which the day begins, for the axis of a chart. */
export const secondsOf = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 1000;

/** The time since a moment, in the largest unit that fits: `3 h ago`. */
export const ago = (moment: string, now = Date.now()): string => {
  const seconds = Math.max(0, Math.round((now - Date.parse(moment)) / 1000));
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  return `${days} ${days === 1 ? 'day' : 'days'} ago`;
};
