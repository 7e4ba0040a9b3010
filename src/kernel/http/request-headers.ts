/** Reads the headers of a request: its idempotency key and its preferences (`Prefer`). */
import type { FieldErrors } from '../refusal';
import { isObject } from './codecs';

/**
 * The maximum number of headers. A request with more is answered with 431: if some were dropped, the request would be processed without
 * them.
 */
export const maxHeaderCount = 100;

/**
 * The use of the header `Idempotency-Key`, and its maximum length: it must equal the key in the body; or it replaces that key; or, in a
 * batch, each item that has no key of its own gets the header with its index appended (`/0` to `/99`).
 */
export const maxKeyLength = { 'header must agree': 255, 'header wins': 255, 'header with index': 252 } as const;
export type KeyRule = keyof typeof maxKeyLength;

/** Returns the body with its idempotency key, or the keys of its items, which the caller sends in the body or in the header. */
export const withIdempotencyKey = (
  body: unknown,
  header: string,
  rule: KeyRule,
): { readonly body: unknown } | { readonly errors: FieldErrors } => {
  if (header === '' || !isObject(body)) return { body };
  if (header.length > maxKeyLength[rule])
    return { errors: { 'Idempotency-Key': [`must have at most ${maxKeyLength[rule]} characters`] } };
  if (rule === 'header with index') return { body: withKeysOfItems(body, header) };
  const own = body['idempotency_key'];
  if (rule === 'header must agree' && own !== undefined && own !== null && own !== header)
    return { errors: { idempotency_key: ['must agree with the header Idempotency-Key'] } };
  return { body: { ...body, idempotency_key: header } };
};

const withKeysOfItems = (body: Readonly<Record<string, unknown>>, header: string): unknown => {
  const { transactions } = body;
  if (!Array.isArray(transactions)) return body;
  return {
    ...body,
    transactions: transactions.map((item: unknown, index) =>
      isObject(item) ? { ...item, idempotency_key: item['idempotency_key'] ?? `${header}/${index}` } : item,
    ),
  };
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
