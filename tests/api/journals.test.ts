import { everyPage } from '../support/client';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  codesOf,
  dataOf,
  decide,
  expectRefusal,
  instant,
  nowhere,
  openBooks,
  transaction,
  uuid,
  walkBothWays,
  type Fields,
} from '../support/requests';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;
/** Journal code → id. */
const ids = new Map<string, string>();

beforeAll(async () => {
  books = await openBooks(ledger);
  await open({ code: 'TAKEN' });
  await open({ code: 'OTHER' });
  for (const { id, code } of dataOf(await books.api.get('/journals'), 200)) ids.set(code, id);
});

let made = 0;
const journal = (fields: Fields = {}): Fields => ({ code: `J-${++made}`, name: 'A journal', ...fields });
const open = async (fields: Fields = {}) => dataOf(await books.api.post('/journals', journal(fields)), 201);
const change = async (id: string, body: Fields) => dataOf(await books.api.put(`/journals/${id}`, body), 200);
const read = async (id: string) => dataOf(await books.api.get(`/journals/${id}`), 200);
const refuseToOpen = (body: unknown) => refusedUntouched(ledger, books, (api) => api.post('/journals', body));
const refuseToChange = (code: string, body: unknown) =>
  refusedUntouched(ledger, books, (api) => api.put(`/journals/${ids.get(code) ?? code}`, body));

const invalid: readonly [field: string, value: unknown, what: string][] = [
  ['code', '', 'is empty'],
  ['code', 'x'.repeat(51), 'has 51 characters'],
  ['code', 'A:B', 'has a mark that is not allowed'],
  ['code', 'JOURNÀL', 'has a letter outside ASCII'],
  ['code', null, 'is null'],
  ['name', '', 'is empty'],
  ['name', 'x'.repeat(256), 'has 256 characters'],
  ['name', 7, 'is a number'],
  ['description', 'x'.repeat(1001), 'has 1001 characters'],
  ['description', '\0', 'holds NUL'],
  ['status', 'open', 'is neither active nor closed'],
  ['status', 'CLOSED', 'is in another case'],
  ['metadata', 'none', 'is a string'],
];
const noObjects = [
  ['an array', []],
  ['null', null],
] as const;

describe('opening a journal', () => {
  test('answers 201 with the whole journal and its location', async () => {
    const fields = { code: 'PAYROLL', name: 'Payroll', description: 'Wages', status: 'closed', metadata: { a: [1] } };
    const answer = await books.api.post('/journals', fields);
    const data = dataOf(answer, 201);
    const shape = { id: uuid, ledger_id: books.ledger.id, ...fields, created_at: instant, updated_at: data.created_at };
    expect(answer.body).toEqual({ success: true, data: shape });
    expect(answer.headers.get('Location')).toBe(`/api/v1/journals/${data.id}`);
    expect(await read(data.id)).toEqual(data);
  });

  test('fills in members that are missing or null', async () => {
    const defaults = { description: null, status: 'active', metadata: null };
    expect(await open()).toMatchObject(defaults);
    expect(await open({ description: null, metadata: null })).toMatchObject(defaults);
  });

  test.each(['x', '._-0', 'a'.repeat(50), 'default'])('takes the code %s', async (code) => {
    expect(await open({ code })).toMatchObject({ code });
  });

  test.each(['code', 'name'])('is not valid without a %s', async (field) => {
    const { [field]: _, ...rest } = journal();
    expectRefusal(await refuseToOpen(rest), 422, 'VALIDATION_ERROR', [field]);
  });

  test.each(invalid)('is refused if its %s, %j, %s', async (field, value) => {
    expectRefusal(await refuseToOpen(journal({ [field]: value })), 422, 'VALIDATION_ERROR', [field]);
  });

  test.each(noObjects)('is not valid as %s', async (_, body) => {
    expectRefusal(await refuseToOpen(body), 422, 'VALIDATION_ERROR', ['body']);
  });

  test.each(['TAKEN', 'DEFAULT'])('is refused with a code that exists, %s', async (code) => {
    expectRefusal(await refuseToOpen(journal({ code })), 409, 'JOURNAL_CODE_EXISTS');
  });

  test('is possible with a code of another ledger', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    dataOf(await other.api.post('/journals', journal({ code: 'TAKEN' })), 201);
  });
});

