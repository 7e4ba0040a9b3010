/** Sends the request that performs an act, or its dry run. */
import { ask, type Answer } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import { bodyOf } from './act-body';
import type { ActFields, ActName } from './offers';

type Transaction = Schemas['Transaction'];

/** Returns the idempotency key of an act. A void has none: voiding a transaction again changes nothing. */
const keyed = (name: ActName, key: string): object => (name === 'void' ? {} : { idempotency_key: key });

const pathOf = {
  reverse: '/api/v1/transactions/{transactionId}/reverse',
  void: '/api/v1/transactions/{transactionId}/void',
  settle: '/api/v1/transactions/{transactionId}/settle',
  release: '/api/v1/transactions/{transactionId}/release',
  extend: '/api/v1/transactions/{transactionId}/extend',
} as const;

const send = <Data>(transactionId: string, name: ActName, body: object, isDryRun: boolean): Promise<Answer<Data>> =>
  ask(
    client.POST(pathOf[name], {
      params: { path: { transactionId }, query: isDryRun ? { dry_run: true } : {} },
      body: body as never,
    }),
  ) as Promise<Answer<Data>>;

/** An act that was sent before without an answer: the body of this try and its key. */
interface Earlier {
  readonly body: object;
  readonly key: string;
}

/**
 * Sends the dry run of an act. If the reason is still missing, a placeholder is sent, because the balances do not depend on it. The dry run
 * of an earlier try has its key, so that its answer shows whether the try happened.
 */
export const rehearse = (
  of: Transaction,
  name: ActName,
  fields: ActFields,
  earlier: Earlier | undefined,
): Promise<Answer<Schemas['DryRun']>> =>
  send(
    of.id,
    name,
    earlier === undefined
      ? bodyOf(of, name, { ...fields, reason: fields.reason.trim() || 'No reason yet' })
      : { ...earlier.body, ...keyed(name, earlier.key) },
    true,
  );

export const perform = (of: Transaction, name: ActName, body: object, key: string): Promise<Answer<Transaction>> =>
  send(of.id, name, { ...body, ...keyed(name, key) }, false);
