/** Answers that are sent while they are made: until their reader hangs up, or there is no more. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';

export interface StreamReader {
  /** Whether a stream was asked for, and not JSON. */
  readonly wantsStream: boolean;
  /** Aborted when nobody reads any more. */
  readonly gone: AbortSignal;
  /** Of the event that the reader had last, before it lost an earlier stream; empty where it says nothing. */
  readonly lastEventId: string;
}

export const eventStream = 'text/event-stream';

export const readerOf = (context: Context): StreamReader => {
  const hangUp = new AbortController();
  const wantsStream = context.accepts('json', eventStream) === eventStream;
  const { socket } = context.req;
  const leave = (): void => hangUp.abort();
  // A client may close its side and still wait for an answer, but not for one that never ends: a reader whose process ended
  // does no more than that.
  if (wantsStream) socket.once('end', leave);
  context.res.once('close', () => {
    socket.removeListener('end', leave);
    leave();
  });
  if (context.res.destroyed) leave();
  return { wantsStream, gone: hangUp.signal, lastEventId: context.get('Last-Event-ID') };
};

/** The means that every request has in its context for an answer that is sent while it is made. */
export interface Telling {
  /** Whether the caller may be told more. */
  readonly mayBeTold: () => Promise<boolean>;
  /** Counts bytes that the connection has not taken, until the function that it returns is called. It may destroy the response. */
  readonly hold: (bytes: number) => () => void;
}

/** Ends, as a connection that is lost, before the first part that the reader may not be told any more. */
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

/** Nothing is made ahead of a slow reader: the next part is made when the connection has taken the one before. */
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
  // What was sent cannot be taken back: the reader comes again, and says what it had last.
  body.once('error', () => context.res.destroy());
  context['state'].isStreamed = true;
  // Proxies that collect an answer before they hand it on would hand on nothing.
  context.set('X-Accel-Buffering', 'no');
  context.body = body;
  context.flushHeaders();
};
