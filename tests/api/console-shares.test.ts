/**
 * Requests of signed-in people and of administrators use the service's own share of resources and their tenant's share, but no key's share.
 */
import { maxAdministrationPerSecond } from '../../src/modules/access/application/administering';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import { appoint } from '../support/administration';
import { HandClock } from '../support/hand-clock';
import { expected, startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { fromPage, join } from '../support/people';
import { dataOf } from '../support/requests';

const told = 100;
const clock = new HandClock('2026-01-15T10:00:00.000Z');
let ledger: TestLedger;
let books: TestBooks;

beforeAll(async () => {
  ledger = await startLedger([replace(CLOCK, [], () => clock)], { alone: true });
  books = await ledger.newLedger();
});
beforeEach(() => clock.advance(1_000));
afterAll(() => ledger.close());

const statuses = async (times: number, ask: () => Promise<{ readonly status: number }>): Promise<object> => {
  const counts: Record<number, number> = {};
  for (let time = 0; time < times; time++) {
    const { status } = await ask();
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
};

test('a signed-in person and strangers at the same address have separate budgets', async () => {
  const person = await join(ledger, { role: 'viewer', tenantId: books.ledger.tenantId });
  clock.advance(1_000);
  const session = () => person.page.get('//console/session');
  expect(await statuses(101, session)).toEqual({ 200: 100, 429: 1 });
  expect(await statuses(21, () => fromPage(ledger).get('//console/session'))).toEqual({ 401: 20, 429: 1 });
});

test('all administrators of a tenant share one budget, and another tenant has its own', async () => {
  const { tenantId } = books.ledger;
  const [one, two, three] = [
    await appoint(ledger, tenantId),
    await appoint(ledger, tenantId),
    await join(ledger, { tenantId }),
  ];
  const sister = await appoint(ledger, (await ledger.newLedger()).ledger.tenantId);
  clock.advance(1_000);
  const half = maxAdministrationPerSecond / 2;
  expect(await statuses(half, () => one.api.get('/keys?limit=1'))).toEqual({ 200: half });
  expect(await statuses(half - 10, () => two.api.get('/keys?limit=1'))).toEqual({ 200: half - 10 });
  expect(await statuses(11, () => three.page.get('//admin/v1/keys?limit=1'))).toEqual({ 200: 10, 429: 1 });
  expect(await statuses(1, () => sister.api.get('/keys?limit=1'))).toEqual({ 200: 1 });
});

test('a session lists the first hundred ledgers by code, and the requested one', async () => {
  const { tenantId } = books.ledger;
  const openLedger = async (code: string) =>
    expected(await ledger.app.ledgering.openLedger({ tenantId, code, name: code, currency: 'EUR' }));
  const last = await openLedger('ZZZ');
  for (let count = 0; count < told; count++) await openLedger(`-${String(count).padStart(3, '0')}`);
  const foreign = await ledger.newLedger();
  const person = await join(ledger, { role: 'viewer', tenantId });
  const codes = async (query: string): Promise<readonly string[]> =>
    dataOf(await person.page.get(`//console/session${query}`), 200).ledgers.map(({ code }: { code: string }) => code);
  expect(await codes('')).toHaveLength(told);
  expect(await codes('')).not.toContain('ZZZ');
  for (const named of ['ZZZ', last.id]) expect((await codes(`?ledger=${named}`)).at(-1)).toBe('ZZZ');
  expect(await codes(`?ledger=${foreign.ledger.id}`)).toHaveLength(told);
});
