/** The events of a ledger: page by page, or for as long as somebody listens. */
import type { Call, Sending } from './asking.ts';
import type { Event } from './generated/models.ts';
import { EventsResource, type EventsListQuery } from './generated/operations.ts';
import { LedgerUnreachable } from './refusal.ts';
import { backOffMs, pause, type Send } from './sending.ts';

/** The service says something every 15 s: after three times as long a stream is dead. */
const silenceMs = 45_000;
const maxBackOffAttempts = 8;

export class Events extends EventsResource {
  readonly #send: Send;

  /** @internal */
  constructor(sending: Sending, send: Send) {
    super(sending);
    this.#send = send;
  }

  /**
   * Every event behind `after_sequence`, and each that comes, until `signal` ends it or the loop is left. It comes back by
   * itself where a connection breaks, behind the last event that it gave: nothing is left out and nothing is told twice.
   * Keep the `sequence` of what you have worked off, in one transaction with the work.
   */
  async *stream(query: EventsListQuery = {}, call: Call = {}): AsyncGenerator<Event, void, undefined> {
    let after = query.after_sequence ?? 0;
    for (let failures = 0; ;) {
      try {
        for await (const event of this.#connection({ ...query, after_sequence: after }, call)) {
          failures = 0;
          after = event.sequence;
          yield event;
        }
      } catch (error) {
        if (call.signal?.aborted) return;
        if (!(error instanceof StreamBroken) && !(error instanceof LedgerUnreachable)) throw error;
      }
      failures += 1;
      try {
        await pause(backOffMs(Math.min(failures, maxBackOffAttempts)), call.signal);
      } catch {
        return;
      }
    }
  }

  /** What one connection tells, until it breaks. Refusals are thrown as they are. */
  async *#connection(query: EventsListQuery, call: Call): AsyncGenerator<Event, void, undefined> {
    const asked = { method: 'GET', path: '/api/v1/events', query, accept: 'text/event-stream' };
    const { response } = await this.#send(asked, call, 'stream');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) return;
    let rest = '';
    try {
      for (;;) {
        const { done, value } = await readWithin(reader, silenceMs);
        if (done) return;
        const messages = (rest + value).split('\n\n');
        rest = messages.pop() ?? '';
        for (const message of messages) {
          const event = eventIn(message);
          if (event) yield event;
        }
      }
    } finally {
      // The connection is of no use any more, and how it ends does not matter.
      await reader.cancel().catch(() => undefined);
    }
  }
}

class StreamBroken extends Error {}

const readWithin = async (
  reader: ReadableStreamDefaultReader<string>,
  ms: number,
): Promise<{ readonly done: boolean; readonly value?: string | undefined }> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StreamBroken('silent')), ms);
  });
  try {
    return await Promise.race([reader.read(), silent]);
  } catch (cause) {
    throw cause instanceof StreamBroken ? cause : new StreamBroken('broken', { cause });
  } finally {
    clearTimeout(timer);
  }
};

/** A message has its event on one line; one without is a sign of life. */
const eventIn = (message: string): Event | undefined => {
  const data = message.split('\n').find((line) => line.startsWith('data:'));
  return data === undefined ? undefined : (JSON.parse(data.slice('data:'.length)) as Event);
};
