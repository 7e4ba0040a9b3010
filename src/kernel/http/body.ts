/**
 * Reads a JSON body: bounded, in UTF-8, uncompressed, and JSON with one meaning only. In two steps: the bytes arrive at
 * the client's pace and must hold nobody up; they are parsed when it is the request's turn.
 */
import type { IncomingMessage } from 'node:http';
import rawBody from 'raw-body';
import type { FieldErrors } from '../refusal';
import type { Pieces } from '../slices';
import { maxJsonDepth, maxJsonMembers, parseJson } from './json';

export const maxBodyBytes = 1_048_576;
/** How much of a refused number is quoted. */
const maxShownDigits = 40;

/** Why a body cannot be read. */
export interface Unread {
  /** Where it is absent, the answer has the endpoint's own status for an invalid request. */
  readonly status: number | undefined;
  readonly code: string;
  readonly message: string;
  readonly errors?: FieldErrors;
}

export type ReadBody = { readonly value: unknown } | Unread;

/** The bytes of a body as they came, or why they were not read. */
export type ReceivedBody = { readonly bytes: Buffer | undefined } | Unread;

/** How many bytes a request's body may have at the most; 0 where it has none. */
export const expectedBytes = ({ headers }: IncomingMessage): number => {
  if (headers['transfer-encoding'] !== undefined) return maxBodyBytes;
  const length = Number(headers['content-length'] ?? 0);
  return length <= maxBodyBytes ? length : 0;
};

/** Reads the bytes of the body; where its headers do not allow it, says why and reads nothing. */
export const receiveBody = async (request: IncomingMessage): Promise<ReceivedBody> => {
  const { headers } = request;
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0'))
    return { bytes: undefined };
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(headers['content-type'] ?? ''))
    return unsupported('The body must be sent as Content-Type: application/json, in UTF-8.');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return unsupported('The body must not be compressed.');
  try {
    return { bytes: await rawBody(request, { limit: maxBodyBytes, length }) };
  } catch (error) {
    if ((error as { type?: string }).type === 'entity.too.large')
      return {
        status: 413,
        code: 'PAYLOAD_TOO_LARGE',
        message: `The body may take at most ${maxBodyBytes} bytes. Send less at a time.`,
      };
    return malformed('The body did not arrive whole.');
  }
};

/** The parsed body; undefined for a request without one. In pieces, because a body may be large. */
export function* readJson(received: ReceivedBody): Pieces<ReadBody> {
  if (!('bytes' in received)) return received;
  const { bytes } = received;
  if (bytes === undefined || bytes.length === 0) return { value: undefined };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return malformed('The body is not valid UTF-8.');
  }
  const parsed = yield* parseJson(text);
  if ('value' in parsed) return parsed;
  switch (parsed.fault) {
    case 'malformed':
      return malformed('The body is not valid JSON.');
    case 'too deep':
      return invalidBody(`must not nest deeper than ${maxJsonDepth} levels`);
    case 'too wide':
      return invalidBody(`must not have an object of more than ${maxJsonMembers} members`);
    case 'inexact number':
      return invalidBody(
        `must not have the number ${parsed.where?.slice(0, maxShownDigits)}, which would be rounded: send it as text`,
      );
    case 'duplicate member':
      return invalidBody(`must not have the member ${JSON.stringify(parsed.where)} twice`);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const malformed = (message: string): Unread => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  message,
  errors: { body: ['must be valid JSON'] },
});

const invalidBody = (error: string): Unread => ({
  status: undefined,
  code: 'VALIDATION_ERROR',
  message: `The request is not valid: body ${error}.`,
  errors: { body: [error] },
});

const unsupported = (message: string): Unread => ({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message });
