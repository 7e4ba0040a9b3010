/** The answers to requests whose idempotency key was used before, or is in use. */
import type { RefusalAnswers } from './status';

interface KeyInUse {
  readonly kind: 'IdempotencyKeyInUse';
  readonly key: string;
}
interface KeyReused {
  readonly kind: 'IdempotencyKeyReused';
  readonly key: string;
}

export const idempotencyAnswers = {
  IdempotencyKeyInUse: {
    status: 409,
    code: 'idempotency_key_in_use',
    when: 'A request with this idempotency key is still running.',
    message: ({ key }) =>
      `A request with the idempotency key ${JSON.stringify(key)} is still running. Try again in a moment.`,
  },
  IdempotencyKeyReused: {
    status: 409,
    code: 'idempotency_key_reused',
    when: 'The idempotency key was used for a request with different content, or for another operation.',
    // A retry under a new key would be executed a second time, so the message names the cure for a retry first.
    message: ({ key }) =>
      `The idempotency key ${JSON.stringify(key)} was already used for a request with different content in this ledger. If this is a retry, send it exactly as it was first sent. Use a new key only for a new request: under a new key, a retry is executed a second time.`,
  },
} as const satisfies RefusalAnswers<KeyInUse | KeyReused>;
