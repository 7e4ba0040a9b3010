/** The events of a ledger: page by page, or as a continuous stream. */
import type { Call, Sending } from './asking.ts';
import type { LedgerEvent } from './generated/models.ts';
import { EventsResource, type EventsListQuery } from './generated/operations.ts';
import { MessageReader } from './messages.ts';
import { LedgerRefusal, LedgerUnreachable } from './refusal.ts';
import { backOffMs, pause, unreadable, type Send } from './sending.ts';

/** The service sends data at least every 15 s. A stream without data for 45 s is treated as broken. */
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
   * Yields every event after `after_sequence` and each new event, until `signal` aborts or the caller leaves the loop. Reconnects after a
   * broken connection, 429 or 5xx, with growing pauses, and continues after the last event that it yielded, so no event is lost or
   * repeated. Throws an error on 401, 403, 404, 409 and 422, because a retry would get the same refusal. 409 `LOG_CHANGED` and 422
   * `SEQUENCE_NOT_REACHED` mean that the ledger has lost events that you have read, for example because a backup was restored. Store the
   * `sequence` and the `hash` of the last event that you processed, in the same database transaction as the result of your work.
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
   * Returns the last of your events that the ledger's log still contains, or undefined if it contains none of them. Call it after
   * `LOG_CHANGED` or `SEQUENCE_NOT_REACHED`, or if a webhook has a new `ledger-log-epoch`. `had` are the sequences and hashes of your
   * events, oldest first. Then discard your events after the returned one, and continue from it. Sends about log2(`had.length`) requests.
   */
  async lastInBoth<Place extends Pick<LedgerEvent, 'sequence' | 'hash'>>(
    had: readonly Place[],
    call: Call = {},
  ): Promise<Place | undefined> {
    let [low, high] = [0, had.length];
    // Each hash covers all earlier events, so the logs agree up to one event and differ after it. This is a binary search for that event.
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

  /** Yields the events of one connection until it breaks. Throws refusals unchanged. */
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
          if (!event) throw unreadable('The stream has a message that is not an event.', sent);
          yield event;
        }
      }
    } finally {
      // The reader needs no more data, so an error while the connection closes is ignored.
      await reader.cancel().catch(() => undefined);
    }
  }
}

/**
 * Returns the number of milliseconds that the ledger asks the client to wait, or 0 if it names no time. Returns undefined if a retry would
 * get the same answer.
 */
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
