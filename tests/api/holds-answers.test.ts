/**
 * The refusals to settle, release or extend a hold for reasons outside the hold: its journal or accounts, idempotency keys, amounts and
 * attributes.
 */
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  idsOf,
  lockPeriod,
  openBooks,
  openJournal,
  whileKeyIsHeld,
  type Fields,
} from '../support/requests';

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
});

beforeEach(async () => {
  books = await openBooks(ledger);
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const verbs = ['settle', 'release'] as const;
type Verb = (typeof verbs)[number] | 'extend';
const hold = (fields: Fields = {}) =>
  decide(books.api, { layer: 'pending', entries: [debit('CASH', '60.00'), credit('SALES', '60.00')], ...fields });
const send = (id: string, verb: Verb, fields: Fields = {}) =>
  books.api.post(`/transactions/${id}/${verb}`, { ...(verb === 'extend' ? { amount: '70.00' } : {}), ...fields });
const stateOf = async (id: string) => dataOf(await books.api.get(`/transactions/${id}`), 200).hold.state;

describe.each([...verbs, 'extend'] as const)('%s is refused', (verb) => {
  test('if the journal is closed', async () => {
    const journal_id = await openJournal(books.api);
    const { id } = await hold({ journal_id });
    dataOf(await books.api.put(`/journals/${journal_id}`, { status: 'closed' }), 200);
    expectRefusal(await send(id, verb), 400, 'JOURNAL_CLOSED');
    expect(await stateOf(id)).toBe('open');
  });

  test('if an account is inactive', async () => {
    const { id, entries } = await hold();
    dataOf(await books.api.put(`/accounts/${entries[0].account_id}`, { is_active: false }), 200);
    expectRefusal(await send(id, verb), 400, 'ACCOUNT_INACTIVE');
    expect(await stateOf(id)).toBe('open');
  });

  test('if today is locked', async () => {
    const { id } = await hold();
    await lockPeriod(books.api, '2099-12-31');
    expectRefusal(await send(id, verb), 422, 'PERIOD_LOCKED');
    expect(await stateOf(id)).toBe('open');
  });

  test('while its key is in use', async () => {
    const { id } = await hold();
    const answer = await whileKeyIsHeld(ledger, books, 'capture', () => send(id, verb, { idempotency_key: 'capture' }));
    expectRefusal(answer, 409, 'idempotency_key_in_use');
    expect(await stateOf(id)).toBe('open');
  });
});

describe.each(verbs)('%s is refused', (verb) => {
  test('with amounts that are too fine, or that do not balance', async () => {
    const { id, entries } = await hold();
    const [first, second] = idsOf(entries);
    expectRefusal(await send(id, verb, { amount: '1.001' }), 400, 'AMOUNT_PRECISION_EXCEEDED');
    const uneven = [
      { entry_id: first, amount: '2.00' },
      { entry_id: second, amount: '1.00' },
    ];
    expectRefusal(await send(id, verb, { entries: uneven }), 400, 'ENTRIES_NOT_BALANCED');
    expect(await stateOf(id)).toBe('open');
  });
});

describe.each(['settle', 'release', 'reverse'] as const)('%s is refused for its attributes', (verb) => {
  const sendAttributes = (id: string, attributes: object) =>
    books.api.post(`/transactions/${id}/${verb}`, {
      attributes,
      ...(verb === 'reverse' ? { reason: 'Not wanted', date: '2026-02-10' } : {}),
    });

  test.each<[code: string, attributes: object]>([
    ['ATTRIBUTE_COUNT_EXCEEDED', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`key_${index}`, 'x']))],
    ['ATTRIBUTE_INVALID_KEY', { Region: 'x' }],
    ['ATTRIBUTE_RESERVED_KEY', { layer: 'x' }],
    ['ATTRIBUTE_INVALID_VALUE', { region: 1 }],
    ['ATTRIBUTE_VALUE_TOO_LONG', { region: 'x'.repeat(129) }],
  ])('with 422 %s', async (code, attributes) => {
    const { id } = await hold();
    expectRefusal(await sendAttributes(id, attributes), 422, code);
    expect(await stateOf(id)).toBe('open');
  });

  test('with 422 ATTRIBUTE_KEY_CAP_EXCEEDED', async () => {
    for (let group = 0; group < 10; group++)
      await decide(books.api, {
        attributes: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key_${group}_${index}`, 'x'])),
      });
    const { id } = await hold();
    expectRefusal(await sendAttributes(id, { one_more: 'x' }), 422, 'ATTRIBUTE_KEY_CAP_EXCEEDED');
    expect(await stateOf(id)).toBe('open');
  });

  test('with 422 ATTRIBUTE_NOT_DECLARED in strict mode', async () => {
    const { id } = await hold();
    dataOf(await books.api.put('/attribute-settings', { strict_mode: true }), 200);
    expectRefusal(await sendAttributes(id, { undeclared: 'x' }), 422, 'ATTRIBUTE_NOT_DECLARED');
    expect(await stateOf(id)).toBe('open');
  });
});
