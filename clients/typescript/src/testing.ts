/**
 * Helps to test programs that receive webhooks: returns an example of each event, and signs it as the service does. A test of a receiver
 * needs no ledger. Other tests can start a ledger with `ledger serve --memory`.
 */
import type { EventOf, EventType, LedgerEvent } from './generated/models.ts';
import { recordedEvents } from './generated/event-fixtures.ts';
import { bytesOfSecret, secretOf, toBase64 } from './secret.ts';

/** The headers and the body of a webhook request. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SigningOptions {
  /** The time at which the message is sent; now by default. */
  readonly at?: Date;
  /** The id of the message, which is the same in every delivery attempt; by default derived from the event's id. */
  readonly id?: string;
}

/** Returns a random secret in the form of a webhook endpoint's secret. */
export const webhookSecret = (): string => secretOf(crypto.getRandomValues(new Uint8Array(32)));

/** Returns the webhook request with this event, signed with the endpoint's secret, or with two secrets during a rotation. */
export const signWebhook = async (
  event: LedgerEvent,
  secrets: string | readonly string[],
  { at = new Date(), id = `msg_${event.id}` }: SigningOptions = {},
): Promise<SignedWebhook> => {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const all = typeof secrets === 'string' ? [secrets] : secrets;
  const signatures = await Promise.all(all.map(async (secret) => `v1,${await signatureOf(signed, secret)}`));
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
};

/** The event types that `exampleEvent` knows. */
export const eventTypes = Object.keys(recordedEvents) as readonly EventType[];

/**
 * Returns the example event of this type. The given members replace members of the event, and `data` replaces members of its data. Throws
 * for an unknown type, with a list of the known ones.
 */
export const exampleEvent = <Type extends EventType>(
  type: Type,
  { data, ...members }: Partial<Omit<LedgerEvent, 'data'>> & { readonly data?: object } = {},
): EventOf<Type> => {
  const recorded = recordedEvents[type];
  if (!recorded)
    throw new Error(`There is no event of the type ${type}. Those that there are: ${eventTypes.join(', ')}.`);
  const copy = structuredClone(recorded);
  return { ...copy, ...members, data: { ...copy.data, ...data } } as EventOf<Type>;
};

const signatureOf = async (signed: Uint8Array<ArrayBuffer>, secret: string): Promise<string> => {
  const bytes = bytesOfSecret(secret);
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)));
};
