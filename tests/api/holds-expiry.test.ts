/** The remaining amounts of expired holds are released, whatever happened to the ledger meanwhile (docs/use/holds.md). */
import { HandClock, flowingClock } from '../support/hand-clock';
import * as holding from '../support/holding';
import { holdingIn, openWallet, outOfWallet } from '../support/holding';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import {
  credit,
  dataOf,
  debit,
  expectRefusal,
  idsOf,
  lockPeriod,
  openAccount,
  openJournal,
  transaction,
  type Fields,
} from '../support/requests';
import { reversal } from '../support/reversals';

/** Holds expire after an hour, so that none expires before the test moves the clock. */
const laterMs = 3_600_000;

const clock = flowingClock();
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
});

beforeEach(async () => {
  books = await openWallet(ledger, '70.00');
});

afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});

const inMs = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
const hold = (amount: string, fields: Fields = {}) =>
  holding.hold(books, amount, { expires_at: inMs(laterMs), ...fields });
const act = (id: string, what: 'settle' | 'release', fields: Fields = {}) =>
  books.api.post(`/transactions/${id}/${what}`, fields);
const { holdOf, balances } = holdingIn(() => books);
const list = async (query: string) => idsOf(dataOf(await books.api.get(`/transactions?${query}`), 200));
const dayOf = (instant: string) => instant.slice(0, 10);

type Hold = Awaited<ReturnType<typeof hold>>;

/** Moves the clock to the expiry of the hold, and returns the release. */
const expired = async ({ id, hold: { expires_at } }: Hold) => {
  clock.advance(Math.max(0, Date.parse(expires_at) - clock.now().getTime()));
  await ledger.app.background.idle('expiry');
  expect((await holdOf(id)).state).toBe('expired');
  const [release] = dataOf(await books.api.get(`/transactions?correlation_id=${id}`), 200);
  return release;
};

