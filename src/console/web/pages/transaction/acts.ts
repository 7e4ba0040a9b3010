/** The request that does an act, or tries it. */
import { ask, type Answer } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import type { ActFields, ActName } from './offers';

type Transaction = Schemas['Transaction'];

const filled = (fields: Readonly<Record<string, string | boolean>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

const bodyOf = (name: ActName, { reason, date, amount, isFinal }: ActFields): object => {
  switch (name) {
    case 'reverse':
      return filled({ reason, date, amount });
    case 'void':
      return filled({ reason });
    case 'settle':
      return filled({ amount, date, final: isFinal });
    case 'release':
      return filled({ amount, reason, date });
  }
};

/** The key is sent by what makes a transaction; voiding twice is voiding once. */
const keyed = (name: ActName, key: string): object => (name === 'void' ? {} : { idempotency_key: key });

const pathOf = {
  reverse: '/api/v1/transactions/{transactionId}/reverse',
  void: '/api/v1/transactions/{transactionId}/void',
  settle: '/api/v1/transactions/{transactionId}/settle',
  release: '/api/v1/transactions/{transactionId}/release',
} as const;

const send = <Data>(transactionId: string, name: ActName, body: object, isDryRun: boolean): Promise<Answer<Data>> =>
  ask(
    client.POST(pathOf[name], {
      params: { path: { transactionId }, query: { dry_run: isDryRun } },
      body: body as never,
    }),
  ) as Promise<Answer<Data>>;

export const rehearse = (id: string, name: ActName, fields: ActFields): Promise<Answer<Schemas['DryRun']>> =>
  send(id, name, bodyOf(name, fields), true);

export const perform = (id: string, name: ActName, fields: ActFields, key: string): Promise<Answer<Transaction>> =>
  send(id, name, { ...bodyOf(name, fields), ...keyed(name, key) }, false);
