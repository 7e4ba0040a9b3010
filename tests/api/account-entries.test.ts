import { everyPage, quiet } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  accept,
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  nowhere,
  openAccount,
  openBooks,
  uuid,
  walkBothWays,
} from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
let cash: string;
let sales: string;

/**
 * Postings that change the balance of CASH, in posting order; each changes SALES by the opposite amount. A negative amount is a credit of
 * CASH.
 */
const history: readonly (readonly [day: string, layer: string, ...amounts: string[]])[] = [
  ['2026-01-10', 'settled', '100.00'],
  ['2026-01-20', 'settled', '-30.00'],
  ['2026-01-15', 'settled', '5.00'],
  ['2026-01-15', 'pending', '7.00'],
  ['2026-01-10', 'encumbrance', '-2.00'],
  ['2026-01-20', 'settled', '-40.00'],
  ['2026-01-01', 'settled', '1.00'],
  ['2026-01-15', 'settled', '3.00', '-1.00'],
  ['2026-02-01', 'pending', '-10.00'],
];

/** The entries of CASH in the order in which the API lists them, each with the running balance of its layer. */
const listing: readonly string[] = [
  '2026-01-01 settled debit 1.00 = 1.00',
  '2026-01-10 settled debit 100.00 = 101.00',
  '2026-01-10 encumbrance credit 2.00 = -2.00',
  '2026-01-15 settled debit 5.00 = 106.00',
  '2026-01-15 pending debit 7.00 = 7.00',
  '2026-01-15 settled debit 3.00 = 109.00',
  '2026-01-15 settled credit 1.00 = 108.00',
  '2026-01-20 settled credit 30.00 = 78.00',
  '2026-01-20 settled credit 40.00 = 38.00',
  '2026-02-01 pending credit 10.00 = -3.00',
];

const move = (amounts: readonly string[]) =>
  amounts.flatMap((amount) =>
    amount.startsWith('-')
      ? [credit('CASH', amount.slice(1)), debit('SALES', amount.slice(1))]
      : [debit('CASH', amount), credit('SALES', amount)],
  );

beforeAll(async () => {
  books = await openBooks(ledger);
  [{ id: cash }, { id: sales }] = (await books.api.get('/accounts')).body.data;
  for (const [index, [effective_date, layer, ...amounts]] of history.entries())
    await decide(books.api, {
      effective_date,
      layer,
      entries: move(amounts),
      reference: `No ${index + 1}`,
      description: layer,
    });
});

interface Listed {
  readonly effective_date: string;
  readonly layer: string;
  readonly type: string;
  readonly amount: string;
  readonly balance_after: string;
}

const inShort = ({ effective_date, layer, type, amount, balance_after }: Listed): string =>
  `${effective_date} ${layer} ${type} ${amount} = ${balance_after}`;

const listed = async (query = '', id = cash): Promise<readonly string[]> =>
  (await everyPage(books.api, `/accounts/${id}/entries${query}`)).map(inShort);

