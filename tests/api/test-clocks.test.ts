/** A ledger with a test clock: its time can be moved ahead, and all dates and due work follow it. Other ledgers keep the real time. */
import { midnightOf, type Day } from '../../src/kernel/time';
import { appoint, type TestAdministrator } from '../support/administration';
import type { Answer } from '../support/client';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, expectRefusal, nowhere } from '../support/requests';

let ledger: TestLedger;
let chief: TestAdministrator;
let books: TestBooks;
let clockOf: (id: string) => string;

beforeAll(async () => {
  ledger = await startLedger();
  chief = await appoint(ledger);
  clockOf = (id) => `/ledgers/${id}/clock`;
});
afterAll(() => ledger.close());

beforeEach(async () => {
  books = await ledger.newLedger({ hasTestClock: true });
  for (const [code, type] of [
    ['CASH', 'asset'],
    ['SALES', 'revenue'],
  ])
    dataOf(await books.api.post('/accounts', { code, name: code, type, category: 'system' }), 201);
});

const sale = (members: object = {}): object => ({
  description: 'A sale',
  idempotency_key: `sale-${(sales += 1)}`,
  entries: [
    { account_code: 'CASH', type: 'debit', amount: '10.00' },
    { account_code: 'SALES', type: 'credit', amount: '10.00' },
  ],
  ...members,
});
let sales = 0;

const advance = async (by: string): Promise<{ readonly now: string; readonly today: Day }> =>
  dataOf(await chief.api.post(clockOf(books.ledger.id), { advance: by }), 200);

const posted = async (body: object): Promise<Answer['body']> =>
  dataOf(await books.api.post('/transactions', body, { Prefer: 'wait=30' }), 202);

const balanceOf = async (code: string): Promise<Answer['body']> =>
  dataOf(await books.api.get(`/accounts/code/${code}/balance`), 200);

test('a test clock moves by calendar months, and its moves add up', async () => {
  const first = await advance('P1M');
  const second = await advance('P1Y');
  const later = new Date(first.now);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  // The test clock ran on between the two requests, so only the year and the month are compared.
  expect(second.today.slice(0, 7)).toBe(later.toISOString().slice(0, 7));
  expect(second.now > first.now).toBe(true);
});

test('a posting is created on the day of the test clock, which is also the default day of balances', async () => {
  const { today } = await advance('P1Y');
  const { id } = await posted(sale({ effective_date: today }));
  expect(dataOf(await books.api.get(`/transactions/${id}`), 200)).toMatchObject({ effective_date: midnightOf(today) });
  expect(await balanceOf('CASH')).toMatchObject({ as_of_date: today, balances: { settled: '10.00' } });
  const { created_at: createdAt } = dataOf(await books.api.get(`/transactions/${id}`), 200);
  expect(createdAt.slice(0, 10)).toBe(today);
});

test('a hold expires before the move of the clock is answered', async () => {
  const before = await advance('PT1S');
  const expiresAt = new Date(Date.parse(before.now) + 86_400_000).toISOString();
  const { id } = await posted(sale({ layer: 'pending', expires_at: expiresAt, effective_date: before.today }));
  await advance('PT1H');
  expect(dataOf(await books.api.get(`/transactions/${id}`), 200)).toMatchObject({ hold: { state: 'open' } });
  await advance('P2D');
  expect(dataOf(await books.api.get(`/transactions/${id}`), 200)).toMatchObject({ hold: { state: 'expired' } });
  expect(await balanceOf('CASH')).toMatchObject({ balances: { pending: '0.00' } });
});

test('a move leaves the time of other ledgers alone', async () => {
  const other = await ledger.newLedger({ hasTestClock: true });
  const { today } = await advance('P10Y');
  dataOf(await other.api.post('/accounts', { code: 'CASH', name: 'Cash', type: 'asset', category: 'system' }), 201);
  const { as_of_date: day } = dataOf(await other.api.get('/accounts/code/CASH/balance'), 200);
  expect(day < today).toBe(true);
});

