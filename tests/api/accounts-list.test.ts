import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { everyPage } from '../support/client';
import { codesOf, expectRefusal, nowhere, openAccount, walkBothWays } from '../support/requests';

const ledger = ledgerOfFile();
let books: TestBooks;
let rootId: string;

const chart = [
  { code: 'a-lower', name: 'Lower case sorts behind upper case', type: 'asset' },
  { code: 'B-CHILD', name: 'Under the root', type: 'asset', parent_code: 'ROOT' },
  { code: 'C-CHILD', name: 'Asleep under the root', type: 'expense', parent_code: 'ROOT', is_active: false },
  { code: 'D-100', name: '100% cotton', type: 'revenue' },
  { code: 'E-1000', name: '1000 cottons', type: 'revenue' },
  { code: 'F_X', name: 'Under_score', type: 'liability' },
  { code: 'FAX', name: 'Underascore', type: 'liability' },
  { code: 'G', name: 'back\\slash', type: 'equity', is_active: false },
  { code: 'H', name: 'ÉPICERIE Straße', type: 'equity' },
  { code: '0', name: "quote ' and ; drop", type: 'asset' },
];
const sorted = ['0', 'B-CHILD', 'C-CHILD', 'D-100', 'E-1000', 'FAX', 'F_X', 'G', 'H', 'ROOT', 'a-lower'];

beforeAll(async () => {
  books = await ledger.newLedger();
  rootId = (await openAccount(books.api, { code: 'ROOT', name: 'The root', type: 'asset' })).id;
  for (const account of chart) await openAccount(books.api, account);
});

const listed = async (query: string): Promise<readonly string[]> =>
  codesOf(await everyPage(books.api, `/accounts${query}`));

describe('listing accounts', () => {
  test('returns all accounts in full, by code', async () => {
    const { status, body } = await books.api.get('/accounts');
    expect(status).toBe(200);
    expect(codesOf(body.data)).toEqual(sorted);
    expect(body.data[9]).toEqual((await books.api.get(`/accounts/${rootId}`)).body.data);
    const pagination = { limit: 25, has_more: false, next_cursor: null, previous_cursor: null };
    expect(body).toEqual({ success: true, data: body.data, meta: { pagination } });
  });

  test('returns an empty page for an empty ledger', async () => {
    const { body } = await (await ledger.newLedger()).api.get('/accounts');
    const pagination = { limit: 25, has_more: false, next_cursor: null, previous_cursor: null };
    expect(body).toEqual({ success: true, data: [], meta: { pagination } });
  });

  test.each([
    ['?type=asset', ['0', 'B-CHILD', 'ROOT', 'a-lower']],
    ['?type=liability', ['FAX', 'F_X']],
    ['?active=false', ['C-CHILD', 'G']],
    ['?active=true&type=equity', ['H']],
    ['?type=expense&active=true', []],
    ['?search=child', ['B-CHILD', 'C-CHILD']],
    ['?search=UNDER%20THE%20ROOT', ['B-CHILD', 'C-CHILD']],
    ['?search=100', ['D-100', 'E-1000']],
    ['?search=', sorted],
    ['?search=nothing-like-it', []],
    ['?search=root&active=true&type=asset', ['B-CHILD', 'ROOT']],
  ])('with %s returns only the matching accounts', async (query, codes) => {
    expect(await listed(query)).toEqual(codes);
  });

  test.each([
    ['%', ['D-100']],
    ['100%', ['D-100']],
    ['_', ['F_X']],
    ['F_X', ['F_X']],
    ['\\', ['G']],
    ['K\\S', ['G']],
    ['\\%', []],
    ["'", ['0']],
    ["' and ; DROP", ['0']],
  ])('searching %j matches each character literally', async (search, codes) => {
    expect(await listed(`?search=${encodeURIComponent(search)}`)).toEqual(codes);
  });

  test('searching ignores case beyond ASCII too', async () => {
    expect(await listed(`?search=${encodeURIComponent('épicerie')}`)).toEqual(['H']);
  });

  test('by parent returns only its children, whatever the case of the id', async () => {
    expect(await listed(`?parent_id=${rootId}`)).toEqual(['B-CHILD', 'C-CHILD']);
    expect(await listed(`?parent_id=${rootId.toUpperCase()}&active=false`)).toEqual(['C-CHILD']);
    expect(await listed(`?parent_id=${nowhere}`)).toEqual([]);
  });

  test('shows nothing of another ledger of the tenant', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    await openAccount(other.api, { code: 'ELSEWHERE' });
    expect(await listed('?search=ELSEWHERE')).toEqual([]);
    expect(codesOf((await other.api.get('/accounts')).body.data)).toEqual(['ELSEWHERE']);
  });

  test.each([
    ['type', 'gold'],
    ['type', 'ASSET'],
    ['type', ''],
    ['active', 'yes'],
    ['active', '1'],
    ['active', 'TRUE'],
    ['active', ''],
    ['parent_id', 'ROOT'],
    ['parent_id', ''],
    ['search', 'x'.repeat(256)],
    ['search', '%00'],
  ])('with %s=%s is not valid', async (field, value) => {
    expectRefusal(await books.api.get(`/accounts?${field}=${value}`), 422, 'VALIDATION_ERROR', [field]);
  });

  test.each([
    'type=asset&type=asset',
    'active=true&active=false',
    'search=a&search=b',
    `parent_id=${nowhere}&parent_id=`,
  ])('with %s is not valid, because a value is given twice', async (query) => {
    const [field = ''] = query.split('=');
    expectRefusal(await books.api.get(`/accounts?${query}`), 422, 'VALIDATION_ERROR', [field]);
  });
});

