/** What a reversal or a release takes of a transaction: parts of entries, and the rest. */
import fc from 'fast-check';
import { newId } from '../../../src/kernel/ids';
import type { Minor } from '../../../src/kernel/money';
import { refused, type Outcome } from '../../../src/kernel/refusal';
import type { DraftEntry } from '../../../src/modules/ledgering/domain/transaction';
import {
  mirrored,
  readPart,
  takePart,
  type Part,
  type PartRequest,
  type Taken,
} from '../../../src/modules/ledgering/domain/undoing';

const denomination = { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 };

const entry = (type: DraftEntry['type'], amount: bigint, layer: DraftEntry['layer'] = 'settled'): DraftEntry => ({
  ...{ id: newId<'entry'>(), accountId: newId<'account'>(), layer, type },
  ...{ amount: amount as Minor, description: null, metadata: null },
});

/** What came of it: the positions and amounts that are taken and whether that is the rest, or the refusal. */
const told = (outcome: Outcome<{ readonly kind: string }, Taken>): string =>
  refused(outcome)
    ? outcome.left.kind
    : `${outcome.right.entries.map(({ position, amount }) => `${position}:${amount}`).join(' ')}${outcome.right.isRest ? ' rest' : ''}`;

const pair = [entry('debit', 10n), entry('credit', 10n)];
const three = [entry('debit', 12n), entry('credit', 10n), entry('credit', 2n)];
const layered = [
  entry('debit', 5n),
  entry('credit', 5n),
  entry('debit', 5n, 'pending'),
  entry('credit', 5n, 'pending'),
];

const of = (
  entries: readonly DraftEntry[],
  ...amounts: readonly (readonly [position: number, amount: bigint])[]
): Part => ({
  kind: 'entries',
  entries: amounts.map(([position, amount]) => ({
    entryId: entries[position]?.id ?? newId<'entry'>(),
    amount: amount as Minor,
  })),
});
const amount = (units: bigint): Part => ({ kind: 'amount', amount: units as Minor });

describe('a part of a transaction', () => {
  test.each<
    [what: string, part: Part | null, entries: readonly DraftEntry[], undone: readonly bigint[], expected: string]
  >([
    ['nothing named: all of it', null, pair, [], '0:10 1:10 rest'],
    ['nothing named, after a part', null, pair, [4n, 4n], '0:6 1:6 rest'],
    ['nothing named, where entries are undone already', null, three, [2n, 0n, 2n], '0:10 1:10 rest'],
    ['an amount of a pair', amount(4n), pair, [], '0:4 1:4'],
    ['an amount that is all', amount(10n), pair, [], '0:10 1:10 rest'],
    ['an amount that is the rest', amount(6n), pair, [4n, 4n], '0:6 1:6 rest'],
    ['an amount above the rest', amount(7n), pair, [4n, 4n], 'ReversalExceedsRemainder'],
    ['an amount of three entries', amount(1n), three, [], 'Invalid'],
    ['entries in any order', of(three, [2, 1n], [0, 1n]), three, [], '0:1 2:1'],
    ['entries that are the rest', of(three, [0, 10n], [1, 10n]), three, [2n, 0n, 2n], '0:10 1:10 rest'],
    ['an entry that is undone already', of(three, [0, 1n], [2, 1n]), three, [2n, 0n, 2n], 'ReversalExceedsRemainder'],
    ['an entry that is not there', of(three, [0, 1n], [3, 1n]), three, [], 'Invalid'],
    ['entries that do not balance', of(three, [0, 2n], [1, 1n]), three, [], 'EntriesNotBalanced'],
    ['entries that balance only over layers', of(layered, [0, 1n], [3, 1n]), layered, [], 'EntriesNotBalanced'],
    ['entries of one layer', of(layered, [2, 1n], [3, 1n]), layered, [], '2:1 3:1'],
  ])('%s', (_, part, entries, undone, expected) => {
    expect(told(takePart(part, { entries, undone: undone as Minor[] }, denomination))).toBe(expected);
  });

  test.each<[what: string, part: PartRequest | null, expected: string]>([
    ['no part', null, 'ok'],
    ['an amount', { kind: 'amount', amount: '1.50' }, 'ok'],
    ['a fine amount', { kind: 'amount', amount: '1.505' }, 'AmountPrecisionExceeded'],
    [
      'an entry twice',
      { kind: 'entries', entries: [0, 0].map(() => ({ entryId: pair[0]?.id as never, amount: '1' })) },
      'Invalid',
    ],
  ])('is read: %s', (_, part, expected) => {
    const read = readPart(part, denomination);
    expect(refused(read) ? read.left.kind : 'ok').toBe(expected);
  });
});

/** Balanced entries of two layers, and shares by which parts of them are taken, one pair of entries at a time. */
const cases = fc.record({
  amounts: fc.array(fc.record({ units: fc.bigInt(1n, 1_000n), isPending: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
  parts: fc.array(fc.array(fc.bigInt(0n, 400n), { minLength: 5, maxLength: 5 }), { maxLength: 12 }),
});

test('any parts leave no entry below nothing, and together with the rest are the whole reversal', () => {
  fc.assert(
    fc.property(cases, ({ amounts, parts }) => {
      const entries = amounts.flatMap(({ units, isPending }) =>
        (['debit', 'credit'] as const).map((type) => entry(type, units, isPending ? 'pending' : 'settled')),
      );
      const undone = entries.map(() => 0n);
      let isReversed = false;
      const take = (part: Part | null): void => {
        const taken = takePart(part, { entries, undone: undone as Minor[] }, denomination);
        if (refused(taken)) return;
        for (const { position, amount: units } of taken.right.entries)
          undone[position] = (undone[position] ?? 0n) + units;
        for (const mirror of mirrored(taken.right.entries, entries)) expect(mirror.amount).toBeGreaterThan(0n);
        isReversed = taken.right.isRest;
        expect(undone.every((units, position) => units <= (entries[position]?.amount ?? 0n))).toBe(true);
        expect(isReversed).toBe(undone.every((units, position) => units === entries[position]?.amount));
      };
      for (const shares of parts) {
        if (isReversed) break;
        const wanted = amounts.flatMap((_, pairIndex) => {
          const share = shares[pairIndex] ?? 0n;
          return share === 0n
            ? []
            : ([
                [2 * pairIndex, share],
                [2 * pairIndex + 1, share],
              ] as const);
        });
        if (wanted.length > 0) take(of(entries, ...wanted));
      }
      if (!isReversed) take(null);
      expect(isReversed).toBe(true);
      expect(undone).toEqual(entries.map(({ amount: units }) => units));
    }),
  );
});
