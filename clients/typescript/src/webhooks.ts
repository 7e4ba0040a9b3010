/** Verifies what the ledger sends to a webhook endpoint, after Standard Webhooks, with the cryptography of the platform. */
import type { Event } from './generated/models.ts';

/** The message is not of the ledger, or too old to be believed. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** How far the clocks of sender and receiver may be apart, in seconds; 300 when not said. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const defaultToleranceSeconds = 300;
const secretPrefix = 'whsec_';
const version = 'v1';

/**
 * The event in a request to a webhook endpoint. `body` is the body as it came, to the byte: parsed and written anew it is
 * another. `secrets` are those that may have signed it: two, while one takes the place of the other. Throws
 * `WebhookVerificationError` where none of them has, and where the message is older or newer than five minutes.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: HeaderValues,
  secrets: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds, now = new Date() }: VerifyOptions = {},
): Promise<Event> => {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A header of the signature is missing.');
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('The timestamp is no number of seconds.');
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The message is too old or too new. Is the clock right?');
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), content);
  const claimed = signatures.split(' ').flatMap((each) => (each.startsWith(`${version},`) ? [each.slice(3)] : []));
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await crypto.subtle.importKey(
      'raw',
      fromBase64(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    );
    for (const signature of claimed) {
      const bytes = fromBase64OrNothing(signature);
      // Compares in a time that tells nothing.
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
        return JSON.parse(new TextDecoder().decode(content)) as Event;
    }
  }
  throw new WebhookVerificationError('No secret has signed this message.');
};

const headerOf = (headers: HeaderValues, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return value === undefined ? undefined : String(value);
};

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

const fromBase64OrNothing = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return fromBase64(text);
  } catch {
    return undefined;
  }
};