describe('paging through accounts', () => {
  test.each([1, 2, 3, 10, 11, 100])('%i at a time gives the same both ways', async (limit) => {
    const pages = await walkBothWays(books.api, '/accounts', limit);
    expect(codesOf(pages.flat())).toEqual(sorted);
  });

  test('keeps to the filters', async () => {
    const pages = await walkBothWays(books.api, '/accounts?active=true&search=U', 2);
    expect(codesOf(pages.flat())).toEqual(['0', 'B-CHILD', 'FAX', 'F_X', 'a-lower']);
  });

  test('returns 25 at a time without a limit', async () => {
    const { api } = await ledger.newLedger();
    for (let index = 10; index < 37; index++) await openAccount(api, { code: `N-${index}` });
    const first = (await api.get('/accounts')).body;
    expect(first.data).toHaveLength(25);
    const second = (await api.get(`/accounts?cursor=${first.meta.pagination.next_cursor}`)).body;
    expect(codesOf(second.data)).toEqual(['N-35', 'N-36']);
    expect(second.meta.pagination).toMatchObject({ limit: 25, has_more: false, next_cursor: null });
  });

  test('allows another limit for the next page', async () => {
    const { next_cursor } = (await books.api.get('/accounts?limit=2')).body.meta.pagination;
    const { body } = await books.api.get(`/accounts?limit=4&cursor=${next_cursor}`);
    expect(codesOf(body.data)).toEqual(sorted.slice(2, 6));
  });

  test('keeps its place while accounts are opened before and after it', async () => {
    const { api } = await ledger.newLedger();
    for (const code of ['B', 'D', 'F']) await openAccount(api, { code });
    const first = (await api.get('/accounts?limit=2')).body;
    for (const code of ['A', 'C', 'E']) await openAccount(api, { code });
    const second = (await api.get(`/accounts?limit=2&cursor=${first.meta.pagination.next_cursor}`)).body;
    expect(codesOf(second.data)).toEqual(['E', 'F']);
    const back = (await api.get(`/accounts?limit=2&cursor=${second.meta.pagination.previous_cursor}`)).body;
    expect(codesOf(back.data)).toEqual(['C', 'D']);
  });
});
