/** How much goes into one group: by its entries, so that groups of many transactions are not groups of very many entries. */
import { ok, refuse } from '../../../src/kernel/refusal';
import { weightOf, widthOf, type PreparedGroup } from '../../../src/modules/ledgering/application/writing/prepare';
import type { Submission } from '../../../src/modules/ledgering/application/writing/submission';
import { wideFromEntries } from '../../../src/modules/ledgering/application/writing/wide-work';

const byEntries = (entries: number) => ok({ mode: { kind: 'entries', entries: new Array(entries).fill({}) } });
const byCode = ok({ mode: { kind: 'code', code: 'SALE', params: {} } });
const refusedItem = refuse({ kind: 'Invalid', errors: {} });
const submission = (...items: readonly unknown[]): Submission => ({ caller: {}, items, batch: null }) as never;

test.each([
  ['two entries', [byEntries(2)], 1],
  ['four', [byEntries(4)], 1],
  ['ten', [byEntries(10)], 2.5],
  ['a batch', [byEntries(2), byEntries(8), byCode, refusedItem], 5],
])('%s weigh as many ordinary transactions as have so many entries', (_, items, weight) => {
  expect(weightOf(submission(...items))).toBe(weight);
});

/** So many transactions of so many entries each, and one that is refused. */
const prepared = (transactions: number, entries: number, isBatch = true, codedBytes = 0): PreparedGroup =>
  ({
    codedBytes,
    batch: isBatch ? { isAtomic: false } : null,
    items: [...new Array(transactions).fill(ok({ intent: ok({ entries: new Array(entries).fill({}) }) })), refusedItem],
  }) as never;

describe('a group is as wide', () => {
  test('as the widest batch in it, whatever goes with it', () => {
    expect(widthOf([prepared(100, 2), prepared(100, 20), prepared(1, 2, false)])).toBe(wideFromEntries);
    expect(widthOf([prepared(100, 19), prepared(100, 19)])).toBe(1_900);
  });

  test('as the texts in it, where its codes came to many', () => {
    expect(widthOf([prepared(10, 10, true, 1_000_000)])).toBeGreaterThan(wideFromEntries);
    expect(widthOf([prepared(100, 2, true, 100_000)])).toBeLessThan(wideFromEntries / 2);
  });

  test('as a hundred of its transactions: so many small batches are as wide as a large one', () => {
    expect(widthOf(new Array<PreparedGroup>(10).fill(prepared(19, 100)))).toBe(10_000);
    expect(widthOf(new Array<PreparedGroup>(30).fill(prepared(1, 100)))).toBe(3_000);
    expect(widthOf(new Array<PreparedGroup>(200).fill(prepared(1, 15, false)))).toBe(1_500);
  });
});