describe('listing the entries of an account', () => {
  test('sorts by effective date, then posting order, with a running balance for each layer', async () => {
    expect(await listed()).toEqual(listing);
  });

  test('signs the balance by the normal balance: credits raise the balance of SALES', async () => {
    const swapped = (line: string) => line.replace(/debit|credit/, (type) => (type === 'debit' ? 'credit' : 'debit'));
    expect(await listed('', sales)).toEqual(listing.map(swapped));
  });

  test('returns each entry in full, the account once, and nested pagination', async () => {
    const { status, body } = await books.api.get(`/accounts/${cash}/entries?limit=1`);
    expect(status).toBe(200);
    const transactionId = body.data[0].transaction_id;
    const { entries } = (await books.api.get(`/transactions/${transactionId}`)).body.data;
    expect(body).toEqual({
      success: true,
      data: [
        {
          id: entries[0].id,
          transaction_id: uuid,
          account_id: cash,
          account_code: 'CASH',
          type: 'debit',
          amount: '1.00',
          layer: 'settled',
          effective_date: '2026-01-01',
          balance_after: '1.00',
          transaction: { reference: 'No 7', description: 'settled' },
        },
      ],
      meta: {
        account: { id: cash, code: 'CASH', name: 'Cash at hand', normal_balance: 'debit' },
        totals: null,
        pagination: {
          pagination: { limit: 1, has_more: true, next_cursor: expect.any(String), previous_cursor: null },
        },
      },
    });
  });

  test.each([
    ['?start_date=2026-01-10', listing.slice(1)],
    ['?start_date=2026-01-11', listing.slice(3)],
    ['?end_date=2026-01-15', listing.slice(0, 7)],
    ['?end_date=2026-01-14', listing.slice(0, 3)],
    ['?start_date=2026-01-15&end_date=2026-01-15', listing.slice(3, 7)],
    ['?start_date=2026-01-16&end_date=2026-01-19', []],
    ['?start_date=2026-01-20&end_date=2026-01-10', []],
    ['?start_date=0001-01-01&end_date=9999-12-31', listing],
    ['?layer=settled', listing.filter((line) => line.includes('settled'))],
    ['?layer=pending', [listing[4], listing[9]]],
    ['?layer=pending&start_date=2026-01-16', [listing[9]]],
    ['?layer=encumbrance', [listing[2]]],
    ['?layer=encumbrance&start_date=2026-01-11', []],
  ])('with %s returns only matching entries, whose balances include earlier entries', async (query, expected) => {
    expect(await listed(query)).toEqual(expected);
  });

  test('returns an empty page for an account without entries', async () => {
    const { id } = await openAccount(books.api);
    const { body } = await books.api.get(`/accounts/${id}/entries`);
    expect(body.data).toEqual([]);
    const pagination = { limit: 25, has_more: false, next_cursor: null, previous_cursor: null };
    expect(body.meta).toMatchObject({ account: { id }, pagination: { pagination } });
  });

  test.each([
    ['an unknown id', () => nowhere],
    ['an id that is not a UUID', () => 'CASH'],
    ['the id of an account of another ledger', async () => (await openAccount((await ledger.newLedger()).api)).id],
  ])('answers 404 for %s', async (_, id) => {
    expectRefusal(await books.api.get(`/accounts/${await id()}/entries`), 404, 'ACCOUNT_NOT_FOUND');
  });

  test.each([
    ['start_date', '2026-02-29'],
    ['start_date', ''],
    ['end_date', '2026-1-1'],
    ['end_date', 'today'],
    ['layer', 'all'],
    ['layer', ''],
    ['limit', '0'],
    ['limit', '101'],
  ])('with %s=%s is not valid', async (field, value) => {
    const refused = await books.api.get(`/accounts/${cash}/entries?${field}=${value}`);
    expectRefusal(refused, 422, 'VALIDATION_ERROR', [field]);
  });
});

