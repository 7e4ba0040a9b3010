/** What a process knows of a ledger without asking. */
import { newId } from '../../../src/kernel/ids';
import { createForecasts, type Forecast } from '../../../src/modules/ledgering/application/forecast';
import type { AcceptanceReading, AcceptanceWants } from '../../../src/modules/ledgering/application/ports';
import type { AccountId } from '../../../src/modules/ledgering/domain/account';
import type { LedgerHead } from '../../../src/modules/ledgering/domain/chain';
import type { AccountFact } from '../../../src/modules/ledgering/domain/draft';
import type { PostingPlan } from '../../../src/modules/ledgering/domain/posting';
import type { Day } from '../../../src/kernel/time';
import type { JournalId } from '../../../src/modules/ledgering/domain/transaction';

const headAt = (place: number): LedgerHead => ({
  lastSequence: BigInt(place),
  lastTransactionSequence: BigInt(place),
  lastHash: Buffer.alloc(32, place),
});

const account = (code: string, limited = false): AccountFact => ({
  id: `id of ${code}` as AccountId,
  code,
  isActive: true,
  normalBalance: 'debit',
  isClearing: false,
  limits: { enforced: limited, min: null, max: null },
  settledDebits: 0n,
  settledCredits: 0n,
});

const reading = (place: number, accounts: readonly AccountFact[] = []): AcceptanceReading => ({
  facts: {
    accountsById: new Map(accounts.map((fact) => [fact.id, fact])),
    accountsByCode: new Map(accounts.map((fact) => [fact.code, fact])),
    journals: new Map([['DEFAULT', { isClosed: false }]]),
    defaultJournalId: 'DEFAULT' as JournalId,
    lockedUntil: null,
    correlationSources: new Map(),
  },
  usedKeys: new Map(),
  busyKeys: new Set(),
  hasBacklog: false,
  head: headAt(place),
});

const plan = (from: number, to: number, debited: readonly string[] = []): PostingPlan => ({
  posted: [],
  failed: [],
  settled: [],
  days: [],
  events: [],
  at: new Date(0),
  from: headAt(from),
  head: headAt(to),
  totals: debited.map((code) => ({
    accountId: `id of ${code}` as AccountId,
    layer: 'settled',
    debits: 5n,
    credits: 0n,
    entryCount: 1,
    since: '2026-01-01' as Day,
  })),
});

const naming = (...accountCodes: string[]): AcceptanceWants => ({
  keys: ['a key'],
  accountIds: [],
  accountCodes,
  journalIds: [],
  correlationSourceIds: [],
});

const recalled = (forecast: Forecast, ...codes: string[]): bigint | undefined =>
  forecast.recall(naming(...codes))?.head.lastSequence;

let forecast: Forecast;
beforeEach(() => {
  forecast = createForecasts()(newId());
});

/** Undisturbed for long enough to learn the chart. */
const undisturbed = (): void => {
  forecast.remember(reading(1));
  for (let place = 1; place <= 4; place++) forecast.add(plan(place, place + 1));
};

test('nothing is known at first, and then what was read', () => {
  expect(recalled(forecast)).toBeUndefined();
  const read = reading(1, [account('CASH')]);
  expect(forecast.remember(read)).toEqual(read);
  expect(recalled(forecast, 'CASH')).toBe(1n);
  expect(recalled(forecast, 'CASH', 'SALES')).toBeUndefined();
});

test('what depends on an earlier transaction is not known', () => {
  forecast.remember(reading(1));
  expect(forecast.recall({ ...naming(), correlationSourceIds: ['a source'] })).toBeUndefined();
});

test('the head is where the plans on their way lead', () => {
  forecast.remember(reading(1, [account('CASH')]));
  forecast.add(plan(1, 3));
  forecast.add(plan(3, 4));
  expect(recalled(forecast, 'CASH')).toBe(4n);
});

test('a reading that lags behind is given as it will be, limited accounts too', () => {
  const wallet = account('WALLET', true);
  forecast.remember(reading(1, [wallet]));
  forecast.add(plan(1, 2, ['WALLET']));
  forecast.add(plan(2, 3, ['WALLET', 'CASH']));
  const late = forecast.remember(reading(2, [wallet, account('CASH')]));
  expect(late.head).toEqual(headAt(3));
  expect(late.facts.accountsByCode.get('WALLET')?.settledDebits).toBe(5n);
  expect(late.facts.accountsById.get(wallet.id)?.settledDebits).toBe(5n);
  expect(recalled(forecast, 'WALLET')).toBeUndefined();
});

test('a plan that came to nothing takes those behind it with it', () => {
  forecast.remember(reading(1, [account('CASH')]));
  forecast.add(plan(1, 2));
  const takeBack = forecast.add(plan(2, 3));
  forecast.add(plan(3, 4));
  takeBack();
  expect(recalled(forecast, 'CASH')).toBe(2n);
  takeBack();
  expect(recalled(forecast, 'CASH')).toBe(2n);
});

test('a ledger that stands where none of our plans led is unknown again', () => {
  forecast.remember(reading(1, [account('CASH')]));
  forecast.add(plan(1, 2));
  expect(forecast.remember(reading(9)).head).toEqual(headAt(9));
  expect(recalled(forecast)).toBe(9n);
  expect(recalled(forecast, 'CASH')).toBeUndefined();
});

test('the chart is learned part by part, once nobody else came between', () => {
  forecast.remember(reading(1));
  expect(forecast.unread()).toBeUndefined();
  undisturbed();
  const first = forecast.unread();
  expect(first).toEqual({ after: null, limit: 500 });
  if (!first) return;
  forecast.learn(
    first,
    Array.from({ length: 500 }, (_, index) => account(`A${index}`)),
  );
  const second = forecast.unread();
  expect(second).toEqual({ after: 'id of A499', limit: 500 });
  if (!second) return;
  forecast.learn(second, [account('LAST')]);
  expect(forecast.unread()).toBeUndefined();
  expect(recalled(forecast, 'A0', 'LAST')).toBe(5n);
});

test('a part of the chart that comes after all was forgotten is not kept', () => {
  undisturbed();
  const part = forecast.unread();
  forecast.forget();
  if (part) forecast.learn(part, [account('CASH')]);
  forecast.remember(reading(1));
  expect(recalled(forecast, 'CASH')).toBeUndefined();
});

test('there is room for so many accounts over all ledgers: no chart is learned beyond it, and then all is forgotten', () => {
  const forecasts = createForecasts();
  const many = (from: number): AccountFact[] =>
    Array.from({ length: 20_000 }, (_, index) => account(`A${from + index}`));
  const [nothingKnown, one, other] = [forecasts(newId()), forecasts(newId()), forecasts(newId())];
  one.remember(reading(1, many(0)));
  forecast = other;
  undisturbed();
  expect(other.unread()).toBeDefined();
  other.remember(reading(5, many(20_000)));
  expect(other.unread()).toBeUndefined();
  expect(recalled(one, 'A0')).toBe(1n);
  other.remember(reading(5, [account('ONE TOO MANY')]));
  expect([nothingKnown, one, other].map((ledger) => recalled(ledger, 'A0'))).toEqual([undefined, undefined, undefined]);
  other.remember(reading(5, [account('AGAIN')]));
  expect(recalled(other, 'AGAIN')).toBe(5n);
});
