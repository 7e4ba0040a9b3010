/** The events of a ledger: page by page, or for as long as somebody listens. */
import type { Call, Sending } from './asking.ts';
import type { LedgerEvent } from './generated/models.ts';
import { EventsResource, type EventsListQuery } from './generated/operations.ts';
import { MessageReader } from './messages.ts';
import { LedgerRefusal, LedgerUnreachable } from './refusal.ts';
import { backOffMs, pause, unreadable, type Send } from './sending.ts';

/** The service says something every 15 s: after three times as long a stream is dead. */
const silenceMs = 45_000;
const maxBackOffAttempts = 8;

export class Events extends EventsResource {
  readonly #send: Send;
  readonly #maxPauseMs: number;

  /** @internal */
  constructor(sending: Sending, send: Send, maxWaitSeconds: number) {
    super(sending);
    this.#send = send;
    this.#maxPauseMs = 1_000 * maxWaitSeconds;
  }

  /**
   * Every event behind `after_sequence`, and each that comes, until `signal` ends it or the loop is left. It connects again by itself
   * where a connection breaks, and where the ledger is away (429, 5xx), after a pause that grows: behind the last event that it gave,
   * so nothing is left out and nothing is told twice. A refusal that would be the same again (401, 403, 404, 409, 422) is thrown:
   * 409 `LOG_CHANGED` and 422 `SEQUENCE_NOT_REACHED` where the ledger lost events that were told, as by a restore.
   * Keep the `sequence` and the `hash` of what you have worked off, in one transaction with the work.
   */
  async *stream(query: EventsListQuery = {}, call: Call = {}): AsyncGenerator<LedgerEvent, void, undefined> {
    let after: Pick<EventsListQuery, 'after_sequence' | 'after_hash'> = {
      after_sequence: query.after_sequence ?? 0,
      ...(query.after_hash === undefined ? {} : { after_hash: query.after_hash }),
    };
    for (let failures = 0; ;) {
      let saidMs = 0;
      try {
        for await (const event of this.#connection({ ...query, ...after }, call)) {
          failures = 0;
          after = { after_sequence: event.sequence, after_hash: event.hash };
          yield event;
        }
      } catch (error) {
        if (call.signal?.aborted) return;
        const waitMs = msUntilBack(error);
        if (waitMs === undefined) throw error;
        saidMs = waitMs;
      }
      failures += 1;
      const waitMs = Math.max(saidMs, backOffMs(Math.min(failures, maxBackOffAttempts)));
      try {
        await pause(Math.min(waitMs, this.#maxPauseMs), call.signal);
      } catch {
        return;
      }
    }
  }

  /**
   * The last of the places that the ledger's log still has, or undefined where it has none of them: where to read on after
   * `LOG_CHANGED`, `SEQUENCE_NOT_REACHED` or another `ledger-log-epoch` of a webhook. `had` are sequence and hash of the events that you
   * have, oldest first; the events that follow the answer were undone. It asks about as often as the number of places has binary digits.
   */
  async lastInBoth<Place extends Pick<LedgerEvent, 'sequence' | 'hash'>>(
    had: readonly Place[],
    call: Call = {},
  ): Promise<Place | undefined> {
    let [low, high] = [0, had.length];
    // Each hash covers all events before it: those that both logs have come first.
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (await this.#has(had[middle] as Place, call)) low = middle + 1;
      else high = middle;
    }
    return had[low - 1];
  }

  async #has({ sequence, hash }: Pick<LedgerEvent, 'sequence' | 'hash'>, call: Call): Promise<boolean> {
    try {
      await this.list({ after_sequence: sequence, after_hash: hash, limit: 1 }, call).page();
      return true;
    } catch (error) {
      if (error instanceof LedgerRefusal && ['LOG_CHANGED', 'SEQUENCE_NOT_REACHED'].includes(error.code)) return false;
      throw error;
    }
  }

  /** Yields the events of one connection until it breaks. Refusals are thrown as they are. */
  async *#connection(query: EventsListQuery, call: Call): AsyncGenerator<LedgerEvent, void, undefined> {
    const asked = { method: 'GET', path: '/api/v1/events', query, accept: 'text/event-stream' };
    const { response, sent } = await this.#send(asked, call, 'stream', 1);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    if (!reader) return;
    const messages = new MessageReader();
    try {
      for (;;) {
        const { done, value = '' } = await readWithin(reader, silenceMs);
        if (done) return;
        for (const data of messages.dataIn(value)) {
          const event = eventIn(data);
          if (!event) throw unreadable('The stream has a message that is no event.', sent);
          yield event;
        }
      }
    } finally {
      // The connection is of no use any more, and how it ends does not matter.
      await reader.cancel().catch(() => undefined);
    }
  }
}

/** How long the ledger asks to wait, 0 where it says nothing; undefined where it would answer the same again. */
const msUntilBack = (error: unknown): number | undefined => {
  if (error instanceof StreamBroken) return 0;
  if (error instanceof LedgerUnreachable) return error.mayPass ? 0 : undefined;
  if (!(error instanceof LedgerRefusal) || (error.status !== 429 && error.status < 500)) return undefined;
  return 1_000 * (error.retryAfterSeconds ?? 0);
};

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

const eventIn = (data: string): LedgerEvent | undefined => {
  try {
    const event = JSON.parse(data) as LedgerEvent | null;
    return Number.isSafeInteger(event?.sequence) ? (event ?? undefined) : undefined;
  } catch {
    return undefined;
  }
};
