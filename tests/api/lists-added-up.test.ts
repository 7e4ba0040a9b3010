/**
 * The lists of transactions and of the entries of an account over random books: in each order, with any filters, and with totals, they
 * equal the result of a plain computation over the whole list.
 */
import { replace } from '../../src/kernel/token';
import {
  BALANCE_READER,
  TRANSACTION_READER,
  type BalanceReader,
  type TransactionReader,
} from '../../src/modules/ledgering/application/reader';
import type { AccountId } from '../../src/modules/ledgering/domain/account';
import { everyPage, quiet } from '../support/client';
import { startLedger, type TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { randomFrom, type Random } from '../support/random';
import { openRandomBooks } from '../support/random-books';
import { expectRefusal, nowhere, walkBothWays } from '../support/requests';

interface Entry {
  readonly account_id: string;
  readonly type: string;
  readonly amount: string;
}

interface Transaction {
  readonly id: string;
  readonly layer: string;
  readonly status: string;
  readonly effective_date: string;
  readonly description: string;
  readonly total_amount: string;
  readonly entries: readonly Entry[];
  readonly reverses_transaction_id: string | null;
}

const ledger = ledgerOfFile();
const seed = 20_261_129;
let books: TestBooks;
let all: readonly Transaction[];
let accountIds: readonly string[];

beforeAll(async () => {
  books = await ledger.newLedger();
  const random = randomFrom(seed);
  const play = await openRandomBooks(books, random);
  for (let step = 0; step < 150; step++) await play.step();
  await quiet(books.api);
  all = (await everyPage(books.api, '/transactions')) as unknown as readonly Transaction[];
  accountIds = (await everyPage(books.api, '/accounts')).map(({ id }) => String(id));
  for (const [index, { id }] of all.entries())
    if (index % 5 === 0)
      await books.api.patch(`/transactions/${id}`, { description: `Amended ${index}`, reason: 'A slip' });
  all = (await everyPage(books.api, '/transactions')) as unknown as readonly Transaction[];
}, 120_000);

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''));
const text = (sum: bigint): string => `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`;
const totalsOf = (count: number, entries: readonly Pick<Entry, 'type' | 'amount'>[]) => {
  const sum = (side: string): string =>
    text(entries.reduce((total, { type, amount }) => (type === side ? total + cents(amount) : total), 0n));
  return { count, debits: sum('debit'), credits: sum('credit') };
};

interface Asked {
  readonly layer?: string;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
  readonly min_amount?: string;
  readonly max_amount?: string;
  readonly origin?: string;
}

const drawn = (random: Random): Asked => {
  const maybe = <Name extends keyof Asked>(name: Name, ...values: readonly string[]): Asked =>
    random.next() < 0.3 ? { [name]: random.pick(values) } : {};
  return {
    ...maybe('layer', 'settled', 'pending', 'encumbrance'),
    ...maybe('from', '2024-02-01', '2024-06-15'),
    ...maybe('to', '2024-03-31', '2024-12-31'),
    ...maybe('text', 'anything', 'amended', 'nothing', 'any'),
    ...maybe('min_amount', '100', '450.00'),
    ...maybe('max_amount', '500', '880.00'),
    ...maybe('origin', 'post', '-post', 'reversal'),
  };
};

const isAfterAll = (value: string, least: string | undefined): boolean => least === undefined || value >= least;
const isBeforeAll = (value: string, most: string | undefined): boolean => most === undefined || value <= most;
const passes = (asked: Asked, row: Transaction, amount: string): boolean =>
  (asked.layer === undefined || row.layer === asked.layer) &&
  isAfterAll(row.effective_date, asked.from) &&
  isBeforeAll(row.effective_date, asked.to) &&
  (asked.text === undefined || new RegExp(`\\b${asked.text}`, 'i').test(row.description)) &&
  (asked.min_amount === undefined || Number(amount) >= Number(asked.min_amount)) &&
  (asked.max_amount === undefined || Number(amount) <= Number(asked.max_amount));

/** A transaction in an answer has no member for its origin, so the test filters the list by origin to learn it. */
const ofOrigin = async (origin: string | undefined): Promise<ReadonlySet<string>> =>
  new Set(
    (await everyPage(books.api, `/transactions${origin === undefined ? '' : `?origin=${origin}`}`)).map(({ id }) =>
      String(id),
    ),
  );

const queryOf = (asked: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(asked)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join('&');

const samples = Array.from({ length: 12 }, (_, index) => index);

test.each(samples)(`a transaction list has the expected rows and totals, sample %i of seed ${seed}`, async (sample) => {
  const random = randomFrom(seed + sample);
  const asked = drawn(random);
  const accountId = random.next() < 0.4 ? random.pick(accountIds) : undefined;
  const sort = random.pick(['sequence', '-sequence', 'effective_date', '-effective_date']);
  const { from: from_date, to: to_date, ...rest } = asked;
  const query = queryOf({ ...rest, from_date, to_date, sort, account_id: accountId });
  const origin = await ofOrigin(asked.origin);
  const expected = all.filter(
    (row) =>
      origin.has(row.id) &&
      passes(asked, row, row.total_amount) &&
      (accountId === undefined || row.entries.some((entry) => entry.account_id === accountId)),
  );
  const placeOf = ({ id, effective_date }: Transaction) =>
    sort.endsWith('effective_date') ? `${effective_date} ${id}` : id;
  const way = sort.startsWith('-') ? -1 : 1;
  const inOrder = expected.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -way : way));
  const pages = await walkBothWays(books.api, `/transactions?${query}`, 20);
  expect({ query, ids: pages.flat().map(({ id }) => id) }).toEqual({ query, ids: inOrder.map(({ id }) => id) });
  const entries = expected
    .flatMap((row) => row.entries)
    .filter((entry) => accountId === undefined || entry.account_id === accountId);
  const { meta } = (await books.api.get(`/transactions?${query}&totals=true&limit=1`)).body;
  expect({ query, totals: meta.totals }).toEqual({ query, totals: totalsOf(expected.length, entries) });
});