describe('a hold that expires', () => {
  test('is released', async () => {
    const held = await hold('60.00');
    expect(await balances()).toMatchObject({ settled: '70.00', available: '10.00' });
    const release = await expired(held);
    expect(release).toMatchObject({
      status: 'posted',
      layer: 'pending',
      description: 'Release: expired',
      total_amount: '60.00',
      effective_date: `${dayOf(release.created_at)}T00:00:00.000Z`,
      releases_transaction_id: held.id,
      correlation_type: 'release',
    });
    expect(await holdOf(held.id)).toEqual({
      state: 'expired',
      amount: '60.00',
      extended_amount: '0.00',
      settled_amount: '0.00',
      excess_amount: '0.00',
      released_amount: '60.00',
      remaining_amount: '0.00',
      expires_at: held.hold.expires_at,
    });
    expect(await balances()).toMatchObject({ settled: '70.00', pending: '0.00', available: '70.00' });
    const [event] = dataOf(await books.api.get(`/activity?transaction_id=${held.id}`), 200);
    expect(event).toMatchObject({ type: 'hold.expired', actor: 'expiry', reason: 'expired' });
  });

  test('is released within two seconds by the process’s own loop', async () => {
    const still = new HandClock('2026-01-15T10:00:00.000Z');
    const process = await startLedger([], { clock: still });
    const own = await openWallet(process, '70.00');
    const { id } = await holding.hold(own, '60.00', { expires_at: '2026-01-15T10:01:00.000Z' });
    const done = new Promise((resolve) =>
      process.app.background.observe((event) => {
        if (event.loop === 'expiry' && event.kind === 'done') resolve(event.subject);
      }),
    );
    still.advance(59_999);
    await process.app.background.idle('expiry');
    expect(dataOf(await own.api.get('/transactions?hold_state=expired'), 200)).toEqual([]);
    still.advance(2_001);
    expect(await done).toBe(id);
    await process.close();
  });

  test('is released at its new expiry with its raised amount, after an extension', async () => {
    const held = await hold('40.00');
    const end = inMs(3 * laterMs);
    dataOf(await books.api.post(`/transactions/${held.id}/extend`, { amount: '50.00', expires_at: end }), 200);
    clock.advance(2 * laterMs);
    await ledger.app.background.idle('expiry');
    expect(await holdOf(held.id)).toMatchObject({ state: 'open', remaining_amount: '50.00' });
    const release = await expired({ ...held, hold: { expires_at: end } });
    expect(release).toMatchObject({ total_amount: '50.00', effective_date: `${dayOf(end)}T00:00:00.000Z` });
    expect(await balances()).toMatchObject({ settled: '70.00', pending: '0.00', available: '70.00' });
  });

  test('expires sooner if its expiry was moved forward, and then cannot be extended', async () => {
    const held = await hold('40.00');
    const soon = inMs(60_000);
    dataOf(await books.api.post(`/transactions/${held.id}/extend`, { expires_at: soon }), 200);
    expect((await expired({ ...held, hold: { expires_at: soon } })).total_amount).toBe('40.00');
    const again = await books.api.post(`/transactions/${held.id}/extend`, { expires_at: inMs(laterMs) });
    expectRefusal(again, 409, 'HOLD_NOT_OPEN');
  });

  test('cannot be settled, released, reversed or voided any more', async () => {
    const held = await hold('60.00');
    await expired(held);
    for (const what of ['settle', 'release'] as const) {
      const refused = await act(held.id, what);
      expectRefusal(refused, 409, 'HOLD_NOT_OPEN');
      expect(refused.body.message).toContain('it is expired');
    }
    const path = `/transactions/${held.id}`;
    expectRefusal(await books.api.post(`${path}/reverse`, reversal()), 422, 'TRANSACTION_NOT_REVERSIBLE');
    expectRefusal(await books.api.post(`${path}/void`), 409, 'TRANSACTION_NOT_VOIDABLE');
  });

  test.each([
    ['settled', 'settle', { settled_amount: '20.00', released_amount: '40.00' }],
    ['released', 'release', { settled_amount: '0.00', released_amount: '60.00' }],
  ] as const)('expires for the rest if a part was %s', async (_, what, amounts) => {
    const held = await hold('60.00');
    dataOf(await act(held.id, what, { amount: '20.00', ...(what === 'settle' ? { final: false } : {}) }), 201);
    expect(await expired(held)).toMatchObject({ correlation_type: 'release', total_amount: '40.00' });
    expect(await holdOf(held.id)).toMatchObject({ state: 'expired', remaining_amount: '0.00', ...amounts });
  });

  test('keeps its state if it ended before', async () => {
    const expires_at = inMs(laterMs);
    const [settled, released, open] = [
      await hold('20.00', { expires_at }),
      await hold('20.00', { expires_at }),
      await hold('20.00', { expires_at }),
    ];
    dataOf(await act(settled.id, 'settle'), 201);
    dataOf(await act(released.id, 'release'), 201);
    await expired(open);
    expect((await holdOf(settled.id)).state).toBe('settled');
    expect((await holdOf(released.id)).state).toBe('released');
  });
});

describe('an expiring hold is released', () => {
  test('if its journal is closed', async () => {
    const journal_id = await openJournal(books.api);
    const held = await hold('60.00', { journal_id });
    dataOf(await books.api.put(`/journals/${journal_id}`, { status: 'closed' }), 200);
    await expired(held);
    expect(await balances()).toMatchObject({ available: '70.00' });
  });

  test('if an account is inactive', async () => {
    const { id } = await openAccount(books.api, { code: 'SHOP', type: 'liability' });
    const held = await hold('', { entries: [debit('WALLET', '60.00'), credit('SHOP', '60.00')] });
    dataOf(await books.api.put(`/accounts/${id}`, { is_active: false }), 200);
    await expired(held);
    expect(await balances()).toMatchObject({ available: '70.00' });
  });

  test('if a later limit would forbid it', async () => {
    const held = await hold('60.00');
    const { id } = dataOf(await books.api.get('/accounts?search=WALLET'), 200)[0];
    dataOf(await books.api.put(`/accounts/${id}`, { min_balance: '100.00' }), 200);
    await expired(held);
    expect(await balances()).toMatchObject({ available: '70.00' });
  });

  test.each([0, 365_000])(
    'if the period is locked for %i days, and the release is dated the day of expiry',
    async (days) => {
      const held = await hold('60.00');
      await lockPeriod(books.api, dayOf(inMs(days * 86_400_000)));
      const { effective_date } = await expired(held);
      expect(effective_date).toBe(`${dayOf(held.hold.expires_at)}T00:00:00.000Z`);
      expect(await balances()).toMatchObject({ pending: '0.00', available: '70.00' });
    },
  );

  test('on its own day, if that day is later', async () => {
    const later = dayOf(inMs(40 * 86_400_000));
    const { effective_date } = await expired(await hold('60.00', { effective_date: later }));
    expect(effective_date).toBe(`${later}T00:00:00.000Z`);
    expect(await balances()).toMatchObject({ available: '70.00' });
  });
});

