/** Exact arithmetic with fractions of bigints: slow and simple, and independent of the code that it checks. */
import type { RoundingMode } from '../../../src/modules/catalog/domain/exact';

export interface Rational {
  readonly top: bigint;
  /** The denominator, always positive. */
  readonly bottom: bigint;
}

const divisor = (x: bigint, y: bigint): bigint => (y === 0n ? x : divisor(y, x % y));
const size = (x: bigint): bigint => (x < 0n ? -x : x);

export const ratio = (top: bigint, bottom = 1n): Rational => {
  const common = divisor(size(top), size(bottom)) * (bottom < 0n ? -1n : 1n);
  return { top: top / common, bottom: bottom / common };
};

export const rationalOf = (text: string): Rational => {
  const [whole = '', fraction = ''] = text.split('.');
  return ratio(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
};

export const add = (x: Rational, y: Rational): Rational =>
  ratio(x.top * y.bottom + y.top * x.bottom, x.bottom * y.bottom);
export const negate = (x: Rational): Rational => ({ ...x, top: -x.top });
export const multiply = (x: Rational, y: Rational): Rational => ratio(x.top * y.top, x.bottom * y.bottom);
export const divide = (x: Rational, y: Rational): Rational => ratio(x.top * y.bottom, x.bottom * y.top);
export const isLess = (x: Rational, y: Rational): boolean => x.top * y.bottom < y.top * x.bottom;

/** Rounds by definition: to the next lower or the next higher whole number. */
export const roundTo = (x: Rational, decimals: number, mode: RoundingMode = 'half_even'): Rational => {
  const scale = 10n ** BigInt(decimals);
  const scaled = ratio(x.top * scale, x.bottom);
  const below = scaled.top >= 0n ? scaled.top / scaled.bottom : -((-scaled.top + scaled.bottom - 1n) / scaled.bottom);
  const rest = (scaled.top - below * scaled.bottom) * 2n;
  return ratio(rest > 0n && isUp(mode, rest - scaled.bottom, scaled.top < 0n, below) ? below + 1n : below, scale);
};

/**
 * Whether to round up. `half` is negative if the fraction above the next lower whole number is less than a half, and zero if it is exactly
 * a half.
 */
const isUp = (mode: RoundingMode, half: bigint, isNegative: boolean, below: bigint): boolean => {
  if (mode === 'floor') return false;
  if (mode === 'ceiling') return true;
  if (mode === 'up') return !isNegative;
  if (mode === 'down') return isNegative;
  if (half !== 0n) return half > 0n;
  if (mode === 'half_even') return below % 2n !== 0n;
  return mode === 'half_up' ? !isNegative : isNegative;
};

/** The value in units of this many decimals; undefined if that is not a whole number. */
export const unitsIn = (x: Rational, decimals: number): bigint | undefined => {
  const scaled = ratio(x.top * 10n ** BigInt(decimals), x.bottom);
  return scaled.bottom === 1n ? scaled.top : undefined;
};
