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
  idsOf,
  nowhere,
  openAccount,
  openBooks,
  openJournal,
  transaction,
  walkBothWays,
  type Fields,
} from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
/** Transaction description → id, and id → description. */
const ids = new Map<string, string>();
const accounts = new Map<string, string>();
let batchId: string;
let journal: string;

const tooMuch = [debit('CASH', '100.00'), credit('WALLET', '100.00')];
const history = (): readonly Fields[] => [
  { description: 'a', effective_date: '2026-01-10', reference: 'INV-1', correlation_id: 'order 1' },
  { description: 'b', effective_date: '2026-01-20', layer: 'pending', reference: 'INV-2' },
  { description: 'c', effective_date: '2026-01-20', layer: 'encumbrance', correlation_id: 'order 1' },
  { description: 'd', effective_date: '2025-12-31', entries: [debit('WALLET', '1.00'), credit('SALES', '1.00')] },
  { description: 'e', effective_date: '2026-01-20', entries: tooMuch, reference: 'INV-1' },
  { description: 'f', effective_date: '2026-02-01', journal_id: journal },
  { description: 'g', effective_date: '2026-01-15', entries: tooMuch, layer: 'pending', reference: '100%' },
];
const batch = [
  { description: 'h', effective_date: '2026-01-01' },
  { description: 'i', effective_date: '2026-03-01', correlation_id: 'order 1' },
];

beforeAll(async () => {
  books = await openBooks(ledger);
  journal = await openJournal(books.api);
  await openAccount(books.api, { code: 'WALLET', type: 'liability', enforce_balance_limits: true, max_balance: '5' });
  for (const fields of history()) ids.set(String(fields['description']), (await decide(books.api, fields)).id);
  const sent = dataOf(await books.api.post('/transactions/batch', { transactions: batch.map(transaction) }), 202);
  batchId = sent.batch_id;
  batch.forEach(({ description }, index) => ids.set(description, sent.results[index].id));
  await quiet(books.api);
  for (const { id, code } of (await books.api.get('/accounts')).body.data) accounts.set(code, id);
});

const listed = async (query: string): Promise<string> =>
  (await everyPage(books.api, `/transactions${query}`)).map(({ description }) => description).join('');

