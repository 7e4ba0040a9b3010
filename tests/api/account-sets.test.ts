import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  codesOf,
  dataOf,
  expectRefusal,
  instant,
  nowhere,
  openAccount,
  openBooks,
  uuid,
  walkBothWays,
  type Fields,
} from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;
let taken: string;
let other: string;

beforeAll(async () => {
  books = await openBooks(ledger);
  taken = (await open({ code: 'TAKEN' })).id;
  other = (await open({ code: 'OTHER' })).id;
});

let made = 0;
const set = (fields: Fields = {}): Fields => ({ code: `S-${++made}`, name: 'A set', ...fields });
const open = async (fields: Fields = {}) => dataOf(await books.api.post('/account-sets', set(fields)), 201);
const change = async (id: string, body: Fields) => dataOf(await books.api.put(`/account-sets/${id}`, body), 200);
const refuseToOpen = (body: unknown) => refusedUntouched(ledger, books, (api) => api.post('/account-sets', body));
const refuseToChange = (id: string, body: unknown) =>
  refusedUntouched(ledger, books, (api) => api.put(`/account-sets/${id}`, body));

const invalid: readonly [field: string, value: unknown, what: string][] = [
  ['code', '', 'is empty'],
  ['code', 'x'.repeat(51), 'has 51 characters'],
  ['code', 'A B', 'has a space'],
  ['code', 'SÈT', 'has a letter outside ASCII'],
  ['code', null, 'is null'],
  ['name', '', 'is empty'],
  ['name', 'x'.repeat(256), 'has 256 characters'],
  ['name', null, 'is null'],
  ['description', 'x'.repeat(1001), 'has 1001 characters'],
  ['description', 1, 'is a number'],
  ['metadata', [], 'is an array'],
  ['metadata', { a: '\ud800' }, 'holds a lone surrogate'],
];

