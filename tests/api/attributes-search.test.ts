/**
 * GET /transactions?attributes[key]=value reads the index, and lists all transactions with the value, newest first. It is refused while the
 * index is incomplete or off.
 */
import { defaultMaxKeys } from '../../src/modules/attributes/application/ports';
import { attributeLimits } from '../../src/modules/attributes/wiring';
import { everyPage, quiet, type Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  accept,
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  openAccount,
  openBooks,
  transaction,
  walkBothWays,
  type Fields,
} from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;

const tooMuch = [debit('FULL', '100.00'), credit('SALES', '100.00')];
const history: readonly Fields[] = [
  { description: 'a', attributes: { region: 'north', channel: 'web' } },
  { description: 'b', attributes: { region: 'south', channel: 'web' } },
  { description: 'c', attributes: { region: 'north', channel: 'shop' }, layer: 'pending' },
  { description: 'd' },
  { description: 'e', attributes: { region: 'north', channel: 'web' }, entries: tooMuch },
  { description: 'f', attributes: { region: 'north', channel: 'web', note: 'web' }, effective_date: '2026-02-01' },
  { description: 'g', attributes: { channel: 'north' } },
  { description: 'h', attributes: { region: 'North ', channel: '100% & "ß" [x]=1 📚' } },
  { description: 'i', attributes: { region: '', channel: 'web' } },
];

