/**
 * For tests of programs that use the ledger: events as webhooks deliver them, signed like those of the service. A test of a receiver needs
 * no ledger; other tests can start one with `ledger serve --memory`.
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
  /** The time of the attempt; now by default. */
  readonly at?: Date;
  /** The id of the message, the same in every attempt; by default derived from the event's id. */
  readonly id?: string;
}

/** A random secret in the form that the service gives its endpoints. */
export const webhookSecret = (): string => secretOf(crypto.getRandomValues(new Uint8Array(32)));

/** The request that delivers the event to an endpoint with this secret, or with two secrets during a rotation. */
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

/** The event types for which there is an example. */
export const eventTypes = Object.keys(recordedEvents) as readonly EventType[];

/**
 * An event of this type as the service recorded it, with the given members replaced; `data` is merged into the recorded data. Throws for an
 * unknown type, with a list of the known ones.
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
