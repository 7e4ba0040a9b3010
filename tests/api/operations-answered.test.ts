/** The answers of settlements, releases, extensions and reversals equal the transaction that a later read returns, member by member. */
import { client } from '../support/client';
import { outOfWallet, openWallet } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, idsOf, type Fields } from '../support/requests';
import { reversal } from '../support/reversals';

const ledger = ledgerOfFile();
let books: TestBooks;
let may: TestBooks['api'];

beforeAll(async () => {
  books = await openWallet(ledger, '1000.00');
  may = client(ledger.baseUrl, await ledger.newKey(books.ledger, { capabilities: ['limits:override'] }));
  await books.api.post('/attribute-definitions', { key: 'order_no', indexed: true });
  // After a few postings in a row the process prepares the next group in memory, and operations with an idempotency key join that group.
  // These tests need this state.
  for (let posted = 0; posted < 3; posted++) await decide(books.api, {});
});

const entries = [
  debit('CASH', '60.00', { description: 'Till 4', metadata: { till: 4, share: 0.25 } }),
  credit('SALES', '60.00'),
];
const hold = (fields: Fields = {}) => decide(books.api, { layer: 'pending', entries, ...fields });

/** Performs the operation, and expects that its answer equals a later read of the transaction. */
const answered = async (id: string, what: string, fields: Fields, key: string | null): Promise<Fields> => {
  const body = { ...fields, ...(key === null ? {} : { idempotency_key: key }) };
  const answer = dataOf(await may.post(`/transactions/${id}/${what}`, body), what === 'extend' ? 200 : 201);
  const read = dataOf(await books.api.get(`/transactions/${answer.id}`), 200);
  expect(JSON.stringify(answer)).toBe(JSON.stringify(read));
  return answer;
};

let sent = 0;
const ways: readonly (readonly [way: string, keyOf: () => string | null])[] = [
  ['with a key', () => `answered-${++sent}`],
  ['without a key', () => null],
];

describe.each(ways)('the answer %s equals a later read:', (_, keyOf) => {
  test.each<[name: string, what: string, fields: Fields]>([
    ['a settlement', 'settle', {}],
    ['a settlement of a part', 'settle', { amount: '20.01' }],
    ['a settlement of a part that is not final', 'settle', { amount: '20.00', final: false }],
    ['a settlement of more than was held', 'settle', { amount: '75.50', allow_excess: true }],
    ['a settlement on a day', 'settle', { date: '2026-02-03' }],
    [
      'a settlement with its own description and metadata',
      'settle',
      { description: 'Capture', reference: null, metadata: { b: 1, a: [] } },
    ],
    ['a settlement with its own attributes', 'settle', { attributes: { order_no: 'B-8', z: '1', a: '2' } }],
    ['a release', 'release', {}],
    ['a release of a part', 'release', { amount: '0.03', reason: 'Cancelled' }],
    ['an extension', 'extend', { amount: '80.00' }],
    ['an extension of the expiry', 'extend', { expires_at: '2099-01-01T00:00:00Z' }],
    ['a reversal', 'reverse', reversal({})],
    ['a reversal of a part', 'reverse', reversal({ amount: '10.00' })],
  ])('%s', async (_name, what, fields) => {
    const { id } = await hold();
    await answered(id, what, fields, keyOf());
  });

  test.each(['settle', 'release', 'reverse'])('inherited reference and attributes: %s', async (what) => {
    const { id } = await hold({ reference: 'ORDER-7', attributes: { order_no: 'A-7', note: 'gift' } });
    const answer = await answered(id, what, what === 'reverse' ? reversal({}) : {}, keyOf());
    expect(answer).toMatchObject({ reference: 'ORDER-7', attributes: { order_no: 'A-7', note: 'gift' } });
  });

  test.each(['settle', 'release', 'extend', 'reverse'])('a hold with amended words: %s', async (what) => {
    const { id } = await hold({ reference: 'ORDER-7' });
    dataOf(await books.api.patch(`/transactions/${id}`, { reference: 'ORDER-8', reason: 'Typo' }), 200);
    await answered(id, what, what === 'extend' ? { amount: '61.00' } : what === 'reverse' ? reversal({}) : {}, keyOf());
  });

  test('named entries in any order', async () => {
    const { id, entries: posted } = await hold();
    const [first, second] = idsOf(posted) as [string, string];
    const parts = [second, first].map((entry_id) => ({ entry_id, amount: '12.00' }));
    await answered(id, 'settle', { entries: parts, final: false }, keyOf());
    await answered(id, 'release', { entries: parts }, keyOf());
    const { id: other, entries: sold } = await decide(books.api, { entries });
    const undone = idsOf(sold)
      .toReversed()
      .map((entry_id) => ({ entry_id, amount: '12.00' }));
    await answered(other, 'reverse', reversal({ entries: undone }), keyOf());
  });

  test('an overridden limit', async () => {
    const { id } = await hold({ entries: outOfWallet('1.00') });
    await answered(id, 'settle', { amount: '5000.00', allow_excess: true, override_limits: true }, keyOf());
    const paid = await decide(books.api, { entries: [debit('CASH', '9000.00'), credit('WALLET', '9000.00')] });
    await answered(paid.id, 'reverse', reversal({ override_limits: true }), keyOf());
    await decide(books.api, { entries: [debit('CASH', '9000.00'), credit('WALLET', '9000.00')] });
  });

  test('a renamed account has its new name', async () => {
    const { id, entries: posted } = await hold();
    const name = `Sales ${++sent}`;
    dataOf(await books.api.put(`/accounts/${posted[1].account_id}`, { name }), 200);
    const settlement = await answered(id, 'settle', {}, keyOf());
    expect(settlement).toMatchObject({ entries: [{}, { account_name: name }] });
  });
});

test('a replay answers with the transaction as it is now', async () => {
  const { id } = await hold();
  const settlement = await answered(id, 'settle', { date: '2026-01-20' }, 'replayed');
  dataOf(await books.api.post(`/transactions/${settlement['id']}/reverse`, reversal({ amount: '10.00' })), 201);
  expect(await answered(id, 'settle', { date: '2026-01-20' }, 'replayed')).toMatchObject({ reversed_amount: '10.00' });
});
