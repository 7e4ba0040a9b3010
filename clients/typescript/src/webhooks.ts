/** Verifies that a request to a webhook endpoint comes from the ledger (Standard Webhooks), with the platform's Web Crypto. */
import type { LedgerEvent, Instant } from './generated/models.ts';
import { bytesOfSecret, fromBase64 } from './secret.ts';

/** The message does not come from the ledger, or its time differs too much from the receiver's clock. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** The maximum difference between the clocks of sender and receiver, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The message that `POST /webhook-endpoints/{id}/test` sends to check an endpoint. It is not an event of the ledger. */
export interface WebhookTest {
  readonly type: 'webhook.test';
  readonly ledger_id: string;
  readonly occurred_at: Instant;
}

const defaultToleranceSeconds = 300;
const version = 'v1';

/**
 * Verifies a request to a webhook endpoint, and returns its event or test message. `body` must be the received text or bytes: the signature
 * no longer matches a body that was parsed and serialised again. `secrets` are the endpoint's secret, or both secrets during a rotation.
 * Throws `WebhookVerificationError` if no secret matches the signature, or if the message's time differs from `now` by more than
 * `toleranceSeconds`. Throws a `TypeError` if a secret is invalid.
 */
export const verifyWebhook = async (
  body: string | Uint8Array,
  headers: HeaderValues,
  secrets: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds, now = new Date() }: VerifyOptions = {},
): Promise<LedgerEvent | WebhookTest> => {
  const keys = (typeof secrets === 'object' ? secrets : [secrets]).map(bytesOfSecret);
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A header of the signature is missing.');
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('The timestamp is not a number of seconds.');
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The message is too old or too new. Is the clock right?');
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), content);
  const claimed = signatures.split(' ').flatMap((each) => (each.startsWith(`${version},`) ? [each.slice(3)] : []));
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of claimed) {
      const claim = fromBase64(signature);
      // Compares the bytes in constant time, so that the duration reveals nothing about the signature.
      if (claim && (await crypto.subtle.verify('HMAC', key, claim, signed))) return messageIn(content);
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

/** Reads the event or the test message. An event may have a type that this client does not know. */
const messageIn = (content: Uint8Array): LedgerEvent | WebhookTest => {
  let message: LedgerEvent | WebhookTest | null = null;
  try {
    message = JSON.parse(new TextDecoder().decode(content)) as LedgerEvent | WebhookTest | null;
  } catch {
    // Invalid JSON: the error is thrown below.
  }
  const isMessage = message?.type === 'webhook.test' || Number.isSafeInteger((message as LedgerEvent | null)?.sequence);
  if (message && isMessage) return message;
  throw new WebhookVerificationError('The message is signed, and is not an event that this client can read.');
};