describe('creating an account set', () => {
  test('answers 201 with the whole set and its Location', async () => {
    const fields = { code: 'LIQUID', name: 'Liquid funds', description: 'At hand', metadata: { a: [1] } };
    const answer = await books.api.post('/account-sets', fields);
    const data = dataOf(answer, 201);
    const shape = { id: uuid, ledger_id: books.ledger.id, ...fields, created_at: instant, updated_at: data.created_at };
    expect(answer.body).toEqual({ success: true, data: shape });
    expect(answer.headers.get('Location')).toBe(`/api/v1/account-sets/${data.id}`);
    expect(dataOf(await books.api.get(`/account-sets/${data.id}`), 200)).toEqual(data);
  });

  test('fills in omitted members, and treats null the same', async () => {
    expect(await open()).toMatchObject({ description: null, metadata: null });
    expect(await open({ description: null, metadata: null })).toMatchObject({ description: null, metadata: null });
  });

  test.each(['code', 'name'])('is not valid without a %s', async (field) => {
    const { [field]: _, ...rest } = set();
    expectRefusal(await refuseToOpen(rest), 422, 'VALIDATION_ERROR', [field]);
  });

  test.each(invalid)('is refused if its %s, %j, %s', async (field, value) => {
    expectRefusal(await refuseToOpen(set({ [field]: value })), 422, 'VALIDATION_ERROR', [field]);
  });

  test.each([[[]], [null], ['x']])('is refused with the body %j', async (body) => {
    expectRefusal(await refuseToOpen(body), 422, 'VALIDATION_ERROR', ['body']);
  });

  test('is refused with a code of this ledger, and accepted with one of another ledger', async () => {
    expectRefusal(await refuseToOpen(set({ code: 'TAKEN' })), 409, 'ACCOUNT_SET_CODE_EXISTS');
    const elsewhere = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    dataOf(await elsewhere.api.post('/account-sets', set({ code: 'TAKEN' })), 201);
  });

  test('gives a code to only one of two concurrent requests', async () => {
    const answers = await Promise.all([1, 2].map(() => books.api.post('/account-sets', set({ code: 'TWICE' }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('changing an account set', () => {
  test.each<[field: string, value: unknown]>([
    ['code', 'RENAMED'],
    ['name', 'Renamed'],
    ['description', 'Described'],
    ['description', null],
    ['metadata', { only: 'this' }],
    ['metadata', null],
  ])('sets its %s to %j and leaves the rest alone', async (field, value) => {
    const before = await open({ description: 'Before', metadata: { a: 1, b: 2 } });
    const changed = await change(before.id, { [field]: value });
    expect(changed).toEqual({ ...before, [field]: value, updated_at: instant });
    expect(dataOf(await books.api.get(`/account-sets/${before.id}`), 200)).toEqual(changed);
  });

  test('with an empty or unchanged body keeps everything', async () => {
    const before = await open();
    expect(await change(before.id, {})).toEqual({ ...before, updated_at: instant });
    expect(await change(before.id, { code: before.code })).toEqual({ ...before, updated_at: instant });
  });

  test.each(invalid)('is refused if its %s, %j, %s', async (field, value) => {
    expectRefusal(await refuseToChange(other, { [field]: value }), 422, 'VALIDATION_ERROR', [field]);
  });

  // The rows are in the order in which the service checks for faults: each row's request has that row's fault and the faults of all later
  // rows.
  test.each<[status: number, code: string, id: () => string, body: Fields]>([
    [422, 'VALIDATION_ERROR', () => nowhere, { code: 'TAKEN', name: '' }],
    [404, 'ACCOUNT_SET_NOT_FOUND', () => nowhere, { code: 'TAKEN' }],
    [409, 'ACCOUNT_SET_CODE_EXISTS', () => other, { code: 'TAKEN' }],
  ])('is refused with %i %s before any later fault', async (status, code, id, body) => {
    expectRefusal(await refuseToChange(id(), body), status, code);
  });
});

describe('an account set that does not exist', () => {
  const requests: readonly [what: string, send: (id: string) => ReturnType<TestBooks['api']['get']>][] = [
    ['read', (id) => books.api.get(`/account-sets/${id}`)],
    ['changed', (id) => books.api.put(`/account-sets/${id}`, {})],
    ['deleted', (id) => books.api.delete(`/account-sets/${id}`)],
    ['listed', (id) => books.api.get(`/account-sets/${id}/members`)],
    ['added to', (id) => books.api.post(`/account-sets/${id}/members`, { member_type: 'account', member_id: nowhere })],
    ['taken from', (id) => books.api.delete(`/account-sets/${id}/members/${nowhere}`)],
    ['summed up', (id) => books.api.get(`/account-sets/${id}/balance`)],
  ];

  test.each(requests)('cannot be %s', async (_, send) => {
    const elsewhere = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    const foreign = dataOf(await elsewhere.api.post('/account-sets', set()), 201);
    for (const id of [nowhere, 'TAKEN', foreign.id])
      expectRefusal(await refusedUntouched(ledger, books, () => send(id)), 404, 'ACCOUNT_SET_NOT_FOUND');
    dataOf(await elsewhere.api.get(`/account-sets/${foreign.id}`), 200);
  });
});

describe('deleting an account set', () => {
  test('removes the set and keeps its members', async () => {
    const [cash] = dataOf(await books.api.get('/accounts?search=CASH'), 200);
    const [parent, set, child] = [await open(), await open(), await open()];
    const add = (id: string, member_type: string, member_id: string) =>
      books.api.post(`/account-sets/${id}/members`, { member_type, member_id });
    dataOf(await add(parent.id, 'account_set', set.id), 201);
    dataOf(await add(set.id, 'account_set', child.id), 201);
    dataOf(await add(set.id, 'account', cash.id), 201);
    const answer = await books.api.delete(`/account-sets/${set.id}`);
    expect(answer.body).toEqual({ success: true, data: { id: set.id, deleted: true } });
    expectRefusal(await books.api.get(`/account-sets/${set.id}`), 404, 'ACCOUNT_SET_NOT_FOUND');
    expect(dataOf(await books.api.get(`/account-sets/${parent.id}/members`), 200)).toEqual([]);
    expect(dataOf(await books.api.get(`/account-sets/${child.id}`), 200)).toEqual(child);
    expect(dataOf(await books.api.get(`/accounts/${cash.id}`), 200)).toEqual(cash);
    await open({ code: set.code });
  });

  test('allows its accounts to be deleted', async () => {
    const { id } = await openAccount(books.api);
    const set = await open();
    dataOf(await books.api.post(`/account-sets/${set.id}/members`, { member_type: 'account', member_id: id }), 201);
    dataOf(await books.api.delete(`/account-sets/${set.id}`), 200);
    dataOf(await books.api.delete(`/accounts/${id}`), 200);
  });
});

describe('listing account sets', () => {
  let api: TestBooks['api'];
  const names = [
    ['LIQUID', 'Cash and the like'],
    ['FIXED', 'What stays'],
    ['fixed-2', 'More of it'],
    ['100.PERCENT', '100% of all'],
    ['UNDER_SCORE', 'C:\\temp'],
  ] as const;

  beforeAll(async () => {
    ({ api } = await ledger.newLedger());
    for (const [code, name] of names) dataOf(await api.post('/account-sets', { code, name }), 201);
  });

  test.each([1, 2, 5, 100])('%i at a time returns all sets by code, both ways', async (limit) => {
    const pages = await walkBothWays(api, '/account-sets', limit);
    expect(codesOf(pages.flat())).toEqual(names.map(([code]) => code).sort());
  });

  test.each([
    ['fixed', 'FIXED fixed-2'],
    ['QUI', 'LIQUID'],
    ['the like', 'LIQUID'],
    ['%25', '100.PERCENT'],
    ['_', 'UNDER_SCORE'],
    ['%5C', 'UNDER_SCORE'],
    ['nobody', ''],
    ['.', '100.PERCENT'],
  ])('searching for %s in code and name finds %j', async (search, expected) => {
    expect(codesOf(dataOf(await api.get(`/account-sets?search=${search}`), 200)).join(' ')).toBe(expected);
  });

  test('keeps to the search on every page', async () => {
    const pages = await walkBothWays(api, '/account-sets?search=i', 1);
    expect(codesOf(pages.flat())).toEqual(['FIXED', 'LIQUID', 'fixed-2']);
    const { next_cursor } = (await api.get('/account-sets?search=i&limit=1')).body.meta.pagination;
    expectRefusal(await api.get(`/account-sets?search=x&limit=1&cursor=${next_cursor}`), 422, 'INVALID_CURSOR');
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    [`search=${'x'.repeat(256)}`, 'search'],
    ['search=%00', 'search'],
    ['search=a&search=b', 'search'],
  ])('with %s is not valid', async (query, field) => {
    expectRefusal(await api.get(`/account-sets?${query}`), 422, 'VALIDATION_ERROR', [field]);
  });

  test('shows no set of another ledger', async () => {
    expect(codesOf(dataOf(await api.get('/account-sets?search=taken'), 200))).toEqual([]);
    expect((await books.api.get(`/account-sets/${taken}`)).body.data).toMatchObject({ code: 'TAKEN' });
  });
});
