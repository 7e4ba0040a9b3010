/** Settling and releasing holds, in full and in part (docs/use/holds.md). */
import { amounts, holdingIn, openWallet } from '../support/holding';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { credit, dataOf, debit, expectRefusal, idsOf, openAccount, type Fields } from '../support/requests';

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

describe('a hold', () => {
  test('is open, and shows its remaining amount', async () => {
    const { id } = await hold('60.00');
    expect(await holdOf(id)).toEqual({
      state: 'open',
      amount: '60.00',
      extended_amount: '0.00',
      ...amounts('0.00', '0.00', '60.00'),
      excess_amount: '0.00',
      expires_at: null,
    });
  });

  test('does not exist for a settled or failed transaction', async () => {
    const { hold: none } = await spend('1.00');
    expect(none).toBeNull();
    const { status, hold: failed } = await hold('70.00');
    expect({ status, failed }).toEqual({ status: 'failed', failed: null });
  });

  test('on the encumbrance layer is settled like a pending one', async () => {
    const { id } = await hold('60.00', { layer: 'encumbrance' });
    await settle(id);
    expect(await holdOf(id)).toMatchObject({ state: 'settled', ...amounts('60.00', '0.00', '0.00') });
    expect(await balances()).toMatchObject({ settled: '10.00', available: '10.00' });
  });
});

describe('settle', () => {
  test('moves the whole hold to the settled layer', async () => {
    const { id } = await hold('60.00', { correlation_id: 'order-7' });
    const settled = await settle(id);
    expect(settled).toMatchObject({
      layer: 'settled',
      status: 'posted',
      total_amount: '60.00',
      settles_transaction_id: id,
      correlation_id: 'order-7',
      correlation_type: 'settlement',
      correlation_source_id: id,
      hold: null,
    });
    expect(await holdOf(id)).toMatchObject({ state: 'settled', ...amounts('60.00', '0.00', '0.00') });
    expect(await balances()).toMatchObject({ settled: '10.00', pending: '0.00', available: '10.00' });
  });

  test('with a part releases the rest', async () => {
    const { id } = await hold('60.00');
    await settle(id, { amount: '45.50' });
    expect(await holdOf(id)).toMatchObject({ state: 'settled', ...amounts('45.50', '14.50', '0.00') });
    expect(await balances()).toMatchObject({ settled: '24.50', pending: '0.00', available: '24.50' });
  });

  test('with a part that is not final leaves the rest held', async () => {
    const { id } = await hold('60.00');
    await settle(id, { amount: '20.00', final: false });
    expect(await holdOf(id)).toMatchObject({ state: 'open', ...amounts('20.00', '0.00', '40.00') });
    expect(await balances()).toMatchObject({ settled: '50.00', available: '10.00' });
    await settle(id, { amount: '15.00', final: false });
    await settle(id);
    expect(await holdOf(id)).toMatchObject({ state: 'settled', ...amounts('60.00', '0.00', '0.00') });
  });

  test('uses the given day, description, reference, metadata and attributes', async () => {
    const { id } = await hold('60.00');
    const fields = {
      description: 'Capture',
      reference: 'CAP-1',
      metadata: { till: 4 },
      attributes: { region: 'north' },
    };
    const settled = await settle(id, { date: '2026-02-03', ...fields });
    expect(settled).toMatchObject({ effective_date: '2026-02-03T00:00:00.000Z', ...fields });
    const found = dataOf(await books.api.get('/transactions?correlation_id=' + id), 200);
    expect(found.map((one: Fields) => one['correlation_type'])).toEqual(['settlement', 'release', null]);
  });

  test('shares an amount among entries in proportion, or uses the named amounts', async () => {
    await openAccount(books.api, { code: 'TIPS', type: 'revenue' });
    const entries = [debit('WALLET', '12.50'), credit('CASH', '10.00'), credit('TIPS', '2.50')];
    const { id, entries: posted } = await hold('', { entries });
    const [wallet, cash, tips] = idsOf(posted) as [string, string, string];
    const shared = dataOf(
      await books.api.post(`/transactions/${id}/settle?dry_run=true`, { amount: '4.00', final: false }),
      200,
    );
    expect(shared.transaction.entries.map(({ amount }: Fields) => amount)).toEqual(['4.00', '3.20', '0.80']);
    expectRefusal(await sendSettle(id, { amount: '12.51' }), 422, 'HOLD_EXCEEDED');
    const part = [
      { entry_id: wallet, amount: '11.00' },
      { entry_id: cash, amount: '10.00' },
      { entry_id: tips, amount: '1.00' },
    ];
    expectRefusal(await sendSettle(id, { entries: part.slice(0, 2) }), 400, 'ENTRIES_NOT_BALANCED');
    await settle(id, { entries: part });
    expect(await holdOf(id)).toMatchObject({ state: 'settled', ...amounts('11.00', '1.50', '0.00') });
  });

  test('runs once per idempotency key', async () => {
    const { id } = await hold('60.00');
    const fields = { amount: '20.00', final: false, idempotency_key: 'capture-1' };
    const first = await sendSettle(id, fields);
    const again = await sendSettle(id, fields);
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true']);
    expect(again.body.data.id).toBe(first.body.data.id);
    expectRefusal(await sendSettle(id, { ...fields, amount: '21.00' }), 409, 'idempotency_key_reused');
    expectRefusal(await sendRelease(id, { idempotency_key: 'capture-1' }), 409, 'idempotency_key_reused');
    expect(await holdOf(id)).toMatchObject(amounts('20.00', '0.00', '40.00'));
  });

  test('without a body takes its key from the header', async () => {
    const { id } = await hold('60.00');
    const send = () =>
      books.api.send('POST', `/transactions/${id}/settle`, undefined, { 'Idempotency-Key': 'capture-2' });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body.data.id]).toEqual([201, 201, first.body.data.id]);
    expect(first.body.data.idempotency_key).toBe('capture-2');
  });

  test('is judged by its net change, so a hold of the whole balance can be settled', async () => {
    const { id } = await hold('70.00');
    expect(await spend('0.01')).toMatchObject({ status: 'failed' });
    await settle(id, { amount: '69.99' });
    expect(await balances()).toMatchObject({ settled: '0.01', available: '0.01' });
  });

  test('keeps a limit on the settled balance', async () => {
    const { id } = await hold('60.00');
    await books.api.put(`/accounts/${(await accountOf('WALLET')).id}`, { limit_basis: 'settled' });
    await spend('20.00');
    expectRefusal(await sendSettle(id), 422, 'BALANCE_LIMIT_EXCEEDED');
    await settle(id, { amount: '50.00' });
    expect(await holdOf(id)).toMatchObject({ state: 'settled', ...amounts('50.00', '10.00', '0.00') });
  });
});

