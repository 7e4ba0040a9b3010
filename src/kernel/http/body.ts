/**
 * Reads a JSON body: of limited size, in UTF-8, uncompressed, and unambiguous JSON. There are two steps: the bytes are received at the
 * client's pace, without delaying other requests; they are parsed once the request may run.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import rawBody from 'raw-body';
import type { FieldErrors } from '../refusal';
import type { Pieces } from '../pieces';
import { maxJsonDepth, maxJsonMembers, parseJson } from './json';

export const maxBodyBytes = 1_048_576;

/** The maximum number of bytes of a body, and the advice to a caller who has more to send. */
export interface BodyLimit {
  readonly bytes: number;
  readonly cure: string;
}
const usualLimit: BodyLimit = { bytes: maxBodyBytes, cure: 'Split the request.' };

/** An error quotes at most this many digits of a refused number. */
const maxShownDigits = 40;
/** An error quotes at most this many characters of the path to a member. */
const maxShownPlace = 200;

/** The answer if the body cannot be read. */
export interface Unread {
  /** The status; undefined means the endpoint's own status for an invalid request. */
  readonly status: number | undefined;
  readonly code: string;
  readonly message: string;
  readonly errors?: FieldErrors;
}

export type ReadBody = { readonly value: unknown } | Unread;

/** The bytes of a body as received, or the reason why they were not read. */
export type ReceivedBody = { readonly bytes: Buffer | undefined } | Unread;

/** Returns the greatest number of bytes that the request's body can have; 0 if it has no body, or a body that is refused for its length. */
export const expectedBytes = ({ headers }: IncomingMessage, { bytes }: BodyLimit = usualLimit): number => {
  if (headers['transfer-encoding'] !== undefined) return bytes;
  const length = Number(headers['content-length'] ?? 0);
  return length <= bytes ? length : 0;
};

/**
 * Receives the bytes of the body. If the headers do not allow a body, returns the reason, and reads at most the two
 * bytes of an empty object (`{}`).
 */
export const receiveBody = async (
  request: IncomingMessage,
  { bytes: maxBytes, cure }: BodyLimit = usualLimit,
): Promise<ReceivedBody> => {
  const { headers } = request;
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0'))
    return { bytes: undefined };
  const fault = faultOfType(headers);
  try {
    const bytes = await rawBody(request, { limit: fault ? emptyObject.length : maxBytes, length });
    return fault && !saysNothing(bytes, headers) ? fault : { bytes };
  } catch (error) {
    // raw-body pauses the request, and Node discards only bodies of which nothing was read. Without this the rest of a chunked body would
    // block the next request of the connection, until it times out.
    request.resume();
    if ((error as { type?: string }).type === 'entity.too.large')
      return (
        fault ?? {
          status: 413,
          code: 'PAYLOAD_TOO_LARGE',
          message: `The body may have at most ${maxBytes} bytes. ${cure}`,
        }
      );
    return malformed('The body did not arrive completely.');
  }
};

const faultOfType = (headers: IncomingHttpHeaders): Unread | undefined => {
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(headers['content-type'] ?? ''))
    return unsupported('The body must be sent as Content-Type: application/json, in UTF-8.');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return unsupported('The body must not be compressed.');
  return undefined;
};

const emptyObject = Buffer.from('{}');

/** Returns whether the request counts as one without a body: it has zero bytes and any content type, or `{}` and no content type. */
const saysNothing = (bytes: Buffer, headers: IncomingHttpHeaders): boolean =>
  bytes.length === 0 || (!headers['content-type'] && bytes.equals(emptyObject));

/** Parses the body; undefined for a request without one. Works in pieces, because a body may be large. */
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
      return invalidAt(
        parsed.place.slice(0, 1),
        `must not nest deeper than ${maxJsonDepth} levels, counted from the body`,
      );
    case 'too wide':
      return invalidAt(parsed.place, `must not have more than ${maxJsonMembers} members`);
    case 'inexact number':
      return invalidAt(
        parsed.place,
        `must not be the number ${parsed.number?.slice(0, maxShownDigits)}, which would be rounded: send it as text`,
      );
    case 'duplicate member':
      return invalidAt(parsed.place, 'must not be sent twice');
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const malformed = (message: string): Unread => ({
  status: undefined,
  code: 'VALIDATION_ERROR',
  message,
  errors: { body: ['must be valid JSON'] },
});

const invalidAt = (place: readonly string[], error: string): Unread => {
  const member = place.join('.').slice(0, maxShownPlace) || 'body';
  return {
    status: undefined,
    code: 'VALIDATION_ERROR',
    message: `The request is not valid: ${member} ${error}.`,
    errors: { [member]: [error] },
  };
};

const unsupported = (message: string): Unread => ({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message });
