/**
 * The days of a ledger begin in its time zone: on every endpoint, a missing date means the ledger's present day. At 21:30 UTC it is the
 * next day in Auckland and the afternoon of the same day in New York.
 */
import { appoint, type TestAdministrator } from '../support/administration';
import { HandClock } from '../support/hand-clock';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { dataOf, decide, expectRefusal, openBooks, sale, type Fields } from '../support/requests';
import { conversion, openCustomer, openMembers } from '../support/strings';

const clock = new HandClock('2026-06-30T21:30:00.000Z');
let ledger: TestLedger;
let chief: TestAdministrator;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  chief = await appoint(ledger);
});
afterAll(async () => {
  await ledger.close();
  expect(ledger.complaints).toEqual([]);
});
// Moves the clock far enough that no cached key and no used rate budget is left from the previous test.
beforeEach(() => clock.advance(2_000));

const path = (): string => `/ledgers/${books.ledger.id}`;

const dayNow = async (): Promise<unknown> =>
  dataOf(await books.api.get('/accounts/code/CASH/balance'), 200).as_of_date.slice(0, 10);

const hold = (fields: Fields = {}) => decide(books.api, { layer: 'pending', ...fields });

const datedBy = async (act: string, id: string, status: number): Promise<string> => {
  const { transaction_id: made, id: own } = dataOf(await books.api.post(`/transactions/${id}/${act}`, {}), status);
  return dataOf(await books.api.get(`/transactions/${made ?? own}`), 200).effective_date.slice(0, 10);
};

describe.each([
  { zone: 'UTC', today: '2026-06-30' },
  { zone: 'Pacific/Auckland', today: '2026-07-01' },
  { zone: 'America/New_York', today: '2026-06-30' },
])('in $zone, where today is $today', ({ zone, today }) => {
  const [yesterday, tomorrow] = today === '2026-07-01' ? ['2026-06-30', '2026-07-02'] : ['2026-06-29', '2026-07-01'];

  beforeAll(async () => {
    books = await openBooks(ledger, { timeZone: zone });
    await decide(books.api, { effective_date: yesterday, entries: sale('1.00') });
    await decide(books.api, { effective_date: today, entries: sale('10.00') });
    await decide(books.api, { effective_date: tomorrow, entries: sale('100.00') });
  });

  test('balances without a day are of that day', async () => {
    const { as_of_date: asOf, balances } = dataOf(await books.api.get('/accounts/code/CASH/balance'), 200);
    expect([asOf.slice(0, 10), balances.settled, balances.future]).toEqual([today, '11.00', '100.00']);
    const [listed] = dataOf(await books.api.get('/accounts?search=CASH'), 200);
    const one = dataOf(await books.api.get(`/accounts/${listed.id}`), 200);
    expect([listed.balance, one.balance]).toEqual(['11.00', '11.00']);
    const changed = dataOf(await books.api.put(`/accounts/${listed.id}`, { name: 'Till' }), 200);
    expect(changed.balance).toBe('11.00');
  });

  test('statements and reports end on that day', async () => {
    const [{ id }] = dataOf(await books.api.get('/accounts?search=CASH'), 200);
    const { body } = await books.api.get(`/accounts/${id}/statement?from=2026-01-01`);
    expect(body.meta.statement).toMatchObject({ to: today, closing_balance: '11.00' });
    const { as_of_date: asOf } = dataOf(await books.api.get('/reports/trial-balance'), 200);
    expect(asOf.slice(0, 10)).toBe(today);
    const { to } = dataOf(await books.api.get('/reports/income-statement?from=2026-01-01'), 200);
    expect(to.slice(0, 10)).toBe(today);
  });

  test('balances as of a sequence are of the day of that sequence', async () => {
    const { head_sequence: head } = (await books.api.get('/events?limit=1')).body.meta;
    const known = dataOf(await books.api.get(`/accounts/code/CASH/balance?known_at_sequence=${head}`), 200);
    expect([known.as_of_date.slice(0, 10), known.balances.settled]).toEqual([today, '11.00']);
  });

  test('settlements and releases are dated that day', async () => {
    for (const act of ['settle', 'release'])
      expect(await datedBy(act, (await hold({ effective_date: yesterday })).id, 201)).toBe(today);
  });

  test('a period that reaches that day cannot be locked yet', async () => {
    const lock = { locked_until: today, reason: 'Closing' };
    expectRefusal(await books.api.post('/period-locks', lock), 422, 'PERIOD_NOT_OVER');
    const over = dataOf(await books.api.post('/period-locks', { ...lock, locked_until: yesterday }), 201);
    dataOf(await books.api.post(`/period-locks/${over.id}/release`, { reason: 'Not yet' }), 200);
  });
});

test.each([
  ['UTC', '2026-12-31T23:30:00.000Z', '2026-12-31'],
  ['Europe/Zurich', '2026-12-31T23:30:00.000Z', '2027-01-01'],
  ['Europe/Zurich', '2026-12-31T22:30:00.000Z', '2026-12-31'],
  ['America/New_York', '2027-01-01T04:59:59.999Z', '2026-12-31'],
])('a hold in %s that ends at %s expires on %s', async (timeZone, expiresAt, day) => {
  const other = new HandClock('2026-06-30T21:30:00.000Z');
  const later = await startLedger([], { clock: other, alone: true });
  books = await openBooks(later, { timeZone });
  const { id } = await hold({ effective_date: '2026-06-01', expires_at: expiresAt });
  await other.advance(Date.parse(expiresAt) - other.now().getTime() + 86_400_000 * 3);
  await later.app.background.idle('expiry');
  const { items } = await listOf(books, '/transactions?limit=10');
  const release = items.find((one) => one.id !== id);
  expect(release?.effective_date.slice(0, 10)).toBe(day);
  await later.close();
});

