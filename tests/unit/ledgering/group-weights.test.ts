/** The size of a group is limited by its entries: a transaction with many entries counts as several transactions. */
import { ok, refuse } from '../../../src/kernel/refusal';
import { weightOf } from '../../../src/modules/ledgering/application/writing/accept';
import type { Submission } from '../../../src/modules/ledgering/application/writing/submission';

const byEntries = (entries: number) => ok({ mode: { kind: 'entries', entries: new Array(entries).fill({}) } });
const byCode = ok({ mode: { kind: 'code', code: 'SALE', params: {} } });
const refusedItem = refuse({ kind: 'Invalid', errors: {} });
const submission = (...items: readonly unknown[]): Submission => ({ caller: {}, items, batch: null }) as never;

test.each([
  ['two entries', [byEntries(2)], 1],
  ['four entries', [byEntries(4)], 1],
  ['ten entries', [byEntries(10)], 2.5],
  ['a batch', [byEntries(2), byEntries(8), refusedItem], 4],
  ['one transaction by code', [byCode], 1],
  ['a batch by code, which may expand to very many entries,', [byCode, byCode], 20],
])('the weight of %s is counted in ordinary transactions', (_, items, weight) => {
  expect(weightOf(submission(...items))).toBe(weight);
});
