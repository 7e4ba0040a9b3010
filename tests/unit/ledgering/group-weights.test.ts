/** How much goes into one group: by its entries, so that groups of many transactions are not groups of very many entries. */
import { ok, refuse } from '../../../src/kernel/refusal';
import { widthOf, type PreparedGroup } from '../../../src/modules/ledgering/application/writing/prepare';
import { weightOf, type Submission } from '../../../src/modules/ledgering/application/writing/submission';
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

const prepared = (entries: number, isBatch: boolean): PreparedGroup =>
  ({
    batch: isBatch ? { isAtomic: false } : null,
    items: [ok({ intent: ok({ entries: new Array(entries).fill({}) }) }), refusedItem],
  }) as never;

describe('a group is as wide', () => {
  const wide = wideFromEntries;

  test('as the widest batch in it, whatever goes with it', () => {
    expect(widthOf([prepared(wide - 1, true), prepared(wide - 1, true)])).toBe(wide - 1);
    expect(widthOf([prepared(3, true), prepared(wide, true), prepared(3, false)])).toBe(wide);
  });

  test('as a hundred of its single transactions', () => {
    expect(widthOf(new Array<PreparedGroup>(50).fill(prepared(30, false)))).toBe(50 * 30);
    expect(widthOf(new Array<PreparedGroup>(200).fill(prepared(15, false)))).toBe(100 * 15);
  });
});
