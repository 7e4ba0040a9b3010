/** One request of each kind that writes. Each can be sent any number of times, and has a check of whether it has taken effect. */
import type { LeanAnswer, LeanClient } from '../model/lean-client';
import { transactionCode, type StagedBooks } from './books';

export interface Attempt {
  send(): Promise<LeanAnswer>;
  /** Whether this answer shows that the operation has taken effect, now or earlier. */
  isDone(answer: LeanAnswer): Promise<boolean> | boolean;
  /** The idempotency key; undefined if the operation has none. */
  readonly key: string | undefined;
}

export interface Operation {
  readonly name: string;
  /** The process whose connections to PostgreSQL are disturbed. */
  readonly process: 'api' | 'worker';
  /** True if the poster does the work after the operation is answered. */
  readonly isLater?: boolean;
  prepare(): Promise<Attempt>;
}

/** The amounts in cents by which each operation changes CASH and SHOP-1 of the first ledger when it takes effect once. */
export const effects: Readonly<Record<string, { readonly cash: bigint; readonly shop: bigint }>> = {
  accept: { cash: 100n, shop: 0n },
  'post at once': { cash: 100n, shop: 0n },
  'post a batch at once': { cash: 200n, shop: 0n },
  'accept by code': { cash: 100n, shop: 0n },
  'accept an atomic batch': { cash: 200n, shop: 0n },
  post: { cash: 100n, shop: 0n },
  reverse: { cash: 0n, shop: 0n },
  void: { cash: 0n, shop: 0n },
  convert: { cash: 0n, shop: -100n },
  transfer: { cash: 0n, shop: -100n },
};

let made = 0;
const freshKey = (): string => `operation-${++made}`;

export const operationsOn = (
  api: LeanClient,
  worker: LeanClient,
  { string, ledgers }: StagedBooks,
): readonly Operation[] => {
  const [here, there, beside] = ledgers;
  const sale = (key: string): object => ({
    effective_date: '2026-01-15',
    description: 'a sale',
    idempotency_key: key,
    entries: [
      { account_code: 'CASH', type: 'debit', amount: '1.00' },
      { account_code: 'SALES', type: 'credit', amount: '1.00' },
    ],
  });
  const saleByCode = (key: string): object => ({
    effective_date: '2026-01-15',
    description: 'a sale',
    idempotency_key: key,
    transaction_code: transactionCode,
    transaction_code_params: { amount: '1.00' },
  });
  const posted = async (): Promise<string> => {
    const { body } = await api.post('/transactions', sale(freshKey()), { Prefer: 'wait=10' });
    if (body.data?.status !== 'posted') throw new Error(`cannot prepare: ${JSON.stringify(body)}`);
    return body.data.id as string;
  };
  const keyedAt =
    (through: LeanClient) =>
    (path: string, body: (key: string) => object, ...done: readonly number[]): Attempt => {
      const key = freshKey();
      return { key, send: () => through.post(path, body(key)), isDone: ({ status }) => done.includes(status) };
    };
  const keyed = keyedAt(api);
  const keyedAtOnce = keyedAt(worker);
  const batch = (key: string): object => ({ atomic: true, transactions: [sale(key), saleByCode(`${key}-second`)] });
  const byApi = (name: string, prepare: Operation['prepare']): Operation => ({ name, process: 'api', prepare });

  return [
    byApi('accept', async () => keyed('/transactions', sale, 202)),
    byApi('accept by code', async () => keyed('/transactions', saleByCode, 202)),
    byApi('accept an atomic batch', async () => keyed('/transactions/batch', batch, 202)),
    { name: 'post at once', process: 'worker', prepare: async () => keyedAtOnce('/transactions', sale, 202) },
    {
      name: 'post a batch at once',
      process: 'worker',
      prepare: async () => keyedAtOnce('/transactions/batch', batch, 202),
    },
    { name: 'post', process: 'worker', isLater: true, prepare: async () => keyed('/transactions', sale, 202) },
    byApi('reverse', async () => {
      const id = await posted();
      const body = (key: string): object => ({ reason: 'a mistake', date: '2026-01-20', idempotency_key: key });
      return keyed(`/transactions/${id}/reverse`, body, 201);
    }),
    byApi('void', async () => {
      const id = await posted();
      const isVoid = async (): Promise<boolean> => (await api.get(`/transactions/${id}`)).body.data?.status === 'void';
      return {
        key: undefined,
        send: () => api.post(`/transactions/${id}/void`, { reason: 'a mistake' }),
        isDone: async ({ status }) => (status === 200 || status === 409) && (await isVoid()),
      };
    }),
    byApi('convert', async () =>
      keyed(
        `/strings/${string}/convert`,
        (key) => ({
          ...legs(here.code, there.code, key),
          source_amount: '1.00',
          target_amount: '2.00',
          rate: '2',
        }),
        200,
        201,
      ),
    ),
    byApi('transfer', async () =>
      keyed(
        `/strings/${string}/transfer`,
        (key) => ({ ...legs(here.code, beside.code, key), amount: '1.00' }),
        200,
        201,
      ),
    ),
    byApi('change an account', async () => {
      const limits = { enforce_balance_limits: made++ % 2 === 0, max_balance: '1000000.00' };
      const path = `/accounts/${here.accounts.get('BOUND')}`;
      return { key: undefined, send: () => api.put(path, limits), isDone: ({ status }) => status === 200 };
    }),
    byApi('close a journal', async () => {
      const change = { status: made++ % 2 === 0 ? 'closed' : 'active' };
      const path = `/journals/${here.secondJournal}`;
      return { key: undefined, send: () => api.put(path, change), isDone: ({ status }) => status === 200 };
    }),
    byApi('lock a period', async () => {
      const lock = { locked_until: '2001-12-31', reason: 'closed books' };
      return {
        key: undefined,
        send: () => api.post('/period-locks', lock),
        isDone: ({ status }) => status === 201,
      };
    }),
  ];
};

const legs = (source: string, target: string, key: string): object => ({
  source_ledger_code: source,
  target_ledger_code: target,
  account_code: 'SHOP-1',
  reference: 'moved',
  idempotency_key: key,
});
