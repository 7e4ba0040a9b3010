/** The time from which acts are listed. A person enters it in their own time zone, and it is sent in UTC. */

/** Reads the value of a date-and-time field, such as `2026-01-15T10:00`. A text of a different form is sent as it is, so that the API refuses it. */
export const sinceOf = (typed: string | undefined): string | undefined => {
  const moment = typed === undefined ? Number.NaN : new Date(typed).getTime();
  return Number.isNaN(moment) ? typed || undefined : new Date(moment).toISOString();
};