test.each(samples)(`account entries have the expected rows and totals, sample %i of seed ${seed}`, async (sample) => {
  const random = randomFrom(seed - 1 - sample);
  const asked = drawn(random);
  const accountId = random.pick(accountIds);
  const whole = await everyPage(books.api, `/accounts/${accountId}/entries`);
  const byId = new Map(all.map((row) => [row.id, row]));
  const { from: start_date, to: end_date, ...rest } = asked;
  const sort = random.pick(['effective_date', '-effective_date']);
  const query = queryOf({ ...rest, start_date, end_date, sort });
  const origin = await ofOrigin(asked.origin);
  const expected = whole.filter(
    (entry) =>
      origin.has(String(entry['transaction_id'])) &&
      passes(asked, byId.get(String(entry['transaction_id'])) as Transaction, String(entry['amount'])),
  );
  const inOrder = sort.startsWith('-') ? expected.toReversed() : expected;
  const pages = await walkBothWays(books.api, `/accounts/${accountId}/entries?${query}`, 10);
  expect({ query, rows: pages.flat() }).toEqual({ query, rows: inOrder });
  const { meta } = (await books.api.get(`/accounts/${accountId}/entries?${query}&totals=true&limit=1`)).body;
  expect({ query, totals: meta.totals }).toEqual({
    query,
    totals: totalsOf(expected.length, expected as unknown as readonly Entry[]),
  });
});

describe('a list that is requested without totals', () => {
  test('has none', async () => {
    expect((await books.api.get('/transactions?limit=1')).body.meta.totals).toBeNull();
    expect(
      (await books.api.get(`/accounts/${String(accountIds[0])}/entries?totals=false`)).body.meta.totals,
    ).toBeNull();
  });
});

describe('a cursor', () => {
  test.each([
    ['/transactions', '?sort=effective_date', '?sort=-effective_date'],
    ['/transactions', '?sort=effective_date', ''],
    ['/transactions', '?text=anything', '?text=amended'],
  ])('from %s%s is refused with %s', async (path, query, other) => {
    const first = (await books.api.get(`${path}${query}&limit=1`)).body.meta.pagination.next_cursor;
    const separator = other === '' ? '?' : '&';
    expectRefusal(await books.api.get(`${path}${other}${separator}cursor=${first}`), 422, 'INVALID_CURSOR');
    const same = await books.api.get(`${path}${query}&limit=1&cursor=${first}&totals=true`);
    expect(same.status).toBe(200);
    expect(same.body.meta.totals.count).toBeGreaterThan(1);
  });
});

test.each([
  ['/transactions?sort=amount', 'sort'],
  ['/transactions?totals=yes', 'totals'],
])('%s is not valid', async (path, field) => {
  expectRefusal(await books.api.get(path), 422, 'VALIDATION_ERROR', [field]);
});

test.each([
  ['sort=sequence', 422, 'VALIDATION_ERROR'],
  ['min_amount=1.005', 422, 'VALIDATION_ERROR'],
  ['attributes%5Bregion%5D=north', 422, 'ATTRIBUTE_NOT_INDEXED'],
])('the entries of an account by %s are refused', async (query, status, code) => {
  expectRefusal(await books.api.get(`/accounts/${String(accountIds[0])}/entries?${query}`), status, code);
});

test('the entries of an unknown account are refused, also with totals', async () => {
  expectRefusal(await books.api.get(`/accounts/${nowhere}/entries?totals=true&text=a`), 404, 'ACCOUNT_NOT_FOUND');
});

describe('totals of too many rows', () => {
  const tooMany = async () => undefined;
  const empty = { items: [], positionAt: () => [] };
  const heading = {
    id: nowhere as AccountId,
    code: 'BANK',
    name: 'Bank',
    type: 'asset',
    normalBalance: 'debit',
  } as const;
  const transactions: Partial<TransactionReader> = { transactions: async () => empty, transactionTotals: tooMany };
  const balances: Partial<BalanceReader> = {
    accountEntries: async () => ({ account: heading, page: empty }),
    entryTotals: tooMany,
  };

  test.each(['/transactions', `/accounts/${nowhere}/entries`])('are refused by GET %s', async (path) => {
    const small = await startLedger([
      replace(TRANSACTION_READER, [], () => transactions as TransactionReader),
      replace(BALANCE_READER, [], () => balances as BalanceReader),
    ]);
    try {
      const { api } = await small.newLedger();
      expect((await api.get(path)).status).toBe(200);
      const refused = await api.get(`${path}?totals=true`);
      expectRefusal(refused, 422, 'TOTALS_TOO_LARGE');
      expect(refused.body.message).toContain('100000 rows');
    } finally {
      await small.close();
    }
  });
});
