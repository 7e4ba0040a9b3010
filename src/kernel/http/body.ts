/** Reads a JSON body: bounded, in UTF-8, uncompressed, and JSON that means one thing only. */
import type { IncomingMessage } from 'node:http';
import rawBody from 'raw-body';
import type { FieldErrors } from '../refusal';
import { maxJsonDepth, parseJson } from './json';

export const maxBodyBytes = 1_048_576;
/** Of a number that is refused. */
const maxShownDigits = 40;

export type ReadBody =
  | { readonly value: unknown }
  | {
      /** Absent: the endpoint's own status for a request that is not valid. */
      readonly status: number | undefined;
      readonly code: string;
      readonly message: string;
      readonly errors?: FieldErrors;
    };

/** A request without a body reads as undefined. */
export const readJsonBody = async (request: IncomingMessage): Promise<ReadBody> => {
  const { headers } = request;
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || length === '0'))
    return { value: undefined };
  if (!/^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(headers['content-type'] ?? ''))
    return unsupported('The body must be sent as Content-Type: application/json, in UTF-8.');
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return unsupported('The body must not be compressed.');
  let bytes: Buffer;
  try {
    bytes = await rawBody(request, { limit: maxBodyBytes, length });
  } catch (error) {
    if ((error as { type?: string }).type === 'entity.too.large')
      return {
        status: 413,
        code: 'PAYLOAD_TOO_LARGE',
        message: `The body may take at most ${maxBodyBytes} bytes. Send less at a time.`,
      };
    return malformed('The body did not arrive whole.');
  }
  if (bytes.length === 0) return { value: undefined };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return malformed('The body is not valid UTF-8.');
  }
  const parsed = parseJson(text);
  if ('value' in parsed) return parsed;
  switch (parsed.fault) {
    case 'malformed':
      return malformed('The body is not valid JSON.');
    case 'too deep':
      return notMeant(`must not nest deeper than ${maxJsonDepth} levels`);
    case 'inexact number':
      return notMeant(
        `must not have the number ${parsed.where?.slice(0, maxShownDigits)}, which would be rounded: send it as text`,
      );
    case 'duplicate member':
      return notMeant(`must not have the member ${JSON.stringify(parsed.where)} twice`);
  }
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const malformed = (message: string): ReadBody => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  message,
  errors: { body: ['must be valid JSON'] },
});

const notMeant = (error: string): ReadBody => ({
  status: undefined,
  code: 'VALIDATION_ERROR',
  message: `The request is not valid: body ${error}.`,
  errors: { body: [error] },
});

const unsupported = (message: string): ReadBody => ({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message });
