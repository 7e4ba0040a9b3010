/** Reads the headers of a request: its idempotency key and its preferences (`Prefer`). */
import type { FieldErrors } from '../refusal';
import { isObject } from './codecs';

/**
 * The maximum number of headers. A request with more is answered with 431: if some were dropped, the request would be processed without
 * them.
 */
export const maxHeaderCount = 100;

const maxKeyLength = 255;

/** Returns the body with its idempotency key, which the caller sends in the body or in the header. */
export const withIdempotencyKey = (
  body: unknown,
  header: string,
  rule: 'header must agree' | 'header wins',
): { readonly body: unknown } | { readonly errors: FieldErrors } => {
  if (header === '' || !isObject(body)) return { body };
  if (header.length > maxKeyLength)
    return { errors: { 'Idempotency-Key': [`must have at most ${maxKeyLength} characters`] } };
  const own = body['idempotency_key'];
  if (rule === 'header must agree' && own !== undefined && own !== null && own !== header)
    return { errors: { idempotency_key: ['must agree with the header Idempotency-Key'] } };
  return { body: { ...body, idempotency_key: header } };
};

/** Returns the names of ignored members in a form that a header can carry. */
export const ignoredFields = (names: ReadonlySet<string>): string =>
  [...names]
    .map((name) =>
      [...Buffer.from(name.slice(0, 64))]
        .map((byte) => {
          const char = String.fromCharCode(byte);
          return /[A-Za-z0-9_]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
        })
        .join(''),
    )
    .join(',');

/** The preference (RFC 7240) of a caller that wants unknown members of its body to be refused, not ignored. */
export const strictHandling = /(?:^|[,;\s])handling\s*=\s*"?strict"?/i;

const maxWaitSeconds = 10;

/** Returns the seconds of `Prefer: wait=N`; 0 without it. */
export const waitSeconds = (prefer: string, atMost = maxWaitSeconds): number => {
  const asked = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,4})"?/i.exec(prefer)?.[1];
  return asked === undefined ? 0 : Math.min(Number(asked), atMost);
};
