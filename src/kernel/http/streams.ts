/** Answers that are sent while they are generated, until the reader disconnects or the data ends. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';

export interface StreamReader {
  /** True if the request asks for a stream instead of JSON. */
  readonly wantsStream: boolean;
  /** Aborts when the reader has disconnected. */
  readonly gone: AbortSignal;
  /** The id of the last event that the reader received before its earlier stream broke; empty if the request names none. */
  readonly lastEventId: string;
}

export const eventStream = 'text/event-stream';

/**
 * Returns whether a reader can continue after this event; an empty id names none. If another value were ignored, the stream would begin with
 * the first event, and its reader would process everything again.
 */
export const isEventId = (id: string): boolean => id === '' || /^\d{1,15}$/.test(id);

export const readerOf = (context: Context): StreamReader => {
  const hangUp = new AbortController();
  const wantsStream = context.accepts('json', eventStream) === eventStream;
  const { socket } = context.req;
  const leave = (): void => hangUp.abort();
  // A stream's reader counts as gone when it closes its sending side of the connection, because the end of a client's process may show in
  // no other way. A client of an ordinary answer may still wait after that.
  if (wantsStream) socket.once('end', leave);
  context.res.once('close', () => {
    socket.removeListener('end', leave);
    leave();
  });
  if (context.res.destroyed) leave();
  return { wantsStream, gone: hangUp.signal, lastEventId: context.get('Last-Event-ID') };
};

/** Functions in every request's context for answers that are sent while they are generated. */
export interface Telling {
  /** Returns whether the caller may receive more. */
  readonly mayBeTold: () => Promise<boolean>;
  /**
   * Counts bytes that the connection has not taken yet, until the caller calls the returned function. Destroys the response if the reader
   * is too slow.
   */
  readonly hold: (bytes: number) => () => void;
}

/** Passes the parts on for as long as the reader may receive them. After that the stream ends as if the connection were lost. */
export async function* whileTold(
  text: AsyncIterable<string | Buffer>,
  { mayBeTold, hold }: Telling,
): AsyncGenerator<string | Buffer, void> {
  for await (const part of text) {
    if (part.length === 0) continue;
    if (!(await mayBeTold())) throw new Error('the reader may not be told any more');
    const taken = hold(Buffer.byteLength(part));
    try {
      yield part;
    } finally {
      taken();
    }
  }
}

/**
 * Generates nothing ahead of a slow reader: the next part is generated when the connection has taken the previous one.
 */
const partByPart = (parts: AsyncGenerator<string | Buffer, void>): Readable =>
  new Readable({
    highWaterMark: 0,
    read() {
      parts.next().then(
        ({ value, done }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      parts.return().catch(() => undefined);
      done(error);
    },
  });

export const sendStream = (context: Context, text: AsyncIterable<string | Buffer>): void => {
  const body = partByPart(whileTold(text, context['state'] as Telling));
  // Sent parts cannot be taken back, so the connection is destroyed: the reader reconnects and names its last event.
  body.once('error', () => context.res.destroy());
  context['state'].isStreamed = true;
  // Proxies must not buffer the stream: a proxy that buffers an answer until its end would forward nothing.
  context.set('X-Accel-Buffering', 'no');
  context.body = body;
  context.flushHeaders();
};
