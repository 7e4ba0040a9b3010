/** Durations in ISO 8601: `P1M`, `P30D`, `PT36H`. Years and months follow the calendar, in UTC. */
export interface Duration {
  readonly months: number;
  readonly ms: number;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The numbers that `parseDuration` accepts, for messages. */
export const durationNumbers = 'with whole numbers of at most five digits';

/**
 * Returns the duration, or undefined if the text is not one. Each member is a whole number of at most five digits, and
 * at least one member is required.
 */
export const parseDuration = (text: string): Duration | undefined => {
  const form =
    /^P(?=.)(?:(\d{1,5})Y)?(?:(\d{1,5})M)?(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?)?$/;
  const parts = form.exec(text)?.slice(1);
  if (!parts) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  return {
    months: 12 * years + months,
    ms: (7 * weeks + days) * dayMs + hours * hourMs + minutes * minuteMs + seconds * secondMs,
  };
};

/**
 * Returns the instant plus the duration. If the target month is too short, its last day is used: 31 January plus one
 * month is 28 February.
 */
export const after = (instant: Date, { months, ms }: Duration): Date => {
  const later = new Date(instant);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return new Date(later.getTime() + ms);
};
