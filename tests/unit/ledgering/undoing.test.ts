/** The amounts that a reversal or a release takes from a transaction: parts of entries, and the rest. */
import fc from 'fast-check';
import { newId } from '../../../src/kernel/ids';
import type { Minor } from '../../../src/kernel/money';
import { refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import type { DraftEntry } from '../../../src/modules/ledgering/domain/transaction';
import { settlePart } from '../../../src/modules/ledgering/domain/settling';
import {
  dateOfEnd,
  mirrored,
  readPart,
  takePart,
  type DecidedTransaction,
  type Part,
  type PartRequest,
  type Taken,
} from '../../../src/modules/ledgering/domain/undoing';
import { rounds } from '../../support/random';

const denomination = { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 };

const entry = (type: DraftEntry['type'], amount: bigint, layer: DraftEntry['layer'] = 'settled'): DraftEntry => ({
  ...{ id: newId<'entry'>(), accountId: newId<'account'>(), layer, type },
  ...{ amount: amount as Minor, description: null, metadata: null },
});

/** The outcome as text: the positions and amounts taken, and whether they are the whole rest, or the refusal. */
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
    ['an amount of three entries: remainders to the largest', amount(4n), three, [], '0:4 1:4'],
    ['an amount of three entries, in proportion', amount(6n), three, [], '0:6 1:5 2:1'],
    ['an amount of three entries, in proportion to what is left', amount(6n), three, [5n, 5n, 0n], '0:6 1:5 2:1'],
    ['an amount of three entries that is the rest', amount(7n), three, [5n, 5n, 0n], '0:7 1:5 2:2 rest'],
    ['an amount above the rest of three entries', amount(8n), three, [5n, 5n, 0n], 'ReversalExceedsRemainder'],
    ['an amount of two layers', amount(5n), layered, [], '0:3 1:3 2:2 3:2'],
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

/** Balanced entries on two layers, and the shares that are taken from them, one pair of entries at a time. */
const cases = fc.record({
  amounts: fc.array(fc.record({ units: fc.bigInt(1n, 1_000n), isPending: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
  parts: fc.array(fc.array(fc.bigInt(0n, 400n), { minLength: 5, maxLength: 5 }), { maxLength: 12 }),
});

/** Several entries on each side of each layer, and the amounts to take one after the other. */
const splits = fc.array(fc.bigInt(1n, 500n), { minLength: 1, maxLength: 5 });
const shareCases = fc.record({
  settled: fc.tuple(splits, splits),
  pending: fc.option(fc.tuple(splits, splits)),
  amounts: fc.array(fc.bigInt(1n, 400n), { maxLength: 12 }),
  first: fc.bigInt(0n, 30n),
});

test('successive partial reversals balance in each layer, leave no entry below zero, and add up to the whole', () => {
  const sum = (units: readonly bigint[]): bigint => units.reduce((total, each) => total + each, 0n);
  /** Adds an entry to the smaller side, so that both sides are equal. */
  const balanced = (layer: DraftEntry['layer'], [debits, credits]: readonly bigint[][]): readonly DraftEntry[] => {
    const [of, against] = [sum(debits ?? []), sum(credits ?? [])];
    return [
      ...(debits ?? []).map((units) => entry('debit', units, layer)),
      ...(credits ?? []).map((units) => entry('credit', units, layer)),
      ...(of < against
        ? [entry('debit', against - of, layer)]
        : of > against
          ? [entry('credit', of - against, layer)]
          : []),
    ];
  };
  fc.assert(
    fc.property(shareCases, ({ settled, pending, amounts, first }) => {
      const entries = [...balanced('settled', settled), ...(pending ? balanced('pending', pending) : [])];
      const undone = entries.map(() => 0n);
      const leftOf = (type: DraftEntry['type']): bigint =>
        sum(entries.map((each, position) => (each.type === type ? each.amount - (undone[position] ?? 0n) : 0n)));
      const take = (part: Part): void => {
        const taken = takePart(part, { entries, undone: undone as Minor[] }, denomination);
        if (refused(taken)) throw new Error(taken.left.kind);
        for (const { position, amount: units } of taken.right.entries) {
          expect(units).toBeGreaterThan(0n);
          undone[position] = (undone[position] ?? 0n) + units;
        }
        expect(undone.every((units, position) => units <= (entries[position]?.amount ?? 0n))).toBe(true);
        expect(taken.right.isRest).toBe(leftOf('debit') === 0n);
      };
      // First takes a part of one entry on each side, as a request that names entries does.
      const credited = entries.findIndex(({ type, layer }) => type === 'credit' && layer === 'settled');
      const named = [first, entries[0]?.amount ?? 0n, entries[credited]?.amount ?? 0n].reduce((a, b) =>
        a < b ? a : b,
      );
      if (named > 0n) take(of(entries, [0, named], [credited, named]));
      for (const units of amounts) {
        const left = leftOf('debit');
        if (left === 0n) break;
        const wanted = units < left ? units : left;
        take(amount(wanted));
        expect(leftOf('debit')).toBe(left - wanted);
        expect(leftOf('credit')).toBe(left - wanted);
      }
      if (leftOf('debit') > 0n) take(amount(leftOf('debit')));
      expect(undone).toEqual(entries.map(({ amount: units }) => units));
    }),
    { numRuns: rounds(300) },
  );
});

test('any parts leave no entry below zero, and add up to the whole reversal with the rest', () => {
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

describe('the date on which a transaction of 2026-03-10 is ended', () => {
  const original = { posting: { effectiveDate: '2026-03-10' }, extendedOn: null as Day | null } as DecidedTransaction;

  test.each([
    ['the day before it', '2026-03-09', null, '2026-04-01', 'DateBeforeOriginal'],
    ['its own day', '2026-03-10', null, '2026-04-01', '2026-03-10'],
    ['left out, later', null, null, '2026-04-01', '2026-04-01'],
    ['left out, earlier', null, null, '2026-03-01', '2026-03-10'],
    ['a locked day', '2026-03-10', '2026-03-10', '2026-04-01', 'PeriodLocked'],
    ['a locked day before it', '2026-03-09', '2026-03-10', '2026-04-01', 'PeriodLocked'],
    ['the first day that is not locked', '2026-03-11', '2026-03-10', '2026-04-01', '2026-03-11'],
  ])('%s', (_, asked, lockedUntil, today, expected) => {
    const date = dateOfEnd(asked as Day | null, original, lockedUntil as Day | null, today as Day);
    expect(refused(date) ? date.left.kind : date.right).toBe(expected);
  });
});

describe('a settlement of a hold of 12 against 10 and 2', () => {
  const allowing = { isFinal: true, allowsExcess: true };

  test.each<[what: string, part: Part | null, undone: readonly bigint[], expected: string]>([
    ['all that is left', null, [], '0:12 1:10 2:2, 12 held, 0 beyond, takes 0:12 1:10 2:2'],
    ['a part', amount(6n), [], '0:6 1:5 2:1, 6 held, 0 beyond, takes 0:12 1:10 2:2'],
    ['more, in proportion', amount(24n), [], '0:24 1:20 2:4, 12 held, 12 beyond, takes 0:12 1:10 2:2'],
    ['more than is left', amount(8n), [6n, 5n, 1n], '0:8 1:7 2:1, 6 held, 2 beyond, takes 0:6 1:5 2:1'],
    [
      'more of one entry, named in any order',
      of(three, [2, 4n], [1, 3n], [0, 7n]),
      [],
      '0:7 1:3 2:4, 7 held, 0 beyond, takes 0:12 1:10 2:2',
    ],
    ['more that does not balance', of(three, [0, 14n], [1, 10n]), [], 'EntriesNotBalanced'],
  ])('%s', (_, part, undone, expected) => {
    const outcome = settlePart(part, { entries: three, undone: undone as Minor[] }, allowing, denomination);
    const list = (parts: Taken['entries']): string => parts.map((each) => `${each.position}:${each.amount}`).join(' ');
    const said = refused(outcome)
      ? outcome.left.kind
      : `${list(outcome.right.settled)}, ${outcome.right.amount} held, ${outcome.right.excess} beyond, takes ${list(outcome.right.taken.entries)}`;
    expect(said).toBe(expected);
  });

  test('is refused above the hold unless the request allows it', () => {
    const terms = { isFinal: true, allowsExcess: false };
    expect(settlePart(amount(13n), { entries: three, undone: [] }, terms, denomination)).toMatchObject({
      left: { kind: 'ReversalExceedsRemainder', left: '0.12', amount: '0.13' },
    });
  });
});
