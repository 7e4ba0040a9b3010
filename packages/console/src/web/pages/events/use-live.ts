/** The newest events as they happen, newest first, while live updates are on. */
import { useEffect, useState } from 'preact/hooks';
import { listen, type LedgerEvent } from '../../api/event-stream';

export type LiveState = 'still' | 'open' | 'waiting';

/** Bounds the list, so that an hour of a busy ledger still fits on the page. */
const mostShown = 150;

/** `after` is the event after which the stream begins; undefined stops following. */
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
