/** A repeated batch is answered with the id of the first batch, under which its transactions can be listed. */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import {
  credit,
  dataOf,
  debit,
  decide,
  expectRefusal,
  freshKey,
  idsOf,
  openBooks,
  transaction,
  without,
  type Fields,
} from '../support/requests';
import { extending, releasing, reversing, settling } from '../support/holding';
import { refusedUntouched } from '../support/untouched';

const ledger = ledgerOfFile();
let books: TestBooks;

beforeAll(async () => {
  books = await openBooks(ledger);
});

const send = (transactions: readonly Fields[], fields: Fields = {}) =>
  books.api.post('/transactions/batch', { transactions, ...fields });
const unbalanced = () => transaction({ entries: [debit('CASH', '1.00'), credit('SALES', '2.00')] });

describe('a repeated batch', () => {
  test.each([false, true])('answers the id of the first batch, atomic or not: %s', async (atomic) => {
    const items = [transaction(), transaction()];
    const first = await send(items, { atomic });
    const second = await send(items, { atomic });
    const { batch_id, results } = dataOf(first, 202);
    expect(dataOf(second, 202)).toMatchObject({ batch_id, accepted: 2, replayed: 2, rejected: 0 });
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const { body } = await books.api.get(`/transactions?batch_id=${dataOf(second, 202).batch_id}`);
    expect(idsOf(body.data).toSorted()).toEqual(idsOf(results).toSorted());
  });

  test('answers that id, but is no replay if an item was refused', async () => {
    const items = [transaction(), unbalanced()];
    const { batch_id } = dataOf(await send(items), 202);
    const again = await send(items);
    expect(dataOf(again, 202)).toMatchObject({ batch_id, replayed: 1, rejected: 1 });
    expect(again.headers.get('idempotency-replayed')).toBeNull();
  });

  test('answers an id of its own if an item is new', async () => {
    const old = transaction();
    const { batch_id } = dataOf(await send([old]), 202);
    const mixed = await send([old, transaction()]);
    expect(dataOf(mixed, 202)).toMatchObject({ accepted: 2, replayed: 1 });
    expect(dataOf(mixed, 202).batch_id).not.toBe(batch_id);
    expect(mixed.headers.get('idempotency-replayed')).toBeNull();
  });

  test('answers the batch of the first item that has one', async () => {
    const [alone, one, other] = [transaction(), transaction(), transaction()];
    await decide(books.api, alone);
    const { batch_id } = dataOf(await send([one]), 202);
    await send([other]);
    const again = await send([alone, one, other]);
    expect(dataOf(again, 202)).toMatchObject({ batch_id, replayed: 3 });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('a batch with the header Idempotency-Key', () => {
  const sendWith = (key: string, transactions: readonly unknown[]) =>
    books.api.post('/transactions/batch', { transactions }, { 'Idempotency-Key': key, Prefer: 'wait=10' });
  /** One item of each kind, none of which has a key. */
  const keyless = async (): Promise<readonly Fields[]> => {
    const [hold, sale] = [await decide(books.api, { layer: 'pending' }), await decide(books.api)];
    return [
      extending(hold.id, '12.00'),
      settling(hold.id, { amount: '3.00', final: false }),
      releasing(hold.id, { amount: '4.00' }),
      reversing(sale.id, { amount: '1.00' }),
      without(transaction(), 'idempotency_key'),
    ];
  };

  test('executes each item once, under the header and its index', async () => {
    const [key, items] = [freshKey(), await keyless()];
    const first = await sendWith(key, items);
    const { batch_id, results } = dataOf(first, 202);
    const keyOf = (_: unknown, index: number) => ({ status: 'posted', idempotency_key: `${key}/${index}` });
    expect(results).toMatchObject(items.map(keyOf));
    const again = await refusedUntouched(ledger, books, () => sendWith(key, items));
    expect(dataOf(again, 202)).toMatchObject({ batch_id, accepted: items.length, replayed: items.length });
    expect(idsOf(dataOf(again, 202).results)).toEqual(idsOf(results));
    expect([first, again].map(({ headers }) => headers.get('Idempotency-Replayed'))).toEqual([null, 'true']);
  });

  test('refuses a changed item, and replays the others', async () => {
    const [key, [extension, settlement, ...others]] = [freshKey(), await keyless()];
    dataOf(await sendWith(key, [extension, settlement, ...others]), 202);
    const changed = await sendWith(key, [extension, { ...settlement, amount: '3.01' }, ...others]);
    expect(dataOf(changed, 202)).toMatchObject({ rejected: 1, replayed: others.length + 1 });
    expect(dataOf(changed, 202).results[1].code).toBe('idempotency_key_reused');
  });

  test('keeps the keys that items have of their own, and null counts as none', async () => {
    const [key, own] = [freshKey(), transaction()];
    const { results } = dataOf(await sendWith(key, [own, transaction({ idempotency_key: null })]), 202);
    expect(results).toMatchObject([{ idempotency_key: own['idempotency_key'] }, { idempotency_key: `${key}/1` }]);
  });

  test('leaves items without a form to the refusal of each item', async () => {
    expect(dataOf(await sendWith(freshKey(), [transaction(), 'x', null]), 202)).toMatchObject({ rejected: 2 });
    expectRefusal(
      await books.api.post('/transactions/batch', {}, { 'Idempotency-Key': 'k' }),
      400,
      'VALIDATION_ERROR',
      ['transactions'],
    );
  });

  test('is refused if the keys of its items would be too long', async () => {
    const [fits, exceeds] = [252, 253].map((length) => freshKey().padEnd(length, '-')) as [string, string];
    const items = Array.from({ length: 100 }, () => without(transaction(), 'idempotency_key'));
    expect(dataOf(await sendWith(fits, items), 202)).toMatchObject({ accepted: 100 });
    const refused = await refusedUntouched(ledger, books, () => sendWith(exceeds, items));
    expectRefusal(refused, 400, 'VALIDATION_ERROR', ['Idempotency-Key']);
  });
});
