/** The state of a ledger as a process knows it (known ledger). Each case has a history, and the state that the process knows after it. */
import type { Day } from '../../../src/kernel/time';
import type { AccountId } from '../../../src/modules/ledgering/domain/account';
import type { LedgerHead } from '../../../src/modules/ledgering/domain/chain';
import type { AccountFact } from '../../../src/modules/ledgering/domain/draft';
import { nothingWanted, type AcceptanceReading } from '../../../src/modules/ledgering/domain/judging';
import {
  accountsKnown,
  advanced,
  asOfNext,
  asOfThen,
  nextPart,
  observed,
  partObserved,
  takenBack,
  unknownLedger,
  type KnownLedger,
} from '../../../src/modules/ledgering/domain/known-ledger';
import type { PostingPlan } from '../../../src/modules/ledgering/domain/posting';
import type { JournalId } from '../../../src/modules/ledgering/domain/transaction';

const headAt = (place: number): LedgerHead => ({
  lastSequence: BigInt(place),
  lastTransactionSequence: BigInt(place),
  lastHash: Buffer.alloc(32, place),
});

/** An account. One with an upper-case code has limits. */
const account = (code: string): AccountFact => ({
  id: `id of ${code}` as AccountId,
  code,
  isActive: true,
  normalBalance: 'debit',
  isClearing: false,
  isGroup: false,
  limits: { enforced: code === code.toUpperCase(), basis: 'settled', min: null, max: null },
  settledDebits: 0n,
  settledCredits: 0n,
  heldDebits: 0n,
  heldCredits: 0n,
  later: [],
});

const reading = (place: number, codes: readonly string[] = [], journal = 'DEFAULT'): AcceptanceReading => {
  const accounts = codes.map(account);
  return {
    facts: {
      accountsById: new Map(accounts.map((fact) => [fact.id, fact])),
      accountsByCode: new Map(accounts.map((fact) => [fact.code, fact])),
      journals: new Map([[journal, { isClosed: false }]]),
      defaultJournalId: 'DEFAULT' as JournalId,
      lockedUntil: null,
      correlationSources: new Map(),
      transactionCodes: new Map(),
      denomination: { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 },
    },
    usedKeys: new Map(),
    busyKeys: new Set(),
    hasBacklog: false,
    head: headAt(place),
  };
};

/** A plan that debits each of the accounts by 5. */
const plan = (from: number, to: number, debited: readonly string[] = []): PostingPlan => ({
  ...{ posted: [], failed: [], undone: [], overridden: [], days: [], undoneDays: [], events: [], at: new Date(0) },
  from: headAt(from),
  head: headAt(to),
  totals: debited.map((code) => ({
    accountId: account(code).id,
    layer: 'settled',
    debits: 5n,
    credits: 0n,
    entryCount: 1,
    heldDebits: 0n,
    heldCredits: 1n,
    since: '2026-01-01' as Day,
  })),
});

type Happening = (known: KnownLedger) => KnownLedger;
const read =
  (place: number, ...codes: string[]): Happening =>
  (known) =>
    observed(known, reading(place, codes));
const sent =
  (from: number, to: number): Happening =>
  (known) =>
    advanced(known, plan(from, to)).known;
/** A group that failed after it had been sent and other groups had been planned on it. */
const lost =
  (from: number, to: number, ...behind: Happening[]): Happening =>
  (known) => {
    const { known: then, step } = advanced(known, plan(from, to));
    const after = behind.reduce((now, happens) => happens(now), then);
    return takenBack(takenBack(after, step), step);
  };
const after = (...history: readonly Happening[]): KnownLedger =>
  history.reduce((known, happens) => happens(known), unknownLedger());

const named = (known: KnownLedger, codes: readonly string[]): bigint | undefined => {
  const byCode = asOfNext(known, { ...nothingWanted, accountCodes: codes });
  const byId = asOfNext(known, { ...nothingWanted, accountIds: codes.map((code) => account(code).id) });
  expect(byId?.head).toEqual(byCode?.head);
  return byCode?.head.lastSequence;
};

