/** Exact numbers, compared with fractions of bigints. */
import fc from 'fast-check';
import {
  compare,
  dividedBy,
  exactOf,
  isTrouble,
  minus,
  plus,
  round,
  roundingModes,
  textOf,
  times,
  unitsOf,
  type Exact,
  type RoundingMode,
  type Trouble,
} from '../../../src/modules/catalog/domain/exact';
import { add, divide, isLess, multiply, negate, rationalOf, roundTo, unitsIn, type Rational } from './rationals';
import { rounds } from '../../support/random';

const decimalText = fc
  .tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.integer({ min: 0, max: 18 }))
  .map(([units, decimals]) => written(units, decimals));

const value = (result: Exact | Trouble): Exact => {
  if (isTrouble(result)) throw new Error(result);
  return result;
};

/** Expects the same number, compared after rounding to 0, 2 and 18 decimals. */
const expectSame = (exact: Exact, rational: Rational): void => {
  for (const decimals of [0, 2, 18]) expect(unitsOf(exact, decimals)).toBe(unitsIn(rational, decimals));
  expect(unitsOf(value(round(exact, 18, 'half_even')), 18)).toBe(unitsIn(roundTo(rational, 18), 18));
};

describe('exact numbers', () => {
  test('add, subtract, multiply and compare like fractions of whole numbers', () => {
    fc.assert(
      fc.property(decimalText, decimalText, (left, right) => {
        const [x, y] = [exactOf(left), exactOf(right)];
        const [p, q] = [rationalOf(left), rationalOf(right)];
        expectSame(value(plus(x, y)), add(p, q));
        expectSame(value(minus(x, y)), add(p, negate(q)));
        expectSame(value(times(x, y)), multiply(p, q));
        expect(Math.sign(compare(x, y) as number)).toBe(isLess(p, q) ? -1 : isLess(q, p) ? 1 : 0);
      }),
      { numRuns: rounds(2_000) },
    );
  });

  test('divide without losing anything: a third three times is one', () => {
    const third = value(dividedBy(exactOf('1'), exactOf('3')));
    expect(unitsOf(third, 18)).toBeUndefined();
    expect(textOf(third)).toBe('0.33333333333333333333…');
    expect(unitsOf(value(times(third, exactOf('3'))), 0)).toBe(1n);
  });

  test('divide, and compute on with repeating decimals, like fractions of whole numbers', () => {
    fc.assert(
      fc.property(decimalText, decimalText, decimalText, (a, b, c) => {
        fc.pre(/[1-9]/.test(b));
        const exact = plus(value(dividedBy(exactOf(a), exactOf(b))), exactOf(c));
        expectSame(value(exact), add(divide(rationalOf(a), rationalOf(b)), rationalOf(c)));
      }),
      { numRuns: rounds(2_000) },
    );
  });

  test('round half to even like an independent reference', () => {
    let state = 20_260_115;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state % below;
    };
    const wrong: string[] = [];
    for (let run = 0; run < rounds(250_000); run++) {
      const decimals = next(7);
      const kept = next(decimals + 1);
      // In every second run the number is exactly halfway between its neighbours.
      const units =
        BigInt(next(2_000_000) - 1_000_000) *
        (run % 2 === 0 ? 1n : 5n * 10n ** BigInt(Math.max(0, decimals - kept - 1)));
      const text = written(units, decimals);
      const rounded = unitsOf(value(round(exactOf(text), kept, 'half_even')), kept);
      if (rounded !== referenceRounding(units, decimals - kept))
        wrong.push(`${text} to ${kept} decimals gives ${rounded}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each(roundingModes)('round decimals and fractions %s', (mode) => {
    fc.assert(
      fc.property(decimalText, decimalText, fc.integer({ min: 0, max: 18 }), (a, b, decimals) => {
        fc.pre(/[1-9]/.test(b));
        const rounded = value(round(value(dividedBy(exactOf(a), exactOf(b))), decimals, mode));
        const expected = roundTo(divide(rationalOf(a), rationalOf(b)), decimals, mode);
        expect(unitsOf(rounded, decimals)).toBe(unitsIn(expected, decimals));
        const few = Math.min(decimals, 2);
        expect(unitsOf(value(round(exactOf(a), few, mode)), few)).toBe(unitsIn(roundTo(rationalOf(a), few, mode), few));
      }),
      { numRuns: rounds(1_000) },
    );
  });

  test.each<[mode: RoundingMode, of25: string, ofMinus25: string, of21: string, ofMinus21: string]>([
    ['half_even', '2', '-2', '2', '-2'],
    ['half_up', '3', '-3', '2', '-2'],
    ['half_down', '2', '-2', '2', '-2'],
    ['up', '3', '-3', '3', '-3'],
    ['down', '2', '-2', '2', '-2'],
    ['floor', '2', '-3', '2', '-3'],
    ['ceiling', '3', '-2', '3', '-2'],
  ])('round 2.5, -2.5, 2.1 and -2.1 %s', (mode, ...expected) => {
    expect(['2.5', '-2.5', '2.1', '-2.1'].map((text) => textOf(value(round(exactOf(text), 0, mode))))).toEqual(
      expected,
    );
  });

  test('round thirds by each mode, on both sides of zero', () => {
    const thirds = (top: string): Exact => value(dividedBy(exactOf(top), exactOf('3')));
    const all = roundingModes.map((mode) =>
      ['2', '-2', '1', '-1'].map((top) => textOf(value(round(thirds(top), 0, mode)))),
    );
    expect(Object.fromEntries(roundingModes.map((mode, index) => [mode, all[index]?.join(' ')]))).toEqual({
      half_even: '1 -1 0 0',
      half_up: '1 -1 0 0',
      half_down: '1 -1 0 0',
      up: '1 -1 1 -1',
      down: '0 0 0 0',
      floor: '0 -1 0 -1',
      ceiling: '1 0 1 0',
    });
  });

  test.each<[string, () => Exact | Trouble, string]>([
    ['a division by zero', () => dividedBy(exactOf('1'), exactOf('0.00')), 'divides by zero'],
    [
      'a product of more than 80 digits',
      () => times(value(times(exactOf('9'.repeat(38)), exactOf('9'.repeat(38)))), exactOf('12345')),
      'needs more than 80 digits',
    ],
    [
      'a sum whose digits lie too far apart',
      () => plus(value(times(exactOf(`1${'0'.repeat(37)}`), exactOf(`1${'0'.repeat(37)}`))), exactOf('0.0000001')),
      'needs more than 80 digits',
    ],
    [
      'a power of ten beyond reach',
      () =>
        times(
          value(times(exactOf(`1${'0'.repeat(37)}`), exactOf(`1${'0'.repeat(37)}`))),
          exactOf(`1${'0'.repeat(37)}`),
        ),
      'needs more than 80 digits',
    ],
  ])('refuse %s', (_, compute, trouble) => {
    expect(compute()).toBe(trouble);
  });
});

function written(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ''}`;
}

/** Rounds a whole number by dropping this many decimal places, half to even. */
const referenceRounding = (units: bigint, places: number): bigint => {
  const step = 10n ** BigInt(places);
  const rest = ((units % step) + step) % step;
  const below = (units - rest) / step;
  if (rest * 2n < step) return below;
  return rest * 2n > step || below % 2n !== 0n ? below + 1n : below;
};