describe('paging through the entries of an account', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 9, 10])(
    '%i at a time continues the balances across pages, both ways',
    async (limit) => {
      const pages = await walkBothWays(books.api, `/accounts/${cash}/entries`, limit);
      expect(pages.flat().map(inShort)).toEqual(listing);
    },
  );

  test.each([
    ['?layer=settled', listing.filter((line) => line.includes('settled'))],
    ['?start_date=2026-01-10&end_date=2026-01-15', listing.slice(1, 7)],
  ])('with %s keeps to the filter', async (query, expected) => {
    const pages = await walkBothWays(books.api, `/accounts/${cash}/entries${query}`, 2);
    expect(pages.flat().map(inShort)).toEqual(expected);
  });

  test('keeps its place while entries are back-dated, and later balances include them', async () => {
    const { api } = await openBooks(ledger);
    const [{ id }] = (await api.get('/accounts')).body.data;
    const into = (effective_date: string, amount: string) => decide(api, { effective_date, entries: move([amount]) });
    for (const day of ['2026-03-10', '2026-03-20', '2026-03-30']) await into(day, '10.00');
    const first = (await api.get(`/accounts/${id}/entries?limit=1`)).body;
    await into('2026-03-01', '0.50');
    await into('2026-03-15', '0.25');
    const next = first.meta.pagination.pagination.next_cursor;
    const second = (await api.get(`/accounts/${id}/entries?limit=2&cursor=${next}`)).body;
    expect(second.data.map(inShort)).toEqual([
      '2026-03-15 settled debit 0.25 = 10.75',
      '2026-03-20 settled debit 10.00 = 20.75',
    ]);
    const back = second.meta.pagination.pagination.previous_cursor;
    const third = (await api.get(`/accounts/${id}/entries?limit=2&cursor=${back}`)).body;
    expect(third.data.map(inShort)).toEqual([
      '2026-03-01 settled debit 0.50 = 0.50',
      '2026-03-10 settled debit 10.00 = 10.50',
    ]);
  });

  test('leaves out transactions that were voided before the page, even on its first day', async () => {
    const { api } = await openBooks(ledger);
    const [{ id }] = (await api.get('/accounts')).body.data;
    const into = (amount: string) => decide(api, { effective_date: '2026-03-10', entries: move([amount]) });
    await into('1.00');
    const voided = await into('2.00');
    for (const amount of ['4.00', '8.00']) await into(amount);
    const first = (await api.get(`/accounts/${id}/entries?limit=3`)).body;
    dataOf(await api.post(`/transactions/${voided.id}/void`), 200);
    const next = first.meta.pagination.pagination.next_cursor;
    const second = (await api.get(`/accounts/${id}/entries?cursor=${next}`)).body;
    expect(second.data.map(inShort)).toEqual(['2026-03-10 settled debit 8.00 = 13.00']);
    const pages = await walkBothWays(api, `/accounts/${id}/entries`, 1);
    expect(pages[1]?.map(inShort)).toEqual(['2026-03-10 settled debit 4.00 = 5.00']);
  });

  test('agrees with sums computed separately over 120 unordered entries', async () => {
    const { api } = await openBooks(ledger);
    const [{ id }] = (await api.get('/accounts')).body.data;
    const layers = ['settled', 'pending', 'encumbrance'];
    const posted = Array.from({ length: 120 }, (_, index) => ({
      effective_date: `2026-01-${String(1 + ((index * 11) % 28)).padStart(2, '0')}`,
      layer: layers[(index * 7) % 3] as string,
      cents: ((index * 7919) % 1000) - 333 || 1,
    }));
    const text = (cents: number) => (cents / 100).toFixed(2);
    for (const { cents, ...rest } of posted) await accept(api, { ...rest, entries: move([text(cents)]) });
    await quiet(api);
    const running = new Map<string, number>();
    const expected = posted
      .toSorted((a, b) => a.effective_date.localeCompare(b.effective_date))
      .map(({ effective_date, layer, cents }) => {
        const balance = (running.get(layer) ?? 0) + cents;
        running.set(layer, balance);
        const type = cents < 0 ? 'credit' : 'debit';
        return inShort({ effective_date, layer, type, amount: text(Math.abs(cents)), balance_after: text(balance) });
      });
    const pages = await walkBothWays(api, `/accounts/${id}/entries`, 17);
    expect(pages.flat().map(inShort)).toEqual(expected);
    const { balances } = dataOf(await api.get('/accounts/code/CASH/balance?as_of_date=2026-01-31'), 200);
    const overdue = text(running.get('encumbrance') ?? 0);
    const [settled, pending] = ['settled', 'pending'].map((layer) => text(running.get(layer) ?? 0));
    const takenAway = posted.filter(({ layer, cents }) => layer === 'pending' && cents < 0);
    const available = text((running.get('settled') ?? 0) + takenAway.reduce((sum, { cents }) => sum + cents, 0));
    expect(balances).toEqual({ settled, pending, available, overdue, future: '0.00' });
  });
});
