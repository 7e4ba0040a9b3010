/** Follows the event stream while live updates are on, and keeps the newest events, newest first. */
import { useEffect, useState } from 'preact/hooks';
import { listen, type LedgerEvent } from '../../api/event-stream';

export type LiveState = 'still' | 'open' | 'waiting';

/** The maximum number of events in the list. A busy ledger would otherwise fill the page. */
const mostShown = 150;

/** `after` is the sequence after which the stream begins; undefined: live updates are off. */
export const useLive = (after: number | undefined, types: readonly string[]) => {
  const [events, setEvents] = useState<readonly LedgerEvent[]>([]);
  const [state, setState] = useState<LiveState>('still');
  const [count, setCount] = useState(0);
  const wanted = types.join(',');
  useEffect(() => {
    setEvents([]);
    setCount(0);
    setState('still');
    if (after === undefined) return undefined;
    return listen({
      afterSequence: after,
      ...(wanted === '' ? {} : { types: wanted.split(',') }),
      onEvent: (event) => {
        setCount((before) => before + 1);
        setEvents((before) => [event, ...before].slice(0, mostShown));
      },
      onState: setState,
    });
  }, [after === undefined, wanted]);
  return { events, state, count };
};
