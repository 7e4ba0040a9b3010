import { client, quiet, type Client } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { accept, dataOf, expectRefusal, openBooks } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
let twin: TestBooks;
let cash: string;

const listPaths = ['/accounts', '/transactions', '/trancodes', '/journals', '/accounts/CASH/entries'];

/** Fills a ledger with three transactions, and therefore three entries of CASH. */
const fill = async (api: Client): Promise<void> => {
  for (let index = 0; index < 3; index++) await accept(api, { correlation_id: 'order 1' });
  const entry = (type: string) => ({ account: 'CASH', type, amount: '1' });
  for (const code of ['ONE', 'TWO'])
    dataOf(
      await api.post('/trancodes', {
        code,
        name: code,
        entries_template: { entries: [entry('debit'), entry('credit')] },
      }),
      201,
    );
  dataOf(await api.post('/journals', { code: 'OTHER', name: 'Other' }), 201);
  await quiet(api);
};

beforeAll(async () => {
  books = await openBooks(ledger);
  twin = await openBooks(ledger, { tenantId: books.ledger.tenantId });
  for (const { api } of [books, twin]) await fill(api);
  cash = (await books.api.get('/accounts')).body.data[0].id;
});

const at = (path: string, id = cash): string => path.replace('CASH', id);

const cursorOf = async (path: string, api = books.api): Promise<string> => {
  const { pagination } = (await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=1`)).body.meta;
  return (pagination.pagination ?? pagination).next_cursor;
};

describe.each(listPaths)('GET %s', (path) => {
  test.each([
    '0',
    '101',
    '-1',
    '+1',
    '01',
    '1e1',
    '10.0',
    '%2010',
    '10%20',
    '0x10',
    'ten',
    '',
    '99999999999999999999',
    '١',
  ])('refuses a limit of %j', async (limit) => {
    expectRefusal(await books.api.get(`${at(path)}?limit=${limit}`), 422, 'VALIDATION_ERROR', ['limit']);
  });

  test('refuses a limit or a cursor that is given twice', async () => {
    const limits = await books.api.get(`${at(path)}?limit=1&limit=1`);
    expectRefusal(limits, 422, 'VALIDATION_ERROR', ['limit']);
    expect(limits.body.errors.limit).toEqual(['must be given only once']);
    expect((await books.api.get(`${at(path)}?limit=1&limit=0`)).body.errors.limit[0]).toContain('a whole number');
    const cursor = await cursorOf(at(path));
    const twice = `${at(path)}?cursor=${cursor}&cursor=${cursor}`;
    expectRefusal(await books.api.get(twice), 422, 'VALIDATION_ERROR', ['cursor']);
  });

  test.each([1, 100])('takes a limit of %i', async (limit) => {
    const { status, body } = await books.api.get(`${at(path)}?limit=${limit}`);
    expect(status).toBe(200);
    expect((body.meta.pagination.pagination ?? body.meta.pagination).limit).toBe(limit);
  });

  test.each(['', 'x', 'null', 'AAAA', '2', 'eyJpZCI6MX0', '%F0%9F%92%B0', '..%2F..'])(
    'refuses %j as a cursor',
    async (cursor) => {
      expectRefusal(await books.api.get(`${at(path)}?cursor=${cursor}`), 422, 'INVALID_CURSOR');
    },
  );

  test('refuses a cursor of two thousand characters', async () => {
    expectRefusal(await books.api.get(`${at(path)}?cursor=${'x'.repeat(2000)}`), 422, 'INVALID_CURSOR');
  });

  test('refuses a cursor with one character changed, left out or added', async () => {
    const cursor = await cursorOf(at(path));
    const changed = [...cursor].map(
      (char, index) => cursor.slice(0, index) + (char === 'A' ? 'B' : 'A') + cursor.slice(index + 1),
    );
    const tampered = [...changed, cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}%3D`, `A${cursor}`];
    const answers = await Promise.all(tampered.map((one) => books.api.get(`${at(path)}?cursor=${one}`)));
    for (const answer of answers) expectRefusal(answer, 422, 'INVALID_CURSOR');
  });

  test('refuses a cursor of another ledger', async () => {
    const elsewhere = (await twin.api.get('/accounts')).body.data[0].id;
    const foreign = await cursorOf(at(path, elsewhere), twin.api);
    expectRefusal(await books.api.get(`${at(path)}?cursor=${foreign}`), 422, 'INVALID_CURSOR');
  });

  test.each(listPaths.filter((other) => other !== path))('refuses a cursor of %s', async (other) => {
    const foreign = await cursorOf(at(other));
    expectRefusal(await books.api.get(`${at(path)}?cursor=${foreign}`), 422, 'INVALID_CURSOR');
  });

  test('takes its cursor through another key of the ledger, with another limit', async () => {
    const colleague = client(ledger.baseUrl, await ledger.newKey(books.ledger));
    const { status } = await colleague.get(`${at(path)}?cursor=${await cursorOf(at(path))}&limit=7`);
    expect(status).toBe(200);
  });
});

describe('a cursor', () => {
  test.each([
    ['/transactions', '/transactions?layer=settled'],
    ['/transactions?layer=settled', '/transactions'],
    ['/transactions?layer=settled', '/transactions?layer=settled&status=posted'],
    ['/transactions?from_date=2026-01-01', '/transactions?from_date=2026-01-02'],
    ['/transactions?from_date=2026-01-01', '/transactions?to_date=2026-01-01'],
    ['/accounts?active=true', '/accounts?active=false'],
    ['/accounts?search=a', '/accounts?search=A'],
    ['/accounts?search=s', '/accounts'],
    ['/accounts/CASH/entries?layer=settled', '/accounts/CASH/entries'],
    ['/accounts/CASH/entries', '/accounts/CASH/entries?end_date=2026-12-31'],
    ['/accounts/CASH/entries', '/accounts/SALES/entries'],
  ])('from %s is refused for %s', async (from, to) => {
    const sales = (await books.api.get('/accounts?search=SALES')).body.data[0].id;
    const cursor = await cursorOf(at(from));
    const path = at(to).replace('SALES', sales);
    const refused = await books.api.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
    expectRefusal(refused, 422, 'INVALID_CURSOR');
  });

  test('is valid for the same filters in another order', async () => {
    const cursor = await cursorOf('/transactions?layer=settled&from_date=2026-01-01');
    const same = `/transactions?cursor=${cursor}&from_date=2026-01-01&layer=SETTLED`;
    expect((await books.api.get(same)).body.data).toHaveLength(2);
  });
});
