/** Extending a hold: raising its amount, changing its expiry, or both, and every view of it afterwards. */
import { eventsOf, type Event } from '../support/feed';
import { amounts, holdingIn, openWallet, outOfWallet, standing } from '../support/holding';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { changesOf, rehearse } from '../support/rehearsing';
import { credit, dataOf, debit, decide, expectRefusal, freshKey, openAccount, type Fields } from '../support/requests';
import { readTransaction } from '../support/reversals';

let ledger: TestLedger;
let books: TestBooks;
const soon = '2031-02-01T12:00:00.000Z';
const later = '2031-03-01T12:00:00.000Z';

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

const { hold, spend, settle, release, balances, holdOf, sendSettle, sendRelease } = holdingIn(() => books);
const sendExtend = (id: string, fields: Fields = {}) => books.api.post(`/transactions/${id}/extend`, fields);
const extend = async (id: string, fields: Fields) => dataOf(await sendExtend(id, fields), 200);
const verified = async () => (await ledger.app.ledgering.verify(books.ledger.id)).findings;

describe('a hold that is raised', () => {
  test('holds more from then on, under its own id, and keeps its posted entries', async () => {
    const held = await hold('40.00', { expires_at: soon });
    expect(await balances()).toMatchObject({ available: '30.00', pending: '-40.00' });
    const raised = await extend(held.id, { amount: '60.00' });
    expect(raised).toMatchObject({
      ...{ id: held.id, total_amount: '40.00', entries: held.entries, extends_transaction_id: null },
      hold: { state: 'open', amount: '60.00', extended_amount: '20.00', remaining_amount: '60.00', expires_at: soon },
    });
    expect(raised).toEqual(await readTransaction(books, held.id));
    expect(await balances()).toMatchObject({ available: '10.00', pending: '-60.00', settled: '70.00' });
    const { data } = (await books.api.get(`/transactions?correlation_id=${held.id}`)).body;
    const extension = data.find((one: Fields) => one['extends_transaction_id'] === held.id);
    expect(extension).toMatchObject({
      total_amount: '20.00',
      layer: 'pending',
      correlation_type: 'extension',
      hold: null,
    });
    expect(await verified()).toEqual([]);
  });

  test('is settled, released and exceeded by its raised amount', async () => {
    const [whole, part, beyond] = [await hold('20.00'), await hold('10.00'), await hold('5.00')];
    for (const [{ id }, amount] of [
      [whole, '25.00'],
      [part, '12.00'],
      [beyond, '6.00'],
    ] as const)
      await extend(id, { amount });
    expect(await settle(whole.id)).toMatchObject({ total_amount: '25.00' });
    expect(await holdOf(whole.id)).toMatchObject({ state: 'settled', ...amounts('25.00', '0.00', '0.00') });
    await settle(part.id, { amount: '11.00', final: false });
    expectRefusal(await sendRelease(part.id, { amount: '1.01' }), 422, 'HOLD_EXCEEDED');
    await extend(part.id, { amount: '13.00' });
    await release(part.id, {});
    expect(await holdOf(part.id)).toMatchObject({
      state: 'settled',
      amount: '13.00',
      ...amounts('11.00', '2.00', '0.00'),
    });
    await settle(beyond.id, { amount: '8.00', allow_excess: true });
    expect(await holdOf(beyond.id)).toMatchObject({ excess_amount: '2.00', ...amounts('6.00', '0.00', '0.00') });
    expect(await balances()).toMatchObject({ settled: '26.00', available: '26.00', pending: '0.00' });
    expect(await verified()).toEqual([]);
  });

  test('can be reversed whole but not voided; its extensions can be neither', async () => {
    const { id } = await hold('10.00');
    await extend(id, { amount: '30.00' });
    expectRefusal(await books.api.post(`/transactions/${id}/void`), 409, 'TRANSACTION_NOT_VOIDABLE');
    const { data } = (await books.api.get(`/transactions?correlation_id=${id}`)).body;
    const extension = data.find((one: Fields) => one['extends_transaction_id'] === id);
    for (const act of ['settle', 'release', 'extend'])
      expectRefusal(await books.api.post(`/transactions/${extension.id}/${act}`), 409, 'HOLD_NOT_OPEN');
    expectRefusal(await books.api.post(`/transactions/${extension.id}/void`), 409, 'TRANSACTION_NOT_VOIDABLE');
    const reversal = { reason: 'No', date: '2031-01-01' };
    expectRefusal(
      await books.api.post(`/transactions/${extension.id}/reverse`, reversal),
      422,
      'TRANSACTION_NOT_REVERSIBLE',
    );
    dataOf(await books.api.post(`/transactions/${id}/reverse`, reversal), 201);
    expect(await readTransaction(books, id)).toMatchObject({
      ...{ status: 'reversed', reversed_amount: '30.00' },
      hold: { state: 'released', ...amounts('0.00', '30.00', '0.00') },
    });
    expect(await verified()).toEqual([]);
  });

  test('shares each rise in proportion to its posted entries, with remainders to the largest', async () => {
    await openAccount(books.api, { code: 'TIPS', type: 'revenue' });
    const { id } = await decide(books.api, {
      layer: 'pending',
      entries: [debit('WALLET', '30.00'), credit('CASH', '20.00'), credit('TIPS', '10.00')],
    });
    await extend(id, { amount: '30.01' });
    await extend(id, { amount: '45.00' });
    const settled = await settle(id);
    expect(settled.entries.map(({ amount }: Fields) => amount)).toEqual(['45.00', '30.01', '14.99']);
    expect(await verified()).toEqual([]);
  });

  test('may reach the balance limit, but not exceed it', async () => {
    const { id } = await hold('40.00');
    await spend('10.00');
    const refusal = await sendExtend(id, { amount: '60.01' });
    expectRefusal(refusal, 422, 'BALANCE_LIMIT_EXCEEDED');
    expect(await standing(books, id)).toEqual(['open', '0.00', '0.00', '40.00']);
    await extend(id, { amount: '60.00' });
    expect(await balances()).toMatchObject({ available: '0.00' });
    expect(await verified()).toEqual([]);
  });

  test('is raised on the given day, never before the hold or its latest extension', async () => {
    const { id, effective_date: from } = await hold('40.00', { effective_date: '2026-01-15' });
    expect(from).toMatch(/^2026-01-15/);
    const { body: early } = await sendExtend(id, { amount: '41.00', date: '2026-01-14' });
    expect(early).toMatchObject({ code: 'DATE_BEFORE_ORIGINAL', message: expect.stringContaining('2026-01-15') });
    await extend(id, { amount: '45.00', date: '2026-01-18' });
    const { body: earlier } = await sendExtend(id, { amount: '46.00', date: '2026-01-17' });
    expect(earlier).toMatchObject({ code: 'DATE_BEFORE_ORIGINAL', message: expect.stringContaining('2026-01-18') });
    await extend(id, { amount: '50.00', date: '2031-01-01' });
    await extend(id, { amount: '52.00' });
    const { data } = (await books.api.get(`/transactions?correlation_id=${id}`)).body;
    const days = data.flatMap((one: Fields) =>
      one['extends_transaction_id'] === id ? [String(one['effective_date']).slice(0, 10)] : [],
    );
    expect(days.toSorted()).toEqual(['2026-01-18', '2031-01-01', '2031-01-01']);
    expect((await settle(id)).effective_date).toMatch(/^2031-01-01/);
    expect(await verified()).toEqual([]);
  });

  test('accepts no date if only its expiry changes', async () => {
    const { id } = await hold('40.00', { expires_at: soon });
    const moved = { amount: '40.00', expires_at: later };
    expectRefusal(await sendExtend(id, { ...moved, date: '2031-01-01' }), 422, 'VALIDATION_ERROR');
    await extend(id, moved);
  });

  test('cannot be settled on a day before it was raised', async () => {
    const { id } = await hold('40.00');
    await extend(id, { amount: '50.00' });
    const { body } = await sendSettle(id, { date: '2026-01-20' });
    expect(body.code).toBe('DATE_BEFORE_ORIGINAL');
  });

  test('is overdue by its whole remaining amount, from its own day on', async () => {
    await openAccount(books.api, { code: 'LOAN', type: 'asset' });
    const { id } = await decide(books.api, {
      ...{ layer: 'encumbrance', effective_date: '2026-02-01' },
      entries: [debit('LOAN', '10.00'), credit('SALES', '10.00')],
    });
    await extend(id, { amount: '14.00' });
    await settle(id, { amount: '3.00', final: false });
    const overdue = async (query: string) =>
      dataOf(await books.api.get(`/accounts/code/LOAN/balance?as_of_date=${query}`), 200).balances.overdue;
    const head = (await books.api.get('/events?limit=1')).body.meta.head_sequence;
    for (const known of ['', `&known_at_sequence=${head}`]) {
      expect(await overdue(`2026-01-31${known}`)).toBe('0.00');
      expect(await overdue(`2026-02-01${known}`)).toBe('11.00');
    }
  });
});