beforeAll(async () => {
  ledger = await startLedger([attributeLimits({ maxKeys: defaultMaxKeys, maxIndexWaitMs: 60_000 })]);
  books = await openBooks(ledger);
  await openAccount(books.api, { code: 'FULL', enforce_balance_limits: true, max_balance: '5' });
  for (const key of ['region', 'channel']) await books.api.post('/attribute-definitions', { key, indexed: true });
  await books.api.post('/attribute-definitions', { key: 'declared' });
  for (const fields of history) await accept(books.api, fields);
  await quiet(books.api);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const query = (filters: Readonly<Record<string, string>>): string => new URLSearchParams(filters).toString();
const listed = async (filters: Readonly<Record<string, string>>): Promise<string> =>
  (await everyPage(books.api, `/transactions?${query(filters)}`)).map(({ description }) => description).join('');
const search = (text: string): Promise<Answer> => books.api.get(`/transactions?${text}`);

describe('a search by attributes', () => {
  test.each<[Record<string, string>, string]>([
    [{ 'attributes[region]': 'north' }, 'feca'],
    [{ 'attributes[region]': 'south' }, 'b'],
    [{ 'attributes[region]': 'North ' }, 'h'],
    [{ 'attributes[region]': 'NORTH' }, ''],
    [{ 'attributes[region]': '' }, 'i'],
    [{ 'attributes[region]': '%' }, ''],
    [{ 'attributes[channel]': '100% & "ß" [x]=1 📚' }, 'h'],
    [{ 'attributes[region]': 'north', 'attributes[channel]': 'web' }, 'fea'],
    [{ 'attributes[channel]': 'web', 'attributes[region]': 'north' }, 'fea'],
    [{ 'attributes[region]': 'south', 'attributes[channel]': 'shop' }, ''],
    [{ 'attributes[region]': 'north', status: 'failed' }, 'e'],
    [{ 'attributes[region]': 'north', status: 'posted' }, 'fca'],
    [{ 'attributes[region]': 'north', status: 'pending' }, ''],
    [{ 'attributes[region]': 'north', layer: 'pending' }, 'c'],
    [{ 'attributes[channel]': 'web', 'attributes[region]': 'north', from_date: '2026-02-01' }, 'f'],
  ])('by %j finds %j', async (filters, expected) => {
    expect(await listed(filters)).toBe(expected);
  });

  test('returns transactions in full, as a request by id does', async () => {
    const [found] = (await search('attributes[region]=south')).body.data;
    expect(found).toEqual((await books.api.get(`/transactions/${found.id}`)).body.data);
  });

  test('goes page by page, both ways', async () => {
    const pages = await walkBothWays(books.api, '/transactions?attributes[channel]=web&attributes[region]=north', 1);
    expect(pages.flat().map(({ description }) => description)).toEqual(['f', 'e', 'a']);
    const longer = await walkBothWays(books.api, '/transactions?attributes[channel]=web', 2);
    expect(longer.flat().map(({ description }) => description)).toEqual(['i', 'f', 'e', 'b', 'a']);
  });

  test('refuses its cursor with other filters', async () => {
    const { next_cursor: cursor } = (await search('attributes[region]=north&limit=1')).body.meta.pagination;
    for (const other of [
      'attributes[region]=south',
      'attributes[channel]=north',
      '',
      'attributes[region]=north&layer=settled',
    ])
      expectRefusal(await search(`${other}&limit=1&cursor=${cursor}`), 422, 'INVALID_CURSOR');
  });

  test('finds transactions as soon as they are accepted, pending or posted', async () => {
    const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    const { id } = await accept(other.api, { attributes: { region: 'west' } });
    expect((await other.api.get('/transactions?attributes[region]=west')).body.data).toMatchObject([{ id }]);
    const batch = dataOf(
      await other.api.post('/transactions/batch', {
        transactions: [{ region: 'west' }, { region: 'east' }].map((attributes) => transaction({ attributes })),
      }),
      202,
    );
    expect((await other.api.get('/transactions?attributes[region]=west')).body.data).toMatchObject([
      { id: batch.results[0].id },
      { id },
    ]);
  });

  test('finds attributes that a transaction code adds', async () => {
    const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    const entries = [
      { account: 'CASH', type: 'debit', amount: '5' },
      { account: 'SALES', type: 'credit', amount: '5' },
    ];
    await other.api.post('/trancodes', {
      code: 'SALE',
      name: 'A sale',
      entries_template: { entries },
      attributes_template: { region: 'home' },
    });
    const { id } = await decide(other.api, {
      entries: undefined,
      transaction_code: 'SALE',
      transaction_code_params: {},
    });
    expect((await other.api.get('/transactions?attributes[region]=home')).body.data).toMatchObject([{ id }]);
  });

  test('shows nothing of other ledgers', async () => {
    const other = await openBooks(ledger, { tenantId: books.ledger.tenantId });
    expect((await other.api.get('/transactions?attributes[region]=north')).body.data).toEqual([]);
    const stranger = await openBooks(ledger);
    expectRefusal(await stranger.api.get('/transactions?attributes[region]=north'), 422, 'ATTRIBUTE_NOT_INDEXED');
  });

  test.each([
    'attributes[declared]=x',
    'attributes[note]=web',
    'attributes[nobody]=x',
    'attributes[]=x',
    'attributes[Region]=north',
    'attributes[__proto__]=x',
    'attributes[region]=north&attributes[note]=web',
    'attributes[region][deep]=x',
  ])('by a key that is not indexed is refused: %s', async (text) => {
    expectRefusal(await search(text), 422, 'ATTRIBUTE_NOT_INDEXED');
  });

  test.each([
    ['nobody', /^This tenant has no attribute "nobody"\. .* POST \/attribute-definitions with "indexed": true/],
    ['declared', /^The attribute "declared" is not indexed\. .* PATCH \/attribute-definitions\/\{key\}/],
  ])('by %s is refused with the request that makes the key searchable', async (key, message) => {
    expect((await search(`attributes[${key}]=x`)).body.message).toMatch(message);
  });

  test.each([
    ['attributes', 'attributes=north'],
    ['attributes.region', 'attributes[region]=north&attributes[region]=south'],
    ['attributes.region', `attributes[region]=${'x'.repeat(129)}`],
    ['attributes.region', 'attributes[region]=%00'],
    ['attributes', Array.from({ length: 21 }, (_, index) => `attributes[k${index}]=x`).join('&')],
    ['limit', 'attributes[region]=north&limit=0'],
  ])('with a bad %s is not valid: %s', async (field, text) => {
    expectRefusal(await search(text), 422, 'VALIDATION_ERROR', [field]);
  });

  test('is refused once the index is off, and complete again once it is on', async () => {
    const other = await openBooks(ledger);
    const turn = (indexed: boolean) => other.api.patch('/attribute-definitions/region', { indexed });
    await other.api.post('/attribute-definitions', { key: 'region', indexed: true });
    const ids = [(await accept(other.api, { attributes: { region: 'x' } })).id];
    await turn(false);
    expectRefusal(await other.api.get('/transactions?attributes[region]=x'), 422, 'ATTRIBUTE_NOT_INDEXED');
    ids.push((await accept(other.api, { attributes: { region: 'x' } })).id);
    await turn(true);
    ids.push((await accept(other.api, { attributes: { region: 'x' } })).id);
    const found = (await other.api.get('/transactions?attributes[region]=x')).body.data;
    expect(found.map(({ id }: { id: string }) => id)).toEqual(ids.reverse());
  });
});
