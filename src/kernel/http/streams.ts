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
/** Made ahead of a reader who takes his time. */
const streamBufferBytes = 16_384;

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

/** Ends, as a connection that is lost, before the first part that the reader may not be told any more. */
export async function* whileTold(
  text: AsyncIterable<string | Buffer>,
  mayBeTold: () => Promise<boolean>,
): AsyncIterable<string | Buffer> {
  for await (const part of text) {
    if (!(await mayBeTold())) throw new Error('the reader may not be told any more');
    yield part;
  }
}

export const sendStream = (context: Context, text: AsyncIterable<string | Buffer>): void => {
  const { mayBeTold } = context['state'] as { readonly mayBeTold: () => Promise<boolean> };
  const body = Readable.from(whileTold(text, mayBeTold), { objectMode: false, highWaterMark: streamBufferBytes });
  // What was sent cannot be taken back: the reader comes again, and says what it had last.
  body.once('error', () => context.res.destroy());
  context['state'].isStreamed = true;
  // Proxies that collect an answer before they hand it on would hand on nothing.
  context.set('X-Accel-Buffering', 'no');
  context.body = body;
  context.flushHeaders();
};
