import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, nowhere, openBooks, uuid, type Fields } from '../support/requests';
import { refusedUntouched } from '../support/untouched';

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const sale = (fields: Fields = {}): Fields => ({
  code: 'SALE',
  name: 'A sale',
  params_schema: { amount: { type: 'decimal', min: '1.00' } },
  entries_template: {
    entries: [
      { account: 'CASH', type: 'debit', amount: '{params.amount}' },
      { account: 'SALES', type: 'credit', amount: '{params.amount}' },
    ],
  },
  ...fields,
});
const create = async (fields: Fields) => dataOf(await books.api.post('/trancodes', sale(fields)), 201);
const refuse = (path: string, body?: unknown) => refusedUntouched(ledger, books, (api) => api.post(path, body));

describe('a transaction code', () => {
  test('is created with 201 and a Location, and reads as it was written', async () => {
    const answer = await books.api.post('/trancodes', sale({ code: 'WRITTEN' }));
    const data = dataOf(answer, 201);
    expect(data).toMatchObject({ ...sale({ code: 'WRITTEN' }), id: uuid, status: 'active', version: 1 });
    expect(answer.headers.get('Location')).toBe(`/api/v1/trancodes/${data.id}`);
    expect(dataOf(await books.api.get(`/trancodes/${data.id}`), 200)).toEqual(data);
  });

  test('has a code that is unique in its ledger', async () => {
    await create({ code: 'ONCE' });
    expectRefusal(await refuse('/trancodes', sale({ code: 'ONCE' })), 400, 'TRANCODE_CODE_EXISTS', ['code']);
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    dataOf(await other.api.post('/trancodes', sale({ code: 'ONCE' })), 201);
  });

  test('is refused if it cannot balance', async () => {
    const [debit, credit] = (sale()['entries_template'] as { entries: Fields[] }).entries;
    const entries_template = { entries: [debit, { ...credit, amount: '{params.amount + 1}' }] };
    expectRefusal(await refuse('/trancodes', sale({ code: 'TILTED', entries_template })), 400, 'TRANCODE_NOT_BALANCED');
  });

  test('shows the entries that parameters would post, or their errors, without posting', async () => {
    const { id } = await create({ code: 'TRIED' });
    const path = `/trancodes/${id}/validate-params`;
    const tried = await refuse(path, { params: { amount: '2.50' } });
    expect(dataOf(tried, 200)).toMatchObject({
      valid: true,
      rendered: { entries: [{ amount: '2.50' }, { amount: '2.50' }] },
    });
    expectRefusal(await refuse(path, { params: { amount: '0.99' } }), 422, 'TRANCODE_PARAMS_INVALID', ['amount']);
    expectRefusal(await refuse(path, { params: { amount: '2.50', more: 1 } }), 422, 'TRANCODE_PARAMS_INVALID', [
      'more',
    ]);
    // The service shows 64 characters of a name. If these end with the first half of a surrogate pair, it shows a replacement character.
    const long = { amount: '2.50', ['x'.repeat(63) + '\u{1d54b}']: 1 };
    expectRefusal(await refuse(path, { params: long }), 422, 'TRANCODE_PARAMS_INVALID', ['x'.repeat(63) + '\ufffd']);
  });

  test('is deprecated for good, and a repeated request gets the same answer', async () => {
    const { id, ...active } = await create({ code: 'DONE' });
    const first = dataOf(await books.api.post(`/trancodes/${id}/deprecate`), 200);
    expect(first).toEqual({ id, ...active, status: 'deprecated', updated_at: first.updated_at });
    expect(dataOf(await books.api.post(`/trancodes/${id}/deprecate`), 200)).toEqual(first);
    expect(dataOf(await books.api.get('/trancodes?status=deprecated'), 200)).toEqual([first]);
  });

  test('answers 404 for an unknown id, or for one of another ledger', async () => {
    const other = await ledger.newLedger({ tenantId: books.ledger.tenantId });
    const foreign = dataOf(await other.api.post('/trancodes', sale()), 201);
    for (const id of [foreign.id, nowhere]) {
      expectRefusal(await books.api.get(`/trancodes/${id}`), 404, 'TRANCODE_NOT_FOUND');
      expectRefusal(await refuse(`/trancodes/${id}/deprecate`), 404, 'TRANCODE_NOT_FOUND');
      expectRefusal(await refuse(`/trancodes/${id}/validate-params`, { params: {} }), 404, 'TRANCODE_NOT_FOUND');
    }
  });
});