test('a ledger whose clock was moved passes verification', async () => {
  const { today } = await advance('P1M');
  await posted(sale({ effective_date: today }));
  await advance('P1M');
  await posted(sale({ effective_date: today }));
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
});

test('a move of the clock is recorded in the tenant log', async () => {
  await advance('P1D');
  const { data } = (await chief.api.get(`/log?tenant_id=${books.ledger.tenantId}&limit=1`)).body;
  expect(data[0]).toMatchObject({ type: 'ledger.updated', actor: chief.actor });
});

test('a repeated move advances the time again, and a move of no time shows the present time', async () => {
  const move = async (by: string): Promise<number> =>
    Date.parse(dataOf(await chief.api.post(clockOf(books.ledger.id), { advance: by }), 200).now);
  const before = await move('PT0S');
  await move('P1D');
  await move('P1D');
  const days = ((await move('PT0S')) - before) / 86_400_000;
  expect(Math.floor(days)).toBe(2);
});

describe('a move of the clock is refused', () => {
  test('for a ledger that keeps the real time', async () => {
    const plain = await ledger.newLedger();
    expectRefusal(await chief.api.post(clockOf(plain.ledger.id), { advance: 'P1D' }), 422, 'TEST_CLOCK_MISSING');
    expect(dataOf(await chief.api.get(`/ledgers/${plain.ledger.id}`), 200).test_clock).toBe(false);
  });

  test.each(['', '1 day', 'P', 'PT', 'P-1D', 'P1.5D', 'P123456D', 'PT8900000S', 5, null])(
    'with the duration %j',
    async (given) => {
      const answer = await chief.api.post(clockOf(books.ledger.id), { advance: given });
      expectRefusal(answer, 422, 'VALIDATION_ERROR', ['advance']);
      expect(answer.body.errors.advance[0]).toContain('whole numbers of at most five digits');
    },
  );

  test('beyond the last day', async () => {
    const answer = await chief.api.post(clockOf(books.ledger.id), { advance: 'P9999Y' });
    expectRefusal(answer, 422, 'TEST_CLOCK_TOO_LATE');
  });

  test('for an unknown ledger, and for one of another tenant', async () => {
    const stranger = await appoint(ledger, (await ledger.newLedger()).ledger.tenantId);
    for (const [api, id] of [
      [chief.api, nowhere],
      [stranger.api, books.ledger.id],
    ] as const)
      expectRefusal(await api.post(clockOf(id), { advance: 'P1D' }), 404, 'LEDGER_NOT_FOUND');
  });

  test('if the service does not allow test clocks', async () => {
    const strict = await startLedger([], { mayMoveTime: false });
    const { ledger: plain } = await strict.newLedger();
    const { api } = await appoint(strict);
    const request = { tenant_id: plain.tenantId, code: 'TESTS', name: 'For tests', currency: 'EUR', test_clock: true };
    expectRefusal(await api.post('/ledgers', request), 422, 'TEST_CLOCKS_DISABLED');
    expectRefusal(await api.post(clockOf(plain.id), { advance: 'P1D' }), 422, 'TEST_CLOCKS_DISABLED');
    await strict.close();
  });
});

test('balances of days between the real day and the day of the test clock are right', async () => {
  const { today } = await advance('P24D');
  const earlier = new Date(Date.parse(midnightOf(today)) - 10 * 86_400_000).toISOString().slice(0, 10);
  for (const effective_date of [today, earlier]) await posted(sale({ effective_date }));
  const asOf = async (day: string): Promise<string> =>
    dataOf(await books.api.get(`/accounts/code/CASH/balance?as_of_date=${day}`), 200).balances.settled;
  expect([await asOf(earlier), await asOf(today)]).toEqual(['10.00', '20.00']);
  expect((await ledger.app.ledgering.verify(books.ledger.id)).findings).toEqual([]);
});