test.each<[what: string, history: readonly Happening[], codes: readonly string[], head: bigint | undefined]>([
  ['nothing at first', [], [], undefined],
  ['accounts that were read', [read(1, 'cash')], ['cash'], 1n],
  ['nothing about an account that was not read', [read(1, 'cash')], ['cash', 'sales'], undefined],
  ['accounts that were read at two times', [read(1, 'cash'), read(1, 'sales')], ['cash', 'sales'], 1n],
  ['no account with limits', [read(1, 'WALLET')], ['WALLET'], undefined],
  ['the head after the plans in flight', [read(1, 'cash'), sent(1, 3), sent(3, 4)], ['cash'], 4n],
  ['the same head from a lagging reading', [read(1), sent(1, 2), sent(2, 3), read(2, 'cash')], ['cash'], 3n],
  ['nothing of a plan that begins elsewhere', [read(1, 'cash'), sent(7, 8)], [], undefined],
  ['no older account after another process wrote', [read(1, 'cash'), sent(1, 2), read(9)], ['cash'], undefined],
  ['the head that was read after another process wrote', [read(1, 'cash'), sent(1, 2), read(9)], [], 9n],
  ['the head before a plan that was lost', [read(1, 'cash'), sent(1, 2), lost(2, 3)], ['cash'], 2n],
  ['no head of a plan that continued a lost one', [read(1, 'cash'), sent(1, 2), lost(2, 3, sent(3, 4))], ['cash'], 2n],
  ['eight plans', [read(1), ...[1, 2, 3, 4, 5, 6, 7, 8].map((place) => sent(place, place + 1)), read(1)], [], 9n],
  [
    'no more than eight plans',
    [read(1, 'cash'), ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => sent(place, place + 1)), read(1)],
    ['cash'],
    undefined,
  ],
])('a process knows %s', (_, history, codes, head) => {
  expect(named(after(...history), codes)).toEqual(head);
});

test('a process knows no earlier transaction, and no journal that was not read', () => {
  const known = after(read(1));
  expect(asOfNext(known, { ...nothingWanted, journalIds: ['DEFAULT'] })).toBeDefined();
  expect(asOfNext(known, { ...nothingWanted, journalIds: ['CLOSING'] })).toBeUndefined();
  expect(asOfNext(known, { ...nothingWanted, correlationSourceIds: ['a source'] })).toBeUndefined();
  const both = observed(known, reading(1, [], 'CLOSING'));
  expect(asOfNext(both, { ...nothingWanted, journalIds: ['DEFAULT', 'CLOSING'] })).toBeDefined();
});

test('a lagging reading is brought up to the last plan, including accounts with limits', () => {
  const known = after(
    read(1, 'WALLET'),
    (before) => advanced(before, plan(1, 2, ['WALLET'])).known,
    (before) => advanced(before, plan(2, 3, ['WALLET', 'cash'])).known,
  );
  const debitsAt = (place: number): bigint | undefined => {
    const { facts, head } = asOfThen(known, reading(place, ['WALLET', 'cash']), []);
    expect(head).toEqual(headAt(3));
    expect(facts.accountsByCode.get('cash')).toEqual(account('cash'));
    expect(facts.accountsById.get(account('WALLET').id)).toEqual(facts.accountsByCode.get('WALLET'));
    return facts.accountsByCode.get('WALLET')?.settledDebits;
  };
  expect([debitsAt(1), debitsAt(2), debitsAt(3)]).toEqual([10n, 5n, 0n]);
  expect(asOfThen(known, reading(9, ['WALLET']), [])).toEqual(reading(9, ['WALLET']));
});

test('a process knows very many accounts, each once', () => {
  const codes = Array.from({ length: 1_000 }, (_, index) => `a${index}`);
  const known = after(...codes.map((code) => read(1, code)), read(1, ...codes), read(1, 'WALLET'));
  expect(accountsKnown(known)).toBe(1_000);
  expect(named(known, codes)).toBe(1n);
});

test('a known state never changes', () => {
  const before = after(read(1, 'cash'));
  const copy = structuredClone(before);
  const other = lost(1, 2, sent(2, 3), read(3))(before);
  expect(structuredClone(before)).toEqual(copy);
  read(9, 'sales')(other);
  expect(structuredClone(before)).toEqual(copy);
});

describe('reading the chart', () => {
  const undisturbed = after(read(1), sent(1, 2), sent(2, 3), sent(3, 4), sent(4, 5));

  test('goes part by part to the end, once no other process has written', () => {
    expect(nextPart(after(read(1), sent(1, 2), sent(2, 3), sent(3, 4)))).toBeUndefined();
    const first = nextPart(undisturbed);
    expect(first).toEqual({ after: null, limit: 500 });
    const accounts = Array.from({ length: 500 }, (_, index) => account(`a${index}`));
    const half = partObserved(undisturbed, first as never, accounts);
    const second = nextPart(half);
    expect(second).toEqual({ after: 'id of a499', limit: 500 });
    expect(partObserved(half, first as never, [account('twice')])).toBe(half);
    const whole = partObserved(half, second as never, [account('last')]);
    expect(nextPart(whole)).toBeUndefined();
    expect(named(whole, ['a0', 'last'])).toBe(5n);
  });

  test('keeps no part if the known state was forgotten meanwhile', () => {
    const part = nextPart(undisturbed);
    const again = after(read(1), sent(1, 2), sent(2, 3), sent(3, 4), sent(4, 5));
    expect(named(partObserved(again, part as never, [account('cash')]), ['cash'])).toBeUndefined();
    expect(partObserved(unknownLedger(), part as never, [account('cash')]).heads).toEqual([]);
  });
});
