/** Formats days and moments. A day is a string such as `2026-01-31` without a time zone. A moment is shown in the reader's time zone. */

const isDayText = /^\d{4}-\d{2}-\d{2}$/;

/** Returns whether the text is a day that exists. JavaScript would accept 30 February and read it as a day in March. */
export const isDay = (text: string): boolean => {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return isDayText.test(text) && !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
};

/**
 * Returns whether a typed day is complete. While a person types the year 2026, a date field has the years 0002, 0020 and 0202, so days before
 * the year 1000 are not complete.
 */
export const isCompleteDay = (text: string): boolean => isDay(text) && text >= '1000';

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

/**
 * Formats a moment in the browser's time zone as the value of a date-time field, such as `2026-01-31T14:03`. Empty if there is no moment.
 */
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

/** Returns the present calendar day in a time zone. A ledger counts its days in its own time zone. */
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

/** Returns the first day of the fiscal year that contains the day. `yearStart` is the month and day on which fiscal years begin. */
export const firstOfFiscalYear = (day: string, yearStart: string): string => {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < yearStart ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${yearStart}`;
};

/** Returns the beginning of the day in seconds since 1970, for the axis of a chart. */
export const secondsOf = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / 1000;

/** Returns the time since a moment in the largest unit that fits, such as `3 h ago`. */
export const ago = (moment: string, now = Date.now()): string => {
  const seconds = Math.max(0, Math.round((now - Date.parse(moment)) / 1000));
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  return `${days} ${days === 1 ? 'day' : 'days'} ago`;
};
