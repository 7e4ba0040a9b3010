/**
 * Follows the ledger's event stream (docs/use/events.md). It uses `fetch`, because an EventSource cannot send `X-Ledger`. If the stream
 * ends, it is reopened after the last event that arrived.
 */
import { send } from './client';
import type { Schemas } from './client';

export type LedgerEvent = Schemas['LedgerEvent'];

export interface Listening {
  /** The sequence after which the stream begins. */
  readonly afterSequence: number;
  readonly types?: readonly string[];
  readonly onEvent: (event: LedgerEvent) => void;
  /** Called with 'open' when the stream opens, and with 'waiting' when it has ended and will be reopened. */
  readonly onState?: (state: 'open' | 'waiting') => void;
}

const firstWaitMs = 500;
const longestWaitMs = 15_000;

/** Follows the stream until the returned function is called. */
export const listen = ({ afterSequence, types, onEvent, onState }: Listening): (() => void) => {
  const ending = new AbortController();
  let last = afterSequence;
  const query = (): string => {
    const asked = new URLSearchParams({ after_sequence: String(last) });
    if (types !== undefined) asked.set('types', types.join(','));
    return asked.toString();
  };
  const follow = async (): Promise<void> => {
    for (let waitMs = firstWaitMs; !ending.signal.aborted; waitMs = Math.min(2 * waitMs, longestWaitMs)) {
      const headers = { Accept: 'text/event-stream' };
      const address = new URL(`/api/v1/events?${query()}`, location.origin);
      try {
        const response = await send(new Request(address, { headers, signal: ending.signal }));
        if (response.status === 401 || response.status === 403) return;
        if (response.ok && response.body !== null) {
          onState?.('open');
          waitMs = firstWaitMs;
          for await (const text of messages(response.body)) {
            const event = JSON.parse(text) as LedgerEvent;
            last = event.sequence;
            onEvent(event);
          }
        }
      } catch {
        // The stream was aborted by the caller, or the connection broke. The code after this block handles both.
      }
      if (ending.signal.aborted) return;
      onState?.('waiting');
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  };
  void follow();
  return () => ending.abort();
};

/** Yields the data of each message. A line that begins with a colon only keeps the connection open. */
async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const data = part.split('\n').filter((line) => line.startsWith('data:'));
      if (data.length > 0) yield data.map((line) => line.slice(5).trimStart()).join('\n');
    }
  }
}
