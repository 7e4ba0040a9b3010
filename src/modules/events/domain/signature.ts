/**
 * Signatures according to Standard Webhooks: a receiver that knows the secret can verify that this service sent the message, when it was
 * sent, and that nobody changed it.
 */
import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** The content that is signed. `body` must be byte for byte the body that is sent. */
export interface Message {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

export interface SignatureHeaders extends Readonly<Record<string, string>> {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

export const newSecret = (): string => secretPrefix + randomBytes(secretBytes).toString('base64');

/** Signs with each valid secret: during a rotation a receiver may know only the former or only the new one. */
export const signatureHeaders = ({ id, at, body }: Message, secrets: readonly string[]): SignatureHeaders => {
  // A message without a signature is never sent, because a receiver could not distinguish it from a forged one.
  if (secrets.length === 0) throw new Error('a webhook is signed with at least one secret');
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signatureOf(signed, secret)}`).join(' '),
  };
};

const signatureOf = (signed: string, secret: string): string =>
  createHmac('sha256', keyOf(secret)).update(signed, 'utf8').digest('base64');

/** Decodes the key of a secret. Throws for invalid base64, which Node would silently decode to fewer bytes. */
const keyOf = (secret: string): Buffer => {
  const text = secret.slice(secretPrefix.length);
  const key = Buffer.from(text, 'base64');
  if (!secret.startsWith(secretPrefix) || key.length === 0 || key.toString('base64') !== text)
    throw new Error(`the secret of a webhook is ${secretPrefix} and base64`);
  return key;
};
