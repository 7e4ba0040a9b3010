/** The moment from which acts are listed: typed as the reader's own time, sent with its zone. */

/** `2026-01-15T10:00` of a field for a date and a time; undefined where it is none. */
export const sinceOf = (typed: string | undefined): string | undefined => {
  const moment = typed === undefined ? Number.NaN : new Date(typed).getTime();
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
};
