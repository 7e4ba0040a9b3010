/** The refusals to settle or release a hold, and to undo its settlement (docs/use/holds.md). */
import { amounts, holdingIn, openWallet } from '../support/holding';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal } from '../support/requests';
import { readTransaction, reversal } from '../support/reversals';

let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger();
});

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const { hold, spend, sendSettle, settle, sendRelease, release, holdOf, balances } = holdingIn(() => books);

describe('settle and release', () => {
  test('refuse more than the remaining amount, which the message names', async () => {
    const { id } = await hold('60.00');
    await release(id, { amount: '15.00' });
    const refused = await sendSettle(id, { amount: '45.01' });
    expectRefusal(refused, 422, 'HOLD_EXCEEDED');
    expect(refused.body.message).toContain('Only 45.00 of this hold is still held; you asked for 45.01.');
    const released = await sendRelease(id, { amount: '45.01' });
    expectRefusal(released, 422, 'HOLD_EXCEEDED');
    expect(released.body.message).not.toContain('allow_excess');
  });

  test.each([
    ['settled', () => settle, 'it is settled'],
    ['released', () => release, 'it is released'],
  ])('refuse a hold that is already %s', async (_, end, because) => {
    const { id } = await hold('60.00');
    await end()(id);
    for (const send of [sendSettle, sendRelease]) {
      const refused = await send(id);
      expectRefusal(refused, 409, 'HOLD_NOT_OPEN');
      expect(refused.body.message).toContain(because);
    }
  });

  test('refuse a transaction that holds nothing', async () => {
    const { id } = await spend('1.00');
    const { id: held } = await hold('10.00');
    const { id: released } = await release(held, { amount: '1.00' });
    const { id: settled } = await settle(held);
    const { id: failed } = await hold('700.00');
    for (const one of [id, released, settled, failed]) {
      expectRefusal(await sendSettle(one), 409, 'HOLD_NOT_OPEN');
      expectRefusal(await sendRelease(one), 409, 'HOLD_NOT_OPEN');
    }
    expectRefusal(await sendSettle('0199a7b6-0000-7000-8000-000000000000'), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('refuse invalid fields', async () => {
    const { id } = await hold('60.00');
    for (const fields of [{ amount: '0' }, { amount: '1', entries: [] }, { until: 'x' }, { final: 'no' }])
      expectRefusal(await sendSettle(id, fields), 422, 'VALIDATION_ERROR', [Object.keys(fields).at(-1) ?? '']);
    for (const fields of [{ amount: '-1' }, { reason: '' }, { final: true }])
      expectRefusal(await sendRelease(id, fields), 422, 'VALIDATION_ERROR', Object.keys(fields));
    expectRefusal(await sendSettle(id, { amount: '1.001' }), 400, 'AMOUNT_PRECISION_EXCEEDED');
    expect(await holdOf(id)).toMatchObject({ state: 'open', ...amounts('0.00', '0.00', '60.00') });
  });

  test('refuse a locked day', async () => {
    const { id } = await hold('60.00');
    dataOf(await books.api.post('/period-locks', { locked_until: '2026-01-31', reason: 'January' }), 201);
    expectRefusal(await sendSettle(id, { date: '2026-01-31' }), 422, 'PERIOD_LOCKED');
    await settle(id, { date: '2026-02-01' });
  });
});

describe('undoing a hold', () => {
  test('an open hold can be reversed or voided, which ends it', async () => {
    const [one, other] = [await hold('30.00'), await hold('30.00')];
    dataOf(await books.api.post(`/transactions/${one.id}/reverse`, reversal()), 201);
    dataOf(await books.api.post(`/transactions/${other.id}/void`), 200);
    for (const { id } of [one, other]) {
      expect(await holdOf(id)).toMatchObject({ state: 'released', ...amounts('0.00', '30.00', '0.00') });
      expectRefusal(await sendSettle(id), 409, 'HOLD_NOT_OPEN');
    }
  });

  test('a hold that was reversed in part can be settled for the rest', async () => {
    const { id } = await hold('60.00');
    dataOf(await books.api.post(`/transactions/${id}/reverse`, reversal({ amount: '10.00' })), 201);
    expectRefusal(await sendSettle(id, { amount: '50.01' }), 422, 'HOLD_EXCEEDED');
    await settle(id, { amount: '50.00' });
    expect(await readTransaction(books, id)).toMatchObject({
      status: 'posted',
      reversed_amount: '10.00',
      hold: { state: 'settled', ...amounts('50.00', '10.00', '0.00') },
    });
  });

  test('a hold that was settled in part cannot be undone, but its settlement can be reversed', async () => {
    const { id } = await hold('60.00');
    const settled = await settle(id, { amount: '20.00', final: false });
    expectRefusal(await books.api.post(`/transactions/${id}/reverse`, reversal()), 422, 'TRANSACTION_NOT_REVERSIBLE');
    expectRefusal(await books.api.post(`/transactions/${id}/void`), 409, 'TRANSACTION_NOT_VOIDABLE');
    dataOf(
      await books.api.post(
        `/transactions/${settled.id}/reverse`,
        reversal({ date: settled.effective_date.slice(0, 10) }),
      ),
      201,
    );
    expect(await balances()).toMatchObject({ settled: '70.00', available: '30.00' });
    expect(await holdOf(id)).toMatchObject({ state: 'open', ...amounts('20.00', '0.00', '40.00') });
  });

  test('a release cannot be undone', async () => {
    const { id } = await hold('60.00');
    const released = await release(id, { amount: '10.00' });
    expectRefusal(
      await books.api.post(`/transactions/${released.id}/reverse`, reversal()),
      422,
      'TRANSACTION_NOT_REVERSIBLE',
    );
    expectRefusal(await books.api.post(`/transactions/${released.id}/void`), 409, 'TRANSACTION_NOT_VOIDABLE');
    expectRefusal(await books.api.post(`/transactions/${id}/void`), 409, 'TRANSACTION_NOT_VOIDABLE');
  });
});
