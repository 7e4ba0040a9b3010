/** A repeated batch is answered with the id of the first batch, under which its transactions can be listed. */
import type { TestBooks } from '../support/ledger';
import { ledgerOfFile } from '../support/ledger-of-file';
import { credit, dataOf, debit, decide, idsOf, openBooks, transaction, type Fields } from '../support/requests';

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
