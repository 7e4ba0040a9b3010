/** A reused idempotency key: stored fingerprints of every format are checked with the format that created them. */
import { keptHash } from '../../../src/kernel/formats';
import { newId } from '../../../src/kernel/ids';
import { ok } from '../../../src/kernel/refusal';
import type { AccountFact } from '../../../src/modules/ledgering/domain/draft';
import { postV1 } from '../../../src/modules/ledgering/domain/formats/version-1';
import { postFormats } from '../../../src/modules/ledgering/domain/formats';
import { judgeGroup, type AcceptanceReading } from '../../../src/modules/ledgering/domain/judging';
import type { EntryRequest, TransactionRequest } from '../../../src/modules/ledgering/domain/transaction';
import { dollars } from '../../support/transaction-codes';

const account = (code: string): AccountFact =>
  ({
    ...{ id: newId<'account'>(), code, isClearing: false, isGroup: false, isActive: true, normalBalance: 'debit' },
    ...{ limits: { enforced: false, basis: 'settled', min: null, max: null } },
    ...{ settledDebits: 0n, settledCredits: 0n, heldDebits: 0n, heldCredits: 0n },
  }) as AccountFact;
const [cash, sales] = [account('CASH'), account('SALES')] as const;
const journalId = newId<'journal'>();

const entry = (type: EntryRequest['type'], named: EntryRequest['account'], amount: string): EntryRequest => ({
  ...{ type, amount, account: named, description: null, metadata: null },
});

const request = (debited: EntryRequest['account'], amount: string): TransactionRequest => ({
  ...{ effectiveDate: '2026-01-15' as never, description: 'Sale', idempotencyKey: 'used', reference: null },
  ...{ layer: 'settled', journalId: null, correlationId: null, correlationType: null, correlationSourceId: null },
  ...{ expiresAt: null, metadata: null, attributes: null },
  mode: { kind: 'entries', entries: [entry('debit', debited, amount), entry('credit', { code: 'SALES' }, amount)] },
});

const first = request({ code: 'CASH' }, '10.50');

/** The answer to a request whose key was used before with this stored fingerprint. */
const answerTo = (asked: TransactionRequest, fingerprint: Buffer, accounts = [cash, sales]): string => {
  const facts: AcceptanceReading['facts'] = {
    accountsById: new Map(accounts.map((one) => [one.id, one])),
    accountsByCode: new Map(accounts.map((one) => [one.code, one])),
    journals: new Map([[journalId, { isClosed: false }]]),
    ...{ defaultJournalId: journalId, lockedUntil: null, correlationSources: new Map() },
    ...{ transactionCodes: new Map(), denomination: dollars },
  };
  const use = { operation: 'post', fingerprint, madeId: newId(), correlationId: null, batchId: null };
  const reading: AcceptanceReading = {
    ...{ facts, usedKeys: new Map([['used', use]]), busyKeys: new Set(), hasBacklog: false },
    head: { lastSequence: 0n, lastTransactionSequence: 0n, lastHash: Buffer.alloc(33) } as never,
  };
  const entries = asked.mode.kind === 'entries' ? asked.mode.entries : [];
  const intent = {
    ...{ metadata: null, attributes: null, transactionCode: null, transactionCodeVersion: null, params: null },
    entries: entries.map((one) => ({ ...one, layer: asked.layer, amount: 1_050n as never })),
  };
  const submission = {
    caller: { actor: 'test', denomination: dollars },
    ...{ batch: null, items: [ok({ request: asked, intent: ok(intent) })] },
  };
  const { answers } = judgeGroup([submission], [], reading, new Date());
  const result = answers[0]?.results[0];
  if (result?._tag === 'Left') return (result.left as { readonly kind: string }).kind;
  return result?.right.replayed ? 'replayed' : 'granted';
};

const meaning = { journalId, accountIds: [cash.id, sales.id], params: null };
const kept = {
  1: keptHash(1, postV1(first)),
  2: postFormats.hashOf({ request: first, meaning }),
};

test.each([1, 2] as const)('under format %i the same request is a replay, and another one is refused', (version) => {
  expect(answerTo(first, kept[version])).toBe('replayed');
  expect(answerTo(request({ code: 'CASH' }, '10.51'), kept[version])).toBe('IdempotencyKeyReused');
  expect(answerTo(request({ code: 'SALES' }, '10.50'), kept[version])).toBe('IdempotencyKeyReused');
});

test.each<[string, TransactionRequest, 1 | 2, string]>([
  ['in another spelling under format 1', request({ code: 'CASH' }, '10.5'), 1, 'IdempotencyKeyReused'],
  ['in another spelling under format 2', request({ code: 'CASH' }, '10.5'), 2, 'replayed'],
  ['by the id of an account under format 1', request({ id: cash.id }, '10.50'), 1, 'IdempotencyKeyReused'],
  ['by the id of an account under format 2', request({ id: cash.id }, '10.50'), 2, 'replayed'],
])('a request %s', (_, asked, version, answer) => {
  expect(answerTo(asked, kept[version])).toBe(answer);
});

test('a fingerprint of an unknown format matches no request', () => {
  expect(answerTo(first, keptHash(9, postV1(first)))).toBe('IdempotencyKeyReused');
});

test('a request that names a renamed account by its former or its new code is a replay', () => {
  expect(answerTo(first, kept[2], [{ ...cash, code: 'TILL' }, sales])).toBe('replayed');
  expect(answerTo(request({ code: 'TILL' }, '10.50'), kept[2], [{ ...cash, code: 'TILL' }, sales])).toBe('replayed');
});

test('a code that moved to another account names that one, unless the request is written as before', () => {
  const renamed = [{ ...cash, code: 'TILL' }, { ...account('CASH') }, sales];
  const byId = postFormats.hashOf({ request: request({ id: cash.id }, '10.50'), meaning });
  expect(answerTo(first, kept[2], renamed)).toBe('replayed');
  expect(answerTo(first, byId, renamed)).toBe('IdempotencyKeyReused');
});
