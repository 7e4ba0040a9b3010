/** The moment from which acts are listed: entered in the reader's time zone, sent in UTC. */

/** Reads the value of a date-and-time field, such as `2026-01-15T10:00`; undefined if it is none. */
export const sinceOf = (typed: string | undefined): string | undefined => {
  const moment = typed === undefined ? Number.NaN : new Date(typed).getTime();
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
};
