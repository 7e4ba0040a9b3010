/** Sends a reply: as one text, as slices of bytes, or as a stream while it is generated. */
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { sendStream } from './streams';

export const json = 'application/json';

/** A reply that is ready to be sent. */
export interface Answered {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly text: string | readonly Buffer[] | AsyncIterable<string | Buffer>;
  readonly mediaType?: string;
}

export const send = (
  context: Context,
  { ok, files, streams }: { readonly ok: number; readonly files?: readonly string[]; readonly streams?: true },
  { text, status, headers, mediaType = json }: Answered,
): void => {
  context.status = status ?? ok;
  if (headers) context.set(headers);
  if (files ?? streams) context.vary('Accept');
  context.type = `${mediaType}; charset=utf-8`;
  if (typeof text === 'string') context.body = text;
  else if (Symbol.asyncIterator in text) sendStream(context, text);
  else {
    context.body = Readable.from(text);
    context.length = text.reduce((bytes, slice) => bytes + slice.length, 0);
  }
};
