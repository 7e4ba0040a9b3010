/** Follows the event stream for the transactions on the page, and reads their list again after events. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { listen } from '../../api/event-stream';
import type { Asking } from '../../api/use-answer';
import { createPaced, type Paced } from '../../parts/paced';
import { hear, heardTypes, nothingHeard, type Heard } from './live-rows';

export interface Live {
  /** Whether the stream is open. After an interruption it is reopened automatically. */
  readonly isOpen: boolean;
  /** Whether the sequence is known after which events are heard. A list that is requested from now on leaves no gap before them. */
  readonly hasBegun: boolean;
  readonly heard: Heard;
}

/** Follows the events from the present end of the log on, while `isOn` is true. */
export const useLive = (isOn: boolean, ledgerId: string): Live => {
  const [isOpen, setOpen] = useState(false);
  const [hasBegun, setBegun] = useState(false);
  const [heard, setHeard] = useState(nothingHeard);
  useEffect(() => {
    if (!isOn) return undefined;
    let stop: (() => void) | undefined;
    let isWanted = true;
    // The count goes on, because answers that are kept for this list have its earlier values.
    setHeard(({ count }) => ({ ...nothingHeard, count }));
    void ask(client.GET('/api/v1/activity', { params: { query: { limit: 1 } } })).then((answer) => {
      if (!isWanted || !answer.ok) return;
      setBegun(true);
      stop = listen({
        afterSequence: answer.data[0]?.sequence ?? 0,
        types: heardTypes,
        onEvent: ({ type, data }) => setHeard((before) => hear(before, type, data as Schemas['Transaction'])),
        onState: (state) => setOpen(state === 'open'),
      });
    });
    return () => {
      isWanted = false;
      setOpen(false);
      setBegun(false);
      stop?.();
    };
  }, [isOn, ledgerId]);
  return { isOpen, hasBegun, heard: isOn ? heard : nothingHeard };
};

/** The pause before the list is read again after an event, in milliseconds. */
const pauseMs = 2_000;

/**
 * Reads the list when live updates begin, because transactions may have been posted since it was read, and after events: the list has the
 * amended texts and the rows that a change brings into the filters.
 */
export const useRereading = ({ hasBegun, heard }: Live, { data, problem, reload }: Asking<unknown>): void => {
  const paced = useRef<Paced | undefined>(undefined);
  useEffect(() => {
    if (!hasBegun) return undefined;
    paced.current = createPaced(reload, (act) => {
      const timer = setTimeout(act, pauseMs);
      return () => clearTimeout(timer);
    });
    paced.current.send();
    return () => {
      paced.current?.stop();
      paced.current = undefined;
    };
  }, [hasBegun, reload]);
  useEffect(() => {
    if (hasBegun && heard.count > 0) paced.current?.want();
  }, [hasBegun, heard]);
  useEffect(() => paced.current?.answered(), [data, problem]);
};