describe('reading journals', () => {
  test('lists all of them by code in both directions, including DEFAULT', async () => {
    const { api } = await ledger.newLedger();
    for (const code of ['b', 'A', 'EARLY', 'a', 'Z-9']) dataOf(await api.post('/journals', journal({ code })), 201);
    const [first] = (await walkBothWays(api, '/journals', 6)).flat();
    for (const limit of [1, 2, 5]) {
      const pages = await walkBothWays(api, '/journals', limit);
      expect(codesOf(pages.flat())).toEqual(['A', 'DEFAULT', 'EARLY', 'Z-9', 'a', 'b']);
      expect(pages[0]?.[0]).toEqual(first);
    }
    for (const shown of await everyPage(api, '/journals'))
      expect(dataOf(await api.get(`/journals/${shown.id}`), 200)).toEqual(shown);
  });

  test.each(['limit=0', 'limit=101', 'limit=x'])('with %s is not valid', async (query) => {
    expectRefusal(await books.api.get(`/journals?${query}`), 422, 'VALIDATION_ERROR', ['limit']);
  });

  test.each(['DEFAULT', nowhere])('answers 404 for %s', async (id) => {
    expectRefusal(await books.api.get(`/journals/${id}`), 404, 'JOURNAL_NOT_FOUND');
  });

  test('answers 404 for a journal of another ledger', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    const foreign = dataOf(await other.api.post('/journals', journal()), 201);
    expectRefusal(await books.api.get(`/journals/${foreign.id}`), 404, 'JOURNAL_NOT_FOUND');
    expectRefusal(await refuseToChange(foreign.id, {}), 404, 'JOURNAL_NOT_FOUND');
  });
});

describe('changing a journal', () => {
  test.each<[field: string, value: unknown]>([
    ['code', 'RENAMED'],
    ['name', 'Renamed'],
    ['description', 'Described'],
    ['description', null],
    ['status', 'closed'],
    ['metadata', { only: 'this' }],
    ['metadata', null],
  ])('sets its %s to %j and leaves the rest alone', async (field, value) => {
    const before = await open({ description: 'Before', metadata: { a: 1, b: 2 } });
    const changed = await change(before.id, { [field]: value });
    expect(changed).toEqual({ ...before, [field]: value, updated_at: instant });
    expect(await read(before.id)).toEqual(changed);
  });

  test('keeps everything if nothing or only present values are sent', async () => {
    const before = await open({ metadata: { a: 1 } });
    expect(await change(before.id, {})).toEqual({ ...before, updated_at: instant });
    expect(await change(before.id, { code: before.code, name: before.name })).toEqual({
      ...before,
      updated_at: instant,
    });
  });

  test.each(invalid)('is refused if its %s, %j, %s', async (field, value) => {
    expectRefusal(await refuseToChange('OTHER', { [field]: value }), 422, 'VALIDATION_ERROR', [field]);
  });

  test.each([...noObjects, ['a status of null', { status: null }] as const])('is not valid as %s', async (_, body) => {
    expectRefusal(await refuseToChange('OTHER', body), 422, 'VALIDATION_ERROR');
  });

  // The rows are in the order in which the service checks for faults: each row's request has that row's fault and the faults of all later
  // rows.
  const faults: readonly [status: number, code: string, of: string, body: Fields][] = [
    [422, 'VALIDATION_ERROR', nowhere, { code: 'TAKEN', name: '' }],
    [404, 'JOURNAL_NOT_FOUND', nowhere, { code: 'TAKEN' }],
    [403, 'JOURNAL_RENAME_FORBIDDEN', 'DEFAULT', { code: 'TAKEN' }],
    [409, 'JOURNAL_CODE_EXISTS', 'OTHER', { code: 'TAKEN' }],
  ];

  test.each(faults)('is refused with %i %s before any later check', async (status, code, of, body) => {
    expectRefusal(await refuseToChange(of, body), status, code);
  });

  test.each([{ code: 'USUAL' }, { name: 'Usual' }, { code: 'default' }, { code: 'USUAL', status: 'closed' }])(
    'never renames DEFAULT: %j',
    async (body) => {
      expectRefusal(await refuseToChange('DEFAULT', body), 403, 'JOURNAL_RENAME_FORBIDDEN');
    },
  );

  test('can change all other fields of DEFAULT', async () => {
    const { name } = await read(ids.get('DEFAULT') ?? '');
    const body = { code: 'DEFAULT', name, description: 'The usual one', metadata: { a: 1 } };
    expect(await change(ids.get('DEFAULT') ?? '', body)).toMatchObject(body);
  });

  test('never renames another journal to DEFAULT', async () => {
    expectRefusal(await refuseToChange('OTHER', { code: 'DEFAULT' }), 409, 'JOURNAL_CODE_EXISTS');
  });
});

