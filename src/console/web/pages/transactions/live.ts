/** What is posted while one looks: told by the event stream, newest first, and only where the filters would find it. */
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { listen } from '../../api/event-stream';

type Transaction = Schemas['Transaction'];

const mostLive = 50;
const told = ['transaction.posted', 'transaction.failed'] as const;

export interface Live {
  readonly isOpen: boolean;
  readonly rows: readonly Transaction[];
}

/** Begins behind the head of the log as it is when it is switched on. */
export const useLive = (isOn: boolean, ledgerId: string): Live => {
  const [isOpen, setOpen] = useState(false);
  const [rows, setRows] = useState<readonly Transaction[]>([]);
  useEffect(() => {
    if (!isOn) return undefined;
    let stop: (() => void) | undefined;
    let isWanted = true;
    setRows([]);
    void ask(client.GET('/api/v1/activity', { params: { query: { limit: 1 } } })).then((answer) => {
      if (!isWanted || !answer.ok) return;
      stop = listen({
        afterSequence: answer.data[0]?.sequence ?? 0,
        types: told,
        onEvent: ({ data }) => setRows((before) => [data as Transaction, ...before].slice(0, mostLive)),
        onState: (state) => setOpen(state === 'open'),
      });
    });
    return () => {
      isWanted = false;
      setOpen(false);
      stop?.();
    };
  }, [isOn, ledgerId]);
  return { isOpen, rows };
};
