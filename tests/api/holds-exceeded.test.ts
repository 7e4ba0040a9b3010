/** `allow_excess`: a settlement of more than the held amount. */
import { amounts, holdingIn, openWallet, settling } from '../support/holding';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, decide, expectRefusal, idsOf, openAccount, type Fields } from '../support/requests';
import { reversal } from '../support/reversals';

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

const { hold, sendSettle, settle, release, holdOf, balances } = holdingIn(() => books);
const exceeded = (settled: string, excess: string, released: string) => ({
  ...amounts(settled, released, '0.00'),
  ...{ state: 'settled', excess_amount: excess },
});
const amountsOf = ({ entries }: { readonly entries: readonly Fields[] }) => entries.map(({ amount }) => amount);

describe('a settlement of more than is held', () => {
  test('is refused without allow_excess, which the message names', async () => {
    const { id } = await hold('60.00');
    const refused = await sendSettle(id, { amount: '65.00' });
    expectRefusal(refused, 422, 'HOLD_EXCEEDED');
    expect(refused.body.message).toContain('allow_excess: true');
    expect(await settle(id, { amount: '65.00', allow_excess: true })).toMatchObject({ total_amount: '65.00' });
    expect(await holdOf(id)).toMatchObject(exceeded('60.00', '5.00', '0.00'));
    expect(await balances()).toMatchObject({ settled: '5.00', available: '5.00', pending: '0.00' });
  });

  test('counts what earlier settlements and releases left', async () => {
    const { id } = await hold('60.00');
    await settle(id, { amount: '20.00', final: false, allow_excess: true });
    await release(id, { amount: '15.00' });
    expect(await holdOf(id)).toMatchObject({ ...amounts('20.00', '15.00', '25.00'), excess_amount: '0.00' });
    await settle(id, { amount: '26.50', final: false, allow_excess: true });
    expect(await holdOf(id)).toMatchObject(exceeded('45.00', '1.50', '15.00'));
    expect(await balances()).toMatchObject({ settled: '23.50', available: '23.50' });
  });

  test('is judged by limits', async () => {
    const { id } = await hold('60.00');
    expectRefusal(await sendSettle(id, { amount: '70.01', allow_excess: true }), 422, 'BALANCE_LIMIT_EXCEEDED');
    expect(await holdOf(id)).toMatchObject({ state: 'open', ...amounts('0.00', '0.00', '60.00') });
    await settle(id, { amount: '70.00', allow_excess: true });
    expect(await balances()).toMatchObject({ settled: '0.00', available: '0.00' });
  });

  test('shares the excess in proportion, or settles the named amounts', async () => {
    await openAccount(books.api, { code: 'TIPS', type: 'revenue' });
    const entries = [debit('WALLET', '12.50'), credit('CASH', '10.00'), credit('TIPS', '2.50')];
    const shared = await settle((await hold('', { entries })).id, { amount: '20.00', allow_excess: true });
    expect(amountsOf(shared)).toEqual(['20.00', '16.00', '4.00']);
    const held = await hold('', { entries });
    const [wallet, cash, tips] = idsOf(held.entries);
    const named = (...units: readonly string[]) =>
      [wallet, cash, tips].map((entry_id, at) => ({ entry_id, amount: units[at] }));
    const asked = { entries: named('12.00', '7.00', '5.00'), allow_excess: true };
    expectRefusal(await sendSettle(held.id, { ...asked, final: false }), 422, 'VALIDATION_ERROR', ['final']);
    const unbalanced = { entries: named('15.00', '7.00', '5.00'), allow_excess: true };
    expectRefusal(await sendSettle(held.id, unbalanced), 400, 'ENTRIES_NOT_BALANCED');
    expect(amountsOf(await settle(held.id, asked))).toEqual(['12.00', '7.00', '5.00']);
    // Only one entry of the hold is exceeded. The 0.50 that remain on another entry are released.
    expect(await holdOf(held.id)).toMatchObject(exceeded('12.00', '0.00', '0.50'));
  });

  test('works the same in a batch, and once per idempotency key', async () => {
    const { id } = await hold('60.00');
    const fields = { amount: '61.00', allow_excess: true, idempotency_key: 'capture-with-tip' };
    const { results } = dataOf(
      await books.api.post('/transactions/batch', { transactions: [settling(id, fields)] }),
      202,
    );
    expect((await settle(id, fields)).id).toBe(results[0].id);
    expectRefusal(await sendSettle(id, { ...fields, allow_excess: false }), 409, 'idempotency_key_reused');
    expect(await holdOf(id)).toMatchObject(exceeded('60.00', '1.00', '0.00'));
  });

  test('is shown by the event of the hold, and reversed like any settlement', async () => {
    const { id } = await hold('60.00');
    await settle(id, { amount: '10.00', final: false });
    const { id: settlement, effective_date } = await settle(id, { amount: '55.00', allow_excess: true });
    const events = dataOf(await books.api.get('/events?types=hold.settled'), 200);
    const holds = events.flatMap(({ data }: { data: Fields }) => (data['id'] === id ? [data['hold']] : []));
    expect(holds).toMatchObject([
      { state: 'open', ...amounts('10.00', '0.00', '50.00'), excess_amount: '0.00' },
      exceeded('60.00', '5.00', '0.00'),
    ]);
    dataOf(
      await books.api.post(`/transactions/${settlement}/reverse`, reversal({ date: effective_date.slice(0, 10) })),
      201,
    );
    expect(await balances()).toMatchObject({ settled: '60.00', available: '60.00' });
    expect(await holdOf(id)).toMatchObject(exceeded('60.00', '5.00', '0.00'));
  });

  test('leaves the settled layer as a single posting of the whole amount would', async () => {
    const { id } = await hold('60.00', { layer: 'encumbrance' });
    await settle(id, { amount: '61.00', allow_excess: true });
    await decide(books.api, { entries: [debit('WALLET', '9.00'), credit('CASH', '9.00')] });
    expect(await balances()).toMatchObject({ settled: '0.00', available: '0.00', pending: '0.00' });
  });
});