describe('release', () => {
  test('frees a part, and then the rest', async () => {
    const { id } = await hold('60.00');
    const part = await release(id, { amount: '25.00', reason: 'Fewer items' });
    expect(part).toMatchObject({
      layer: 'pending',
      status: 'posted',
      total_amount: '25.00',
      description: 'Release: Fewer items',
      correlation_type: 'release',
      releases_transaction_id: id,
      reverses_transaction_id: null,
      hold: null,
    });
    expect(await holdOf(id)).toMatchObject({ state: 'open', ...amounts('0.00', '25.00', '35.00') });
    expect(await balances()).toMatchObject({ available: '35.00' });
    expect((await release(id, { date: '2026-02-04' })).effective_date).toBe('2026-02-04T00:00:00.000Z');
    expect(await holdOf(id)).toMatchObject({ state: 'released', ...amounts('0.00', '60.00', '0.00') });
    expect(await balances()).toMatchObject({ settled: '70.00', pending: '0.00', available: '70.00' });
  });

  test('leaves a hold settled that was settled in part', async () => {
    const { id } = await hold('60.00');
    await settle(id, { amount: '20.00', final: false });
    await release(id);
    expect(await holdOf(id)).toMatchObject({ state: 'settled', ...amounts('20.00', '40.00', '0.00') });
  });
});

test('each act on a hold is an event of the log', async () => {
  const { id } = await hold('60.00');
  await settle(id, { amount: '20.00', final: false });
  await release(id, { reason: 'Sold out' });
  const events = dataOf(await books.api.get(`/activity?transaction_id=${id}`), 200);
  expect(events.map((event: Fields) => [event['type'], event['reason']])).toEqual([
    ['hold.released', 'Sold out'],
    ['hold.settled', null],
    ['transaction.posted', null],
  ]);
});

const accountOf = async (code: string) =>
  dataOf(await books.api.get('/accounts?search=' + code), 200).find((account: Fields) => account['code'] === code);
