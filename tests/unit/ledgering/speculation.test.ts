/** What a process knows of a ledger without asking. */
import { newId } from '../../../src/kernel/ids';
import { createSpeculation, type SpeculativeState } from '../../../src/modules/ledgering/application/speculation';
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
  undone: [],
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

const recalled = (speculation: SpeculativeState, ...codes: string[]): bigint | undefined =>
  speculation.asOfNext(naming(...codes))?.head.lastSequence;

let speculation: SpeculativeState;
beforeEach(() => {
  speculation = createSpeculation().of(newId());
});

/** Undisturbed for long enough to learn the chart. */
const undisturbed = (): void => {
  speculation.observe(reading(1));
  for (let place = 1; place <= 4; place++) speculation.advance(plan(place, place + 1));
};

test('nothing is known at first, and then what was read', () => {
  expect(recalled(speculation)).toBeUndefined();
  const read = reading(1, [account('CASH')]);
  expect(speculation.observe(read)).toEqual(read);
  expect(recalled(speculation, 'CASH')).toBe(1n);
  expect(recalled(speculation, 'CASH', 'SALES')).toBeUndefined();
});

test('what depends on an earlier transaction is not known', () => {
  speculation.observe(reading(1));
  expect(speculation.asOfNext({ ...naming(), correlationSourceIds: ['a source'] })).toBeUndefined();
});

test('the head is where the plans on their way lead', () => {
  speculation.observe(reading(1, [account('CASH')]));
  speculation.advance(plan(1, 3));
  speculation.advance(plan(3, 4));
  expect(recalled(speculation, 'CASH')).toBe(4n);
});

test('a reading that lags behind is given as it will be, limited accounts too', () => {
  const wallet = account('WALLET', true);
  speculation.observe(reading(1, [wallet]));
  speculation.advance(plan(1, 2, ['WALLET']));
  speculation.advance(plan(2, 3, ['WALLET', 'CASH']));
  const late = speculation.observe(reading(2, [wallet, account('CASH')]));
  expect(late.head).toEqual(headAt(3));
  expect(late.facts.accountsByCode.get('WALLET')?.settledDebits).toBe(5n);
  expect(late.facts.accountsById.get(wallet.id)?.settledDebits).toBe(5n);
  expect(recalled(speculation, 'WALLET')).toBeUndefined();
});

test('a plan that came to nothing takes those behind it with it', () => {
  speculation.observe(reading(1, [account('CASH')]));
  speculation.advance(plan(1, 2));
  const takeBack = speculation.advance(plan(2, 3));
  speculation.advance(plan(3, 4));
  takeBack();
  expect(recalled(speculation, 'CASH')).toBe(2n);
  takeBack();
  expect(recalled(speculation, 'CASH')).toBe(2n);
});

test('a ledger that stands where none of our plans led is unknown again', () => {
  speculation.observe(reading(1, [account('CASH')]));
  speculation.advance(plan(1, 2));
  expect(speculation.observe(reading(9)).head).toEqual(headAt(9));
  expect(recalled(speculation)).toBe(9n);
  expect(recalled(speculation, 'CASH')).toBeUndefined();
});

test('the chart is learned part by part, once nobody else came between', () => {
  speculation.observe(reading(1));
  expect(speculation.nextPart()).toBeUndefined();
  undisturbed();
  const first = speculation.nextPart();
  expect(first).toEqual({ after: null, limit: 500 });
  if (!first) return;
  speculation.observePart(
    first,
    Array.from({ length: 500 }, (_, index) => account(`A${index}`)),
  );
  const second = speculation.nextPart();
  expect(second).toEqual({ after: 'id of A499', limit: 500 });
  if (!second) return;
  speculation.observePart(second, [account('LAST')]);
  expect(speculation.nextPart()).toBeUndefined();
  expect(recalled(speculation, 'A0', 'LAST')).toBe(5n);
});

test('a part of the chart that comes after all was forgotten is not kept', () => {
  undisturbed();
  const part = speculation.nextPart();
  speculation.invalidate();
  if (part) speculation.observePart(part, [account('CASH')]);
  speculation.observe(reading(1));
  expect(recalled(speculation, 'CASH')).toBeUndefined();
});

test('there is room for so many accounts over all ledgers: no chart is learned beyond it, and then all is forgotten', () => {
  const states = createSpeculation().of;
  const many = (from: number): AccountFact[] =>
    Array.from({ length: 20_000 }, (_, index) => account(`A${from + index}`));
  const [nothingKnown, one, other] = [states(newId()), states(newId()), states(newId())];
  one.observe(reading(1, many(0)));
  speculation = other;
  undisturbed();
  expect(other.nextPart()).toBeDefined();
  other.observe(reading(5, many(20_000)));
  expect(other.nextPart()).toBeUndefined();
  expect(recalled(one, 'A0')).toBe(1n);
  other.observe(reading(5, [account('ONE TOO MANY')]));
  expect([nothingKnown, one, other].map((ledger) => recalled(ledger, 'A0'))).toEqual([undefined, undefined, undefined]);
  other.observe(reading(5, [account('AGAIN')]));
  expect(recalled(other, 'AGAIN')).toBe(5n);
});

test('what is known of a ledger that is evicted makes room for others', () => {
  const known = createSpeculation();
  const [idle, busy] = [newId<'ledger'>(), newId<'ledger'>()];
  const many = Array.from({ length: 39_900 }, (_, index) => account(`A${index}`));
  known.of(idle).observe(reading(1, many));
  known.evict(idle);
  expect(recalled(known.of(idle), 'A0')).toBeUndefined();
  known.of(busy).observe(reading(1, many));
  known.of(idle).observe(reading(1, [account('CASH')]));
  expect(recalled(known.of(busy), 'A0')).toBe(1n);
});
