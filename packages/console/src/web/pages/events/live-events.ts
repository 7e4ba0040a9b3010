/** Joins the events of the stream with those that were read before. The result has no gap between its newest and its oldest event. */

interface Numbered {
  readonly sequence: number;
}

/** The maximum number of rows of the page. */
const mostRows = 200;

export interface HeardEvents<Event> {
  /** The newest events, newest first. Older ones are dropped if there are too many. */
  readonly events: readonly Event[];
  /** The number of events that were heard. */
  readonly count: number;
}

/** Returns the events of the page, newest first. If heard events were dropped, the earlier events would follow a gap, so they are left out. */
export const eventsOnPage = <Event extends Numbered>(
  { events, count }: HeardEvents<Event>,
  past: readonly Event[],
): readonly Event[] => {
  if (count > events.length) return events;
  const heard = new Set(events.map(({ sequence }) => sequence));
  return [...events, ...past.filter(({ sequence }) => !heard.has(sequence))].slice(0, mostRows);
};