describe('a closed journal', () => {
  const closedBooks = async (code: string) => {
    const closed = await openBooks(ledger);
    const { id } =
      code === 'DEFAULT'
        ? dataOf(await closed.api.get('/journals'), 200)[0]
        : dataOf(await closed.api.post('/journals', journal({ code })), 201);
    const inside = code === 'DEFAULT' ? {} : { journal_id: id };
    const before = await decide(closed.api, inside);
    const set = async (status: string) => dataOf(await closed.api.put(`/journals/${id}`, { status }), 200);
    await set('closed');
    return { books: closed, inside, before, set };
  };

  test.each(['DEFAULT', 'CLOSING'])('%s refuses new transactions until it is open again', async (code) => {
    const { books: closed, inside, set } = await closedBooks(code);
    const post = () => closed.api.post('/transactions', transaction(inside));
    expectRefusal(await refusedUntouched(ledger, closed, post), 400, 'JOURNAL_CLOSED');
    const batch = { transactions: [transaction(inside)] };
    expect(
      dataOf(await refusedUntouched(ledger, closed, (api) => api.post('/transactions/batch', batch)), 202),
    ).toMatchObject({
      accepted: 0,
      results: [{ status: 'rejected', code: 'JOURNAL_CLOSED' }],
    });
    const atomic = () => closed.api.post('/transactions/batch', { ...batch, atomic: true });
    expectRefusal(await refusedUntouched(ledger, closed, atomic), 422, 'BATCH_REJECTED');
    await set('active');
    expect(await decide(closed.api, inside)).toMatchObject({ status: 'posted' });
  });

  test('allows no reversal until it is open again', async () => {
    const { books: closed, before, set } = await closedBooks('CLOSING');
    const reverse = () =>
      closed.api.post(`/transactions/${before.id}/reverse`, { reason: 'Wrong', date: '2026-01-20' });
    expectRefusal(await refusedUntouched(ledger, closed, reverse), 422, 'TRANSACTION_NOT_REVERSIBLE');
    await set('active');
    dataOf(await reverse(), 201);
  });

  test('keeps its transactions, and allows their void once it is open again', async () => {
    const { books: closed, inside, before, set } = await closedBooks('CLOSING');
    const [shown] = dataOf(await closed.api.get(`/transactions?journal_id=${inside.journal_id}`), 200);
    expect(shown).toEqual(before);
    const voiding = () => closed.api.post(`/transactions/${before.id}/void`);
    expectRefusal(await refusedUntouched(ledger, closed, voiding), 409, 'TRANSACTION_NOT_VOIDABLE');
    await set('active');
    dataOf(await voiding(), 200);
  });
});
