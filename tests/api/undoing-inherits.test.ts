/** The dates of settlements, releases and reversals, and the reference and attributes that they inherit from their original. */
import { everyPage } from '../support/client';
import { holdingIn, openWallet, settling } from '../support/holding';
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { dataOf, decide, expectRefusal, type Fields } from '../support/requests';
import { readTransaction, reversal } from '../support/reversals';

const ledger = ledgerOfFile();
let books: TestBooks;
const { hold, settle, release, sendSettle, sendRelease } = holdingIn(() => books);
const midnight = (day: string): string => `${day}T00:00:00.000Z`;
const ends = ['settle', 'release', 'reverse'] as const;
const end = (what: (typeof ends)[number], id: string, fields: Fields = {}) =>
  books.api.post(`/transactions/${id}/${what}`, what === 'reverse' ? reversal(fields) : fields);

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

describe('the date of a settlement, release or reversal', () => {
  test.each(ends)('cannot be before its original: %s', async (what) => {
    const { id } = await hold('10.00', { effective_date: '2026-03-10' });
    const refused = await end(what, id, { amount: '4.00', date: '2026-03-09' });
    expectRefusal(refused, 422, 'DATE_BEFORE_ORIGINAL', ['date']);
    expect(refused.body.message).toContain('The earliest date allowed is 2026-03-10:');
    expect(dataOf(await end(what, id, { amount: '4.00', date: '2026-03-10' }), 201).effective_date).toBe(
      midnight('2026-03-10'),
    );
  });

  test('cannot be before the settlement that is reversed, which may be later than the hold', async () => {
    const { id } = await hold('10.00', { effective_date: '2026-03-10' });
    const settlement = await settle(id, { date: '2026-03-20' });
    expectRefusal(await end('reverse', settlement.id, { date: '2026-03-19' }), 422, 'DATE_BEFORE_ORIGINAL');
    dataOf(await end('reverse', settlement.id, { date: '2026-03-20' }), 201);
  });

  test.each([
    ['settle', sendSettle],
    ['release', sendRelease],
  ])('defaults to the day of a hold that lies ahead: %s', async (_, send) => {
    const { id } = await hold('10.00', { effective_date: '2100-01-01' });
    expect(dataOf(await send(id), 201).effective_date).toBe(midnight('2100-01-01'));
  });

  test('is refused for a lock first', async () => {
    const { id } = await hold('10.00', { effective_date: '2026-03-10' });
    dataOf(await books.api.post('/period-locks', { locked_until: '2026-03-31', reason: 'closed' }), 201);
    expectRefusal(await end('settle', id, { date: '2026-03-09' }), 422, 'PERIOD_LOCKED');
  });
});

describe('a settlement, release or reversal', () => {
  const order = { reference: 'ORDER-7', attributes: { order_no: 'A-7', note: 'gift' } };
  const found = async (): Promise<readonly string[]> =>
    (await everyPage(books.api, '/transactions?attributes[order_no]=A-7')).map((each: Fields) => each['id'] as string);

  beforeEach(async () => {
    await books.api.post('/attribute-definitions', { key: 'order_no', indexed: true });
  });

  test('inherits the reference and attributes of its original, and is found by them', async () => {
    const { id } = await hold('30.00', order);
    const released = await release(id, { amount: '5.00' });
    const rest = dataOf(await end('reverse', id, { amount: '1.00' }), 201);
    const settled = await settle(id, { amount: '20.00', date: '2026-01-20', final: false });
    const refund = dataOf(await end('reverse', settled.id, { amount: '7.00' }), 201);
    for (const made of [released, settled, refund, rest]) expect(made).toMatchObject(order);
    const all = await found();
    expect(all).toEqual(expect.arrayContaining([rest.id, refund.id, settled.id, released.id, id]));
    // The sixth transaction is the release that the service posted before the settlement.
    expect(all).toHaveLength(6);
    expect(await everyPage(books.api, '/transactions?reference=ORDER-7')).toHaveLength(6);
  });

  test('has its own if they are given, and none if they are null', async () => {
    const { id } = await hold('30.00', order);
    const own = { reference: 'CAPTURE-7', attributes: { order_no: 'B-8' } };
    const none = { reference: null, attributes: null };
    for (const said of [own, none])
      expect(dataOf(await end('reverse', id, { amount: '1.00', ...said }), 201)).toMatchObject(said);
    expect(await settle(id, { amount: '1.00', final: false, ...own })).toMatchObject(own);
    expect(await release(id, { amount: '1.00', ...own })).toMatchObject(own);
    expect(await settle(id, { amount: '1.00', final: false, ...none })).toMatchObject(none);
    expect(await release(id, { amount: '1.00', ...none })).toMatchObject(none);
    // The releases that the service posted before the two settlements keep the attributes of the hold.
    const all = await found();
    expect([all.length, all.at(-1)]).toEqual([3, id]);
  });

  test('inherits attributes that strict mode would now refuse; its own are judged', async () => {
    const { id } = await hold('30.00', order);
    dataOf(await books.api.put('/attribute-settings', { strict_mode: true }), 200);
    expect(await settle(id, { amount: '1.00', final: false })).toMatchObject(order);
    for (const what of ends)
      expectRefusal(await end(what, id, { attributes: { undeclared: 'x' } }), 422, 'ATTRIBUTE_NOT_DECLARED');
  });

  test('inherits in a batch too', async () => {
    const { id } = await hold('30.00', order);
    const { results } = dataOf(await books.api.post('/transactions/batch', { transactions: [settling(id)] }), 202);
    expect(await readTransaction(books, results[0].id)).toMatchObject(order);
    expect(await found()).toHaveLength(3);
  });

  test('with a key is replayed with what it inherited first', async () => {
    const sale = await decide(books.api, order);
    const fields = { amount: '1.00', idempotency_key: 'refund-7' };
    const refund = dataOf(await end('reverse', sale.id, fields), 201);
    expect(dataOf(await end('reverse', sale.id, fields), 201)).toEqual(refund);
    for (const other of [{ attributes: { order_no: 'B-8' } }, { attributes: null }, { reference: null }])
      expectRefusal(await end('reverse', sale.id, { ...fields, ...other }), 409, 'idempotency_key_reused');
  });
});