describe('expires_at', () => {
  const later = '2999-01-31T23:30:00+02:00';
  const send = (fields: Fields) =>
    books.api.post('/transactions', transaction({ entries: outOfWallet('1.00'), ...fields }));

  test('is an instant with any offset', async () => {
    const { id } = await hold('1.00', { expires_at: later });
    expect((await holdOf(id)).expires_at).toBe('2999-01-31T21:30:00.000Z');
  });

  test.each([
    ['in the past', { layer: 'pending', expires_at: '2026-01-01T00:00:00Z' }],
    ['on the settled layer', { expires_at: later }],
    ['a day', { layer: 'pending', expires_at: '2999-01-31' }],
    ['without an offset', { layer: 'pending', expires_at: '2999-01-31T00:00:00' }],
    ['on a day that does not exist', { layer: 'pending', expires_at: '2999-02-30T00:00:00Z' }],
    ['a number', { layer: 'encumbrance', expires_at: 32_474_649_600 }],
    ['a word', { layer: 'encumbrance', expires_at: 'tomorrow' }],
  ])('is refused if it is %s', async (_, fields) => {
    expectRefusal(await send(fields), 400, 'VALIDATION_ERROR', ['expires_at']);
  });

  test('belongs to the request: another instant under the same key is refused', async () => {
    const fields = { layer: 'pending', idempotency_key: 'hold-1', expires_at: later };
    dataOf(await send(fields), 202);
    expect((await send({ ...fields, expires_at: '2999-01-31T21:30:00Z' })).status).toBe(202);
    expectRefusal(await send({ ...fields, expires_at: '2999-02-01T00:00:00Z' }), 409, 'idempotency_key_reused');
  });
});

describe('the list of transactions', () => {
  test('filters by the state of holds and by when they expire', async () => {
    const open = await hold('10.00', { expires_at: '2999-02-01T00:00:00Z' });
    const settled = await hold('10.00', { expires_at: '2999-03-01T00:00:00Z' });
    const released = await hold('10.00', { expires_at: null });
    const gone = await hold('10.00');
    dataOf(await act(settled.id, 'settle'), 201);
    dataOf(await act(released.id, 'release'), 201);
    await expired(gone);
    expect(await list('hold_state=open')).toEqual([open.id]);
    expect(await list('hold_state=settled')).toEqual([settled.id]);
    expect(await list('hold_state=released')).toEqual([released.id]);
    expect(await list('hold_state=expired')).toEqual([gone.id]);
    expect(await list(`expires_before=2999-02-15T00:00:00Z`)).toEqual([gone.id, open.id]);
    expect(await list(`expires_before=2999-02-01T00:00:00Z`)).toEqual([gone.id]);
    expect(await list(`expires_before=${encodeURIComponent('2999-02-01T01:00:00+00:30')}`)).toEqual([gone.id, open.id]);
    expect(await list('hold_state=settled&expires_before=2999-12-31T00:00:00Z')).toEqual([settled.id]);
    expect(await list('hold_state=released&expires_before=2999-12-31T00:00:00Z')).toEqual([]);
    expect(await list('hold_state=open&layer=settled')).toEqual([]);
  });

  test.each([
    ['hold_state', 'pending'],
    ['hold_state', 'OPEN'],
    ['hold_state', ''],
    ['expires_before', 'tomorrow'],
    ['expires_before', '2999-01-31'],
    ['expires_before', '2999-01-31T24:30:00Z'],
  ])('refuses %s=%s', async (name, value) => {
    expectRefusal(await books.api.get(`/transactions?${name}=${value}`), 422, 'VALIDATION_ERROR', [name]);
  });
});
