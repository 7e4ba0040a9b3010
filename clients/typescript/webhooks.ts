/** Verifies what the ledger sends to a webhook endpoint, and types it after docs/openapi.json. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { components } from './schema';

export { WebhookVerificationError } from 'standardwebhooks';

export type LedgerEvent = components['schemas']['Event'];

/**
 * The event in a request to a webhook endpoint. `body` is the body as it came, to the byte: parsed and written anew it is another.
 * `secrets` are those that may have signed it: two, while one takes the place of the other. Throws `WebhookVerificationError` where
 * none of them has, and where the message is older than five minutes.
 */
export const verifyWebhook = (
  body: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  ...secrets: readonly string[]
): LedgerEvent => {
  const single = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  for (const secret of secrets)
    try {
      return new Webhook(secret).verify(body, single) as LedgerEvent;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
    }
  throw new WebhookVerificationError('No secret has signed this message.');
};
