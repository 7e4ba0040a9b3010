/** Verifies what the ledger sends to a webhook endpoint, after Standard Webhooks, with the cryptography of the platform. */
import type { LedgerEvent, Instant } from './generated/models.ts';
import { bytesOfSecret, fromBase64 } from './secret.ts';

/** The message is not from the ledger, or is too old to be trusted. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface VerifyOptions {
  /** How far the clocks of sender and receiver may be apart, in seconds; 300 when not said. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The message that `POST /webhook-endpoints/{id}/test` sends: it says that the endpoint works, and is no event of the ledger. */
export interface WebhookTest {
  readonly type: 'webhook.test';
  readonly ledger_id: string;
  readonly occurred_at: Instant;
}

const defaultToleranceSeconds = 300;
const version = 'v1';

/**
 * The event in a request to a webhook endpoint, or the test message. `body` is the body as it came, to the byte: parsed and written
 * anew it is another. `secrets` are those that may have signed it: two, while one takes the place of the other. Throws
 * `WebhookVerificationError` where none of them has, and where the message is older or newer than five minutes; a `TypeError` where a
 * secret is none, which no message can mend.
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
  if (!/^\d{1,15}$/.test(timestamp)) throw new WebhookVerificationError('The timestamp is no number of seconds.');
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The message is too old or too new. Is the clock right?');
  const content = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), content);
  const claimed = signatures.split(' ').flatMap((each) => (each.startsWith(`${version},`) ? [each.slice(3)] : []));
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of claimed) {
      const claim = fromBase64(signature);
      // Compares in a time that tells nothing.
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

/** An event of a type that is not known here is an event. */
const messageIn = (content: Uint8Array): LedgerEvent | WebhookTest => {
  let message: LedgerEvent | WebhookTest | null = null;
  try {
    message = JSON.parse(new TextDecoder().decode(content)) as LedgerEvent | WebhookTest | null;
  } catch {
    // Judged below.
  }
  const isMessage = message?.type === 'webhook.test' || Number.isSafeInteger((message as LedgerEvent | null)?.sequence);
  if (message && isMessage) return message;
  throw new WebhookVerificationError('The message is signed, and is no event that this client can read.');
};