describe('the expiry of a hold', () => {
  test('can be moved later or earlier, or removed, and lists follow', async () => {
    const { id } = await hold('40.00', { expires_at: soon });
    const found = async (before: string): Promise<readonly string[]> =>
      dataOf(await books.api.get(`/transactions?expires_before=${before}`), 200).map((one: Fields) => one['id']);
    expect(await found('2031-02-15T00:00:00Z')).toEqual([id]);
    expect((await extend(id, { expires_at: later })).hold).toMatchObject({
      expires_at: later,
      extended_amount: '0.00',
    });
    expect(await found('2031-02-15T00:00:00Z')).toEqual([]);
    expect(await found('2031-03-15T00:00:00Z')).toEqual([id]);
    expect((await extend(id, { expires_at: null })).hold).toMatchObject({ expires_at: null });
    expect(await found('2099-01-01T00:00:00Z')).toEqual([]);
    await settle(id, { amount: '10.00', final: false });
    expect((await extend(id, { expires_at: soon, amount: '45.00' })).hold).toMatchObject({
      ...{ expires_at: soon, amount: '45.00' },
      ...amounts('10.00', '0.00', '35.00'),
    });
    expect(await verified()).toEqual([]);
  });
});

describe('the events of a hold', () => {
  test('show the amount and expiry before and after each extension', async () => {
    const { id } = await hold('40.00', { expires_at: soon });
    await extend(id, { amount: '50.00' });
    await settle(id, { amount: '5.00', final: false });
    await extend(id, { expires_at: later });
    await extend(id, { amount: '60.00', expires_at: null });
    await release(id, {});
    const events = await eventsOf(books.api, `transaction_id=${id}`);
    const told = events.map(({ type, data }: Event) => [
      type,
      data.hold.amount,
      data.hold.remaining_amount,
      data.hold.expires_at,
    ]);
    expect(told).toEqual([
      ['transaction.posted', '40.00', '40.00', soon],
      ['hold.extended', '50.00', '50.00', soon],
      ['hold.settled', '50.00', '45.00', soon],
      ['hold.extended', '50.00', '45.00', later],
      ['hold.extended', '60.00', '55.00', null],
      ['hold.released', '60.00', '0.00', null],
    ]);
    expect(events.flatMap(({ data }: Event) => data.extension ?? [])).toEqual([
      { amount: { before: '40.00', after: '50.00' }, expires_at: { before: soon, after: soon } },
      { amount: { before: '50.00', after: '50.00' }, expires_at: { before: soon, after: later } },
      { amount: { before: '50.00', after: '60.00' }, expires_at: { before: later, after: null } },
    ]);
  });
});