const listOf = async (
  { api }: TestBooks,
  list: string,
): Promise<{ readonly items: readonly { id: string; effective_date: string }[] }> => ({
  items: dataOf(await api.get(list), 200),
});

test('a conversion is dated the day of the ledger whose key sends it', async () => {
  const pair = await openMembers(
    ledger,
    ['TREASURY'],
    [
      { currency: 'USD', timeZone: 'Pacific/Auckland' },
      { currency: 'EUR', timeZone: 'America/New_York' },
    ],
  );
  for (const member of pair) await openCustomer(member, 'ALICE');
  const { source } = dataOf(await pair[0].api.post('/strings/TREASURY/convert', conversion(pair)), 201);
  expect(dataOf(await pair[0].api.get(`/transactions/${source.transaction_id}`), 200).effective_date.slice(0, 10)).toBe(
    '2026-07-01',
  );
});

describe('a change of the time zone', () => {
  beforeEach(async () => {
    books = await openBooks(ledger);
  });

  test('takes effect at once for keys that were used before, and leaves posted transactions alone', async () => {
    const { id } = await decide(books.api, { effective_date: '2026-06-30' });
    expect(await dayNow()).toBe('2026-06-30');
    const changed = dataOf(await chief.api.patch(path(), { time_zone: 'Pacific/Auckland' }), 200);
    expect(changed).toMatchObject({ id: books.ledger.id, time_zone: 'Pacific/Auckland' });
    expect(await dayNow()).toBe('2026-07-01');
    const { effective_date: day } = dataOf(await books.api.get(`/transactions/${id}`), 200);
    expect(day.slice(0, 10)).toBe('2026-06-30');
    expect(dataOf(await books.api.get('/ledger'), 200)).toMatchObject({ time_zone: 'Pacific/Auckland' });
  });

  test('without a zone, or to the same zone, changes nothing', async () => {
    const before = dataOf(await chief.api.get(path()), 200);
    for (const body of [{ time_zone: 'UTC' }, {}, { time_zone: 'Etc/UTC' }])
      expect(dataOf(await chief.api.patch(path(), body), 200)).toEqual(before);
  });

  test.each(['Mars/Olympus', '+02:00', 'Europe/', 'CET or so', '', 7])(
    'to %j is refused, and the refusal names time_zone',
    async (zone) => {
      const answer = await chief.api.patch(path(), { time_zone: zone });
      expectRefusal(answer, 422, 'VALIDATION_ERROR');
      expect(Object.keys(answer.body.errors)).toEqual(['time_zone']);
    },
  );

  test('is refused for an unknown ledger', async () => {
    const answer = await chief.api.patch('/ledgers/00000000-0000-7000-8000-000000000000', { time_zone: 'UTC' });
    expectRefusal(answer, 404, 'LEDGER_NOT_FOUND');
  });
});

test('the fiscal year of a ledger can change without its time zone', async () => {
  books = await openBooks(ledger, { timeZone: 'Asia/Tokyo' });
  expect(dataOf(await chief.api.get(path()), 200).fiscal_year_start).toBe('01-01');
  const changed = dataOf(await chief.api.patch(path(), { fiscal_year_start: '04-01' }), 200);
  expect(changed).toMatchObject({ time_zone: 'Asia/Tokyo', fiscal_year_start: '04-01' });
  expect(dataOf(await chief.api.patch(path(), { time_zone: 'UTC' }), 200).fiscal_year_start).toBe('04-01');
  for (const start of ['02-29', '04-31', '13-01', '4-1', 401]) {
    const answer = await chief.api.patch(path(), { fiscal_year_start: start });
    expectRefusal(answer, 422, 'VALIDATION_ERROR', ['fiscal_year_start']);
  }
  const body = { tenant_id: books.ledger.tenantId, name: 'Books', currency: 'CHF', fiscal_year_start: '07-01' };
  expect(dataOf(await chief.api.post('/ledgers', { ...body, code: 'JULY' }), 201).fiscal_year_start).toBe('07-01');
  const none = await chief.api.post('/ledgers', { ...body, code: 'NONE', fiscal_year_start: '02-30' });
  expectRefusal(none, 422, 'VALIDATION_ERROR', ['fiscal_year_start']);
});

test('a ledger is created with a time zone, by default with UTC', async () => {
  books = await openBooks(ledger);
  const body = { tenant_id: books.ledger.tenantId, name: 'Books', currency: 'CHF' };
  const named = dataOf(await chief.api.post('/ledgers', { ...body, code: 'A', time_zone: 'europe/zurich' }), 201);
  const unnamed = dataOf(await chief.api.post('/ledgers', { ...body, code: 'B' }), 201);
  expect([named.time_zone, unnamed.time_zone]).toEqual(['Europe/Zurich', 'UTC']);
  const answer = await chief.api.post('/ledgers', { ...body, code: 'C', time_zone: 'Mars/Olympus' });
  expectRefusal(answer, 422, 'VALIDATION_ERROR');
});