describe('listing transactions', () => {
  test('returns all of them complete, newest first', async () => {
    const { status, body } = await books.api.get('/transactions');
    expect(status).toBe(200);
    expect(body.data.map(({ description }: { description: string }) => description).join('')).toBe('ihgfedcba');
    for (const shown of body.data) {
      expect(shown.id).toBe(ids.get(shown.description));
      expect(shown).toEqual((await books.api.get(`/transactions/${shown.id}`)).body.data);
    }
    const pagination = { limit: 25, has_more: false, next_cursor: null, previous_cursor: null };
    expect(body.meta).toEqual({ totals: null, pagination });
  });

  test.each([
    ['?layer=settled', 'ihfeda'],
    ['?layer=pending', 'gb'],
    ['?layer=encumbrance', 'c'],
    ['?status=posted', 'ihgfdcba'],
    ['?status=failed', 'e'],
    ['?status=pending', ''],
    ['?status=void', ''],
    ['?status=reversed', ''],
    ['?from_date=2026-01-20', 'ifecb'],
    ['?to_date=2026-01-10', 'hda'],
    ['?from_date=2026-01-10&to_date=2026-01-20', 'gecba'],
    ['?from_date=2026-01-20&to_date=2026-01-10', ''],
    ['?from_date=0001-01-01&to_date=9999-12-31', 'ihgfedcba'],
    ['?correlation_id=order%201', 'ica'],
    ['?correlation_id=ORDER%201', ''],
    ['?reference=INV-1', 'ea'],
    ['?reference=100%25', 'g'],
    ['?reference=%25', ''],
    ['?reference=INV-1&status=posted', 'a'],
    ['?layer=settled&correlation_id=order%201&from_date=2026-02-01', 'i'],
    [`?journal_id=${nowhere}`, ''],
    [`?batch_id=${nowhere}`, ''],
    [`?account_id=${nowhere}`, ''],
  ])('with %s returns %j', async (query, expected) => {
    expect(await listed(query)).toBe(expected);
  });

  test('by journal returns those of the journal', async () => {
    expect(await listed(`?journal_id=${journal}`)).toBe('f');
  });

  test('by batch returns those of the batch', async () => {
    expect(await listed(`?batch_id=${batchId}`)).toBe('ih');
    expect(await listed(`?batch_id=${batchId.toUpperCase()}&to_date=2026-01-31`)).toBe('h');
  });

  test('by account returns those with an entry of the account', async () => {
    expect(await listed(`?account_id=${accounts.get('WALLET')}&status=posted`)).toBe('gd');
    expect(await listed(`?account_id=${accounts.get('SALES')}`)).toBe('ihfdcba');
  });

  test('by account also returns those that failed', async () => {
    expect(await listed(`?account_id=${accounts.get('WALLET')}`)).toBe('ged');
  });

  test('shows no transaction of another ledger of the tenant', async () => {
    const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    await decide(other.api, { reference: 'ELSEWHERE' });
    expect(await listed('?reference=ELSEWHERE')).toBe('');
    expect((await other.api.get(`/transactions?account_id=${accounts.get('CASH')}`)).body.data).toEqual([]);
  });

  test.each([
    ['layer', 'draft'],
    ['status', 'done'],
    ['status', 'POSTED'],
    ['status', ''],
    ['from_date', '2026-02-30'],
    ['from_date', 'yesterday'],
    ['to_date', '2026-01-15T00:00:00Z'],
    ['to_date', ''],
    ['correlation_id', ''],
    ['correlation_id', 'x'.repeat(51)],
    ['correlation_id', 'a%00'],
    ['journal_id', 'DEFAULT'],
    ['account_id', 'CASH'],
    ['batch_id', '1'],
    ['reference', 'x'.repeat(256)],
  ])('with %s=%s is not valid', async (field, value) => {
    expectRefusal(await books.api.get(`/transactions?${field}=${value}`), 422, 'VALIDATION_ERROR', [field]);
  });

  test.each(['layer=settled', 'status=posted', 'from_date=2026-01-01', 'reference=a'])(
    'with %s given twice is not valid',
    async (given) => {
      const [field = ''] = given.split('=');
      expectRefusal(await books.api.get(`/transactions?${given}&${given}`), 422, 'VALIDATION_ERROR', [field]);
    },
  );
});

describe('paging through transactions', () => {
  test.each([1, 2, 3, 9, 100])('%i at a time gives the same list in both directions', async (limit) => {
    const pages = await walkBothWays(books.api, '/transactions', limit);
    expect(
      pages
        .flat()
        .map(({ description }) => description)
        .join(''),
    ).toBe('ihgfedcba');
  });

  test.each([
    ['?layer=settled', 'ihfeda'],
    ['?status=failed', 'e'],
    ['?correlation_id=order%201', 'ica'],
    ['?from_date=2026-01-10&to_date=2026-01-20', 'gecba'],
  ])('keeps to the filter %s', async (query, expected) => {
    const pages = await walkBothWays(books.api, `/transactions${query}`, 2);
    expect(
      pages
        .flat()
        .map(({ description }) => description)
        .join(''),
    ).toBe(expected);
  });

  test('holds its place while new transactions come in', async () => {
    const { api } = await openBooks(ledger);
    const made = [];
    for (let index = 0; index < 4; index++) made.push(await accept(api));
    await quiet(api);
    const first = (await api.get('/transactions?limit=2')).body;
    await decide(api);
    const second = (await api.get(`/transactions?limit=2&cursor=${first.meta.pagination.next_cursor}`)).body;
    expect(idsOf([...first.data, ...second.data])).toEqual(idsOf(made).toReversed());
    expect(second.meta.pagination.next_cursor).toBeNull();
  });

  test('lists the transactions of one batch in the order in which they were sent', async () => {
    const { api } = await openBooks(ledger);
    const transactions = Array.from({ length: 100 }, () => transaction());
    const { results } = dataOf(await api.post('/transactions/batch', { transactions }), 202);
    await quiet(api);
    const pages = await walkBothWays(api, '/transactions', 30);
    expect(idsOf(pages.flat())).toEqual(idsOf(results).toReversed());
    const sequences = pages.flat().map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 100 }, (_, index) => 100 - index));
  });
});
