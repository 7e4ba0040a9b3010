/** Durations as ISO 8601 writes them: `P1M`, `P30D`, `PT36H`. Years and months follow the calendar, in UTC. */
export interface Duration {
  readonly months: number;
  readonly ms: number;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** The duration, or undefined where the text is none. Members are whole numbers of at most five digits, and one is needed. */
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

/** That much later. The last day of a shorter month stands for a day that it does not have: 31 January and a month is 28 February. */
export const after = (instant: Date, { months, ms }: Duration): Date => {
  const later = new Date(instant);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return new Date(later.getTime() + ms);
};
