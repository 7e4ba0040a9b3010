/** What can be done with a transaction as it stands, and the request that does it. */
import { ask, type Answer } from '../../api/answer';
import { client, type Schemas } from '../../api/client';
import type { DryRun } from '../../parts/balances-preview';

type Transaction = Schemas['Transaction'];

export type ActName = 'reverse' | 'void' | 'settle' | 'release';

/** What is typed into the form of an act; what is empty is left out. */
export interface ActFields {
  readonly reason: string;
  readonly date: string;
  readonly amount: string;
  readonly isFinal: boolean;
}

export interface Act {
  readonly name: ActName;
  readonly title: string;
  /** One sentence: what comes of it. */
  readonly says: string;
  readonly takes: readonly ('reason' | 'date' | 'amount' | 'final')[];
  /** Undefined where any amount up to the whole is left. */
  readonly left: string | undefined;
}

/** In the order in which they are offered. */
export const actsOn = ({ status, hold, total_amount: total }: Transaction): readonly Act[] => {
  if (hold?.state === 'open')
    return [
      {
        ...{ name: 'settle', title: 'Settle', takes: ['amount', 'date', 'final'], left: hold.remaining_amount },
        says: 'What is held becomes settled, and the rest is given back unless more is to be settled later.',
      },
      {
        ...{ name: 'release', title: 'Release', takes: ['amount', 'reason', 'date'], left: hold.remaining_amount },
        says: 'What is held is given back, and nothing is settled.',
      },
      voided,
    ];
  if (status !== 'posted') return [];
  return [
    {
      ...{ name: 'reverse', title: 'Reverse', takes: ['amount', 'reason', 'date'], left: total },
      says: 'A transaction with the sides exchanged takes it back. Both stay in the books.',
    },
    voided,
  ];
};

const voided: Act = {
  ...{ name: 'void', title: 'Void', takes: ['reason'], left: undefined },
  says: 'It counts as if it had never been posted, on every day. It stays in the log with its reason.',
};

const given = (fields: Readonly<Record<string, string | boolean>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

const bodyOf = (name: ActName, { reason, date, amount, isFinal }: ActFields): object => {
  switch (name) {
    case 'reverse':
      return given({ reason, date, amount });
    case 'void':
      return given({ reason });
    case 'settle':
      return given({ amount, date, final: isFinal });
    case 'release':
      return given({ amount, reason, date });
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

export const rehearse = (id: string, name: ActName, fields: ActFields): Promise<Answer<DryRun>> =>
  send(id, name, bodyOf(name, fields), true);

export const perform = (id: string, name: ActName, fields: ActFields, key: string): Promise<Answer<Transaction>> =>
  send(id, name, { ...bodyOf(name, fields), ...keyed(name, key) }, false);