describe('an idempotency key', () => {
  test.each<[what: string, fields: Fields]>([
    ['an amount', { amount: '50.00' }],
    ['an end', { expires_at: later }],
    ['both', { amount: '50.00', expires_at: null }],
  ])('extends by %s once, and is refused for another request', async (_, fields) => {
    const { id } = await hold('40.00', { expires_at: soon });
    const keyed = { ...fields, idempotency_key: freshKey() };
    const first = await extend(id, keyed);
    const again = await sendExtend(id, { ...keyed, ...('amount' in fields ? { amount: '50' } : {}) });
    expect([again.headers.get('Idempotency-Replayed'), dataOf(again, 200)]).toEqual(['true', first]);
    expectRefusal(await sendExtend(id, { ...keyed, amount: '55.00' }), 409, 'idempotency_key_reused');
    expect(await verified()).toEqual([]);
  });
});

describe('a dry run', () => {
  test('shows the resulting hold and the moved balances, and changes nothing', async () => {
    const { id } = await hold('40.00', { expires_at: soon });
    const path = `/transactions/${id}/extend`;
    const raised = dataOf(await rehearse(ledger, books, path, { amount: '45.00', idempotency_key: freshKey() }), 200);
    expect(raised).toMatchObject({ would: 'posted', transaction: { id, hold: { amount: '45.00' } } });
    expect(changesOf(raised)).toEqual([
      ['CASH', 'pending', '-40.00', '-45.00'],
      ['WALLET', 'pending', '-40.00', '-45.00'],
    ]);
    const moved = dataOf(await rehearse(ledger, books, path, { expires_at: null, idempotency_key: freshKey() }), 200);
    expect(moved).toMatchObject({ would: 'posted', transaction: { hold: { expires_at: null } }, balances: [] });
    expect(await holdOf(id)).toMatchObject({ amount: '40.00', expires_at: soon });
  });
});

test.each<[what: string, fields: Fields, status: number, code: string]>([
  ['a malformed amount', { amount: 'ten' }, 422, 'VALIDATION_ERROR'],
  ['too many decimals', { amount: '50.001' }, 400, 'AMOUNT_PRECISION_EXCEEDED'],
  ['an end in the past', { expires_at: '2020-01-01T00:00:00Z' }, 422, 'VALIDATION_ERROR'],
  ['a smaller amount', { amount: '39.99' }, 422, 'HOLD_NOT_RAISED'],
  ['no field', {}, 422, 'HOLD_UNCHANGED'],
  ['no change', { amount: '40.00', expires_at: soon }, 422, 'HOLD_UNCHANGED'],
])('an extension is refused: %s', async (_, fields, status, code) => {
  const { id } = await hold('40.00', { expires_at: soon });
  expectRefusal(await sendExtend(id, fields), status, code);
  expect(await holdOf(id)).toMatchObject({ amount: '40.00', expires_at: soon });
});

test('a transaction that is not an open hold cannot be extended', async () => {
  const { id } = await hold('40.00');
  await release(id, {});
  const sold = await decide(books.api, { entries: outOfWallet('1.00') });
  for (const one of [id, sold.id]) expectRefusal(await sendExtend(one, { amount: '50.00' }), 409, 'HOLD_NOT_OPEN');
});
