/**
 * Holds with entries on several layers, which an earlier version accepted: they cannot be settled or released, because that would move
 * settled money.
 */
import { utc } from '../../../src/kernel/time-zone';
import { newId } from '../../../src/kernel/ids';
import type { Minor } from '../../../src/kernel/money';
import { refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import { draftExpiry, draftRelease, draftSettlement } from '../../../src/modules/ledgering/domain/hold';
import type { DraftEntry } from '../../../src/modules/ledgering/domain/transaction';
import type { DecidedTransaction } from '../../../src/modules/ledgering/domain/undoing';

const denomination = { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 };
const now = new Date('2026-01-15T10:00:00.000Z');
const facts = { journalIsClosed: false, lockedUntil: null };
const acting = { actor: 'key', batchId: null, denomination, timeZone: utc };

const entry = (type: DraftEntry['type'], layer: DraftEntry['layer']): DraftEntry => ({
  ...{ id: newId<'entry'>(), accountId: newId<'account'>(), layer, type },
  ...{ amount: 5n as Minor, description: null, metadata: null },
});
const pair = (layer: DraftEntry['layer']): readonly DraftEntry[] => [entry('debit', layer), entry('credit', layer)];

const held = (entries: readonly DraftEntry[]): DecidedTransaction => ({
  ...{ layer: 'pending', description: 'Held', reference: null, attributes: null, totalAmount: 10n as Minor },
  ...{ correlationId: null, correlationType: null, undoesTransactionId: null, stringOperationId: null },
  ...{ expiresAt: now, status: 'posted', sequence: 1n, undone: entries.map(() => 0n as Minor), reversals: 0 },
  ...{
    holdState: 'open',
    settledAmount: 0n as Minor,
    extendedAmount: 0n as Minor,
    extendedOn: null,
    accounts: new Map(),
  },
  posting: {
    ...{ id: newId<'transaction'>(), journalId: newId<'journal'>(), effectiveDate: '2026-01-15' as Day, entries },
    ...{ atomicBatchId: null, acceptedBy: 'key', undoes: null, overridesLimits: false, contentHash: Buffer.alloc(32) },
  },
});

const request = {
  ...{ transactionId: newId<'transaction'>(), part: null, date: null, isFinal: true, description: null },
  ...{ metadata: null, reason: null, idempotencyKey: null },
};
const settle = (hold: DecidedTransaction): Outcome<unknown, unknown> =>
  draftSettlement(request, null, null, hold, facts, acting, now);
const release = (hold: DecidedTransaction): Outcome<unknown, unknown> =>
  draftRelease(request, null, null, hold, facts, acting, now);

test.each([
  ['settled', settle],
  ['released', release],
])('a hold that mixes layers is not %s, and the refusal names the remedy', (_, end) => {
  const outcome = end(held([...pair('pending'), ...pair('settled')]));
  expect(refused(outcome) && outcome.left).toEqual({
    kind: 'HoldNotOpen',
    because: 'its entries are on several layers: reverse it, and post the hold as a separate transaction',
  });
});

test.each([
  ['settled', settle],
  ['released', release],
])('a hold of one layer is %s', (_, end) => {
  expect(refused(end(held(pair('pending'))))).toBe(false);
});

test('an expiry releases all entries of a hold, on every layer that holds', () => {
  const { draft } = draftExpiry(held([...pair('pending'), ...pair('encumbrance')]), acting, now);
  expect(draft.entries.map(({ layer }) => layer)).toEqual(['pending', 'pending', 'encumbrance', 'encumbrance']);
});
