/** Follows the event stream for the transactions on the page. */
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { listen } from '../../api/event-stream';
import { hear, heardTypes, nothingHeard, type Heard } from './live-rows';

export interface Live {
  /** Whether the stream is open. After an interruption it is reopened automatically. */
  readonly isOpen: boolean;
  readonly heard: Heard;
}

/** Follows the events from the present end of the log on, while `isOn` is true. */
export const useLive = (isOn: boolean, ledgerId: string): Live => {
  const [isOpen, setOpen] = useState(false);
  const [heard, setHeard] = useState(nothingHeard);
  useEffect(() => {
    if (!isOn) return undefined;
    let stop: (() => void) | undefined;
    let isWanted = true;
    setHeard(nothingHeard);
    void ask(client.GET('/api/v1/activity', { params: { query: { limit: 1 } } })).then((answer) => {
      if (!isWanted || !answer.ok) return;
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
      stop?.();
    };
  }, [isOn, ledgerId]);
  return { isOpen, heard: isOn ? heard : nothingHeard };
};
