/**
 * A report as of a sequence of the log never changes. Whatever is posted, undone or renamed later, the same request gets the same answer,
 * byte for byte.
 */
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, openAccount, type Fields } from '../support/requests';
import { headOf } from '../support/feed';
import { rowsOfToday } from '../support/rows-of-today';

const dayMs = 86_400_000;
let ledger: TestLedger;
let clock: HandClock;

beforeAll(async () => {
  clock = new HandClock();
  ledger = await startLedger([replace(CLOCK, [], () => clock)]);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const chart: readonly Fields[] = [
  { code: 'BANK', name: 'Bank', type: 'asset' },
  { code: 'VANS', name: 'Vans', type: 'asset' },
  { code: 'VAN1', name: 'The old van', type: 'asset', parent_code: 'VANS' },
  { code: 'IDLE', name: 'Never used', type: 'asset' },
  { code: 'OWED', name: 'Owed', type: 'liability' },
  { code: 'SALE', name: 'Sales', type: 'revenue' },
  { code: 'RENT', name: 'Rent', type: 'expense' },
];

/** The number of transactions to post: `make proof` posts 40,000. */
const found = Number(process.env['LEDGER_TEST_TRANSACTIONS'] ?? 300);

/** Posts batches of a hundred transactions, distributed over the last ten years. */
const postInThePast = async ({ api }: Pick<TestBooks, 'api'>): Promise<void> => {
  for (let batch = 0; batch < found / 100; batch++) {
    const transactions = Array.from({ length: 100 }, (_, item) => ({
      effective_date: new Date(Date.UTC(2025, 11, 31) - (batch * 100 + item) * (3_600 / found) * dayMs)
        .toISOString()
        .slice(0, 10),
      description: 'Found in a drawer',
      idempotency_key: `drawer ${batch} ${item}`,
      entries: [debit('RENT', '1.00'), credit('BANK', '1.00')],
    }));
    const { results } = dataOf(await api.post('/transactions/batch', { transactions }, { Prefer: 'wait=10' }), 202);
    expect(results).toHaveLength(100);
  }
};

interface Filled extends TestBooks {
  /** The id of each account, set and transaction, by the name that the test uses for it. */
  readonly ids: Readonly<Record<string, string>>;
  readonly sequence: number;
}

/** Opens books with a tree of accounts, a set within a set, a sale, the purchase of a van, and an open hold. */
const fill = async (): Promise<Filled> => {
  const books = await ledger.newLedger();
  const { api } = books;
  const ids: Record<string, string> = {};
  for (const account of chart) ids[String(account['code'])] = (await openAccount(api, account)).id;
  const add = async (set: string, member_type: string, member: string): Promise<void> =>
    dataOf(await api.post(`/account-sets/${ids[set]}/members`, { member_type, member_id: ids[member] }), 201);
  for (const code of ['INNER', 'OUTER', 'OTHER'])
    ids[code] = dataOf(await api.post('/account-sets', { code, name: code }), 201).id;
  await add('INNER', 'account', 'VAN1');
  await add('OUTER', 'account_set', 'INNER');
  await add('OUTER', 'account', 'BANK');
  await add('OTHER', 'account', 'OWED');
  const post = async (name: string, fields: Fields): Promise<void> => {
    ids[name] = (await decide(api, fields)).id;
  };
  const entries = (one: string, other: string, amount: string): readonly Fields[] => [
    debit(one, amount),
    credit(other, amount),
  ];
  await post('sale', { effective_date: '2026-01-10', entries: entries('BANK', 'SALE', '100.00') });
  await post('rent', { effective_date: '2026-01-20', entries: entries('RENT', 'BANK', '30.00') });
  await post('purchase', { effective_date: '2026-02-01', entries: entries('VAN1', 'OWED', '60.00') });
  await post('hold', { effective_date: '2026-01-25', layer: 'pending', entries: entries('BANK', 'SALE', '8.00') });
  return { ...books, ids, sequence: await headOf(api) };
};

const questions = [
  'trial-balance?as_of_date=2026-01-31',
  'trial-balance?as_of_date=2026-12-31',
  'trial-balance?',
  'trial-balance?as_of_date=2026-12-31&layer=pending',
  'trial-balance?as_of_date=2026-12-31&account_set_code=OUTER',
  'trial-balance?as_of_date=2026-12-31&account_set_code=INNER',
  'balance-sheet?as_of_date=2026-01-31',
  'balance-sheet?',
  'income-statement?from=2026-01-15&to=2026-12-31',
  'income-statement?from=2026-01-01',
];

/** The reports that are also read as CSV, at a sequence before the last transactions. */
const tables = ['trial-balance?as_of_date=2026-12-31&account_set_code=OUTER', 'balance-sheet?'];

/** Reads every report, and returns the texts by path. */
const said = async ({ key, sequence }: Filled): Promise<Readonly<Record<string, string>>> => {
  const texts: Record<string, string> = {};
  const ask = async (path: string, accept: string): Promise<void> => {
    const response = await fetch(`${ledger.baseUrl}/api/v1/reports/${path}`, {
      headers: { Authorization: `Bearer ${key}`, Accept: accept },
    });
    texts[`${accept} ${path}`] = `${response.status} ${await response.text()}`;
  };
  for (const question of questions) await ask(`${question}&known_at_sequence=${sequence}`, 'application/json');
  for (const question of tables) await ask(`${question}&known_at_sequence=${sequence - 3}`, 'text/csv');
  return texts;
};

type Change = (books: Pick<Filled, 'api' | 'ids'>) => Promise<void>;
const put =
  (path: (ids: Filled['ids']) => string, body: Fields): Change =>
  async ({ api, ids }) =>
    dataOf(await api.put(path(ids), body), 200);
const post =
  (path: (ids: Filled['ids']) => string, body: Fields, status = 201): Change =>
  async ({ api, ids }) =>
    dataOf(await api.post(path(ids), body), status);
const remove =
  (path: (ids: Filled['ids']) => string): Change =>
  async ({ api, ids }) =>
    dataOf(await api.delete(path(ids)), 200);
const posts =
  (fields: Fields): Change =>
  async ({ api }) =>
    void (await decide(api, fields));
const account =
  (code: string) =>
  (ids: Filled['ids']): string =>
    `/accounts/${ids[code]}`;

const back = [debit('BANK', '5.55'), credit('SALE', '5.55')];

const changes: readonly (readonly [what: string, change: Change])[] = [
  ['a posting before the day', posts({ effective_date: '2026-01-05', entries: back })],
  ['a posting on another layer', posts({ effective_date: '2026-01-05', layer: 'pending', entries: back })],
  ['a void', post(({ sale }) => `/transactions/${sale}/void`, { reason: 'twice' }, 200)],
  [
    'a reversal dated before the day',
    post(({ sale }) => `/transactions/${sale}/reverse`, { reason: 'returned', date: '2026-01-11' }),
  ],
  [
    'a partial reversal',
    post(({ rent }) => `/transactions/${rent}/reverse`, { reason: 'less', amount: '1.00', date: '2026-01-21' }),
  ],
  ['a settlement of the hold', post(({ hold }) => `/transactions/${hold}/settle`, { date: '2026-01-26' })],
  ['a release of the hold', post(({ hold }) => `/transactions/${hold}/release`, { reason: 'cancelled' })],
  ['a void of the hold', post(({ hold }) => `/transactions/${hold}/void`, { reason: 'twice' }, 200)],
  ['a new name of an account', put(account('VAN1'), { name: 'Another van' })],
  ['a new code of an account', put(account('VAN1'), { code: 'VAN9' })],
  ['a new parent of an account', ({ api, ids }) => put(account('VAN1'), { parent_id: ids['BANK'] })({ api, ids })],
  ['the removal of the parent of an account', put(account('VAN1'), { parent_id: null })],
  ['a new type of an account', put(account('IDLE'), { type: 'expense', normal_balance: 'debit' })],
  ['the deactivation of an account', put(account('OWED'), { is_active: false })],
  [
    'a new account',
    async ({ api }) => void (await openAccount(api, { code: 'LATE', type: 'asset', parent_code: 'BANK' })),
  ],
  ['the deletion of an account', remove(account('IDLE'))],
  [
    'a new member of the set',
    async ({ api, ids }) => {
      const member = { member_type: 'account', member_id: ids['RENT'] };
      dataOf(await api.post(`/account-sets/${ids['INNER']}/members`, member), 201);
    },
  ],
  ['the removal of an account from the set', remove(({ INNER, VAN1 }) => `/account-sets/${INNER}/members/${VAN1}`)],
  ['the removal of a set from the set', remove(({ OUTER, INNER }) => `/account-sets/${OUTER}/members/${INNER}`)],
  ['a new code of the set', put(({ OUTER }) => `/account-sets/${OUTER}`, { code: 'OUTERMOST' })],
  ['the deletion of the set', remove(({ INNER }) => `/account-sets/${INNER}`)],
  [
    'another set that takes its code',
    async (books) => {
      await put(({ OUTER }) => `/account-sets/${OUTER}`, { code: 'FORMER' })(books);
      await put(({ OTHER }) => `/account-sets/${OTHER}`, { code: 'OUTER' })(books);
    },
  ],
  [`${found} postings on days long past`, postInThePast],
  ['a period lock', post(() => '/period-locks', { locked_until: '2026-01-31', reason: 'closed' })],
  ['a day', async () => clock.advance(dayMs)],
];

describe('a report as of a sequence has the same bytes', () => {
  test.each(rowsOfToday(changes))('after %s', async (_, change) => {
    const books = await fill();
    const before = await said(books);
    expect(Object.values(before).map((text) => text.slice(0, 3))).toEqual(Object.keys(before).map(() => '200'));
    await change(books);
    await posts({ effective_date: '2026-03-01', entries: back })(books);
    expect(await said(books)).toEqual(before);
  });
});

describe('a report as of a sequence', () => {
  test('ignores later changes, which the current report shows', async () => {
    const books = await fill();
    const { api, ids, sequence } = books;
    dataOf(await api.post(`/transactions/${ids['sale']}/void`, { reason: 'twice' }), 200);
    const bankAt = async (known: string): Promise<string> =>
      dataOf(await api.get(`/reports/trial-balance?as_of_date=2026-12-31${known}`), 200).rows.find(
        ({ code }: { readonly code: string }) => code === 'BANK',
      ).balance;
    expect(await bankAt(`&known_at_sequence=${sequence}`)).toBe('70.00');
    expect(await bankAt(`&known_at_sequence=${sequence + 1}`)).toBe('-30.00');
    expect(await bankAt('')).toBe('-30.00');
  });

  test('has the head of that sequence, and is as of its day if no day is named', async () => {
    const books = await fill();
    const { api, sequence } = books;
    const events = dataOf(await api.get('/events?after_sequence=0&limit=100'), 200);
    const { hash, occurred_at } = events.find((event: { sequence: number }) => event.sequence === sequence - 2);
    clock.advance(2 * dayMs);
    const told = dataOf(await api.get(`/reports/balance-sheet?known_at_sequence=${sequence - 2}`), 200);
    expect(told).toMatchObject({
      as_of_date: occurred_at.slice(0, 10),
      head: { sequence: sequence - 2, hash },
      known_at: occurred_at,
      known_at_sequence: sequence - 2,
    });
    const now = dataOf(await api.get('/reports/balance-sheet'), 200);
    expect(now).toMatchObject({ as_of_date: clock.now().toISOString().slice(0, 10), head: { sequence } });
    expect(now.known_at_sequence).toBeNull();
  });
});
