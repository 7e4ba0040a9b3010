/**
 * Exact numbers: a decimal, or a fraction of two decimals if a division does not come out even. Only `round` rounds. A result that would
 * need more than 80 digits is refused before it is computed.
 */
import { Decimal } from 'decimal.js';

export interface Exact {
  readonly numerator: Decimal;
  /** The denominator is positive, and 1 if the number is a decimal. */
  readonly denominator: Decimal;
}

/** The reason why an expression has no value, as a text that completes the sentence "it …". */
export type Trouble = 'divides by zero' | typeof tooManyDigits;

const maxDigits = 80;
export const tooManyDigits = 'needs more than 80 digits';

const Exactly = Decimal.clone({ precision: maxDigits, rounding: Decimal.ROUND_HALF_EVEN });
const one = new Exactly(1);
const powersOfTen = Array.from({ length: 19 }, (_, exponent) => new Exactly(10).pow(exponent));

export const isTrouble = (result: Exact | Trouble): result is Trouble => typeof result === 'string';

/** Reads a text of the form `-?\d+(\.\d+)?` with at most 38 digits. The caller must have checked the form. */
export const exactOf = (text: string): Exact => ({ numerator: new Exactly(text), denominator: one });

export const zero: Exact = exactOf('0');

export const plus = (x: Exact, y: Exact): Exact | Trouble => {
  if (x.denominator === one && y.denominator === one) return decimal(sum(x.numerator, y.numerator));
  const left = product(x.numerator, y.denominator);
  const right = product(y.numerator, x.denominator);
  return fraction(left && right && sum(left, right), product(x.denominator, y.denominator));
};

export const negated = ({ numerator, denominator }: Exact): Exact => ({ numerator: numerator.negated(), denominator });

export const minus = (x: Exact, y: Exact): Exact | Trouble => plus(x, negated(y));

export const times = (x: Exact, y: Exact): Exact | Trouble =>
  x.denominator === one && y.denominator === one
    ? decimal(product(x.numerator, y.numerator))
    : fraction(product(x.numerator, y.numerator), product(x.denominator, y.denominator));

export const dividedBy = (x: Exact, y: Exact): Exact | Trouble => {
  if (y.numerator.isZero()) return 'divides by zero';
  const top = product(x.numerator, y.denominator);
  const bottom = product(x.denominator, y.numerator);
  return bottom?.isNegative() ? fraction(top?.negated(), bottom.negated()) : fraction(top, bottom);
};

export const absolute = (x: Exact): Exact => ({ ...x, numerator: x.numerator.abs() });

export const isZero = (x: Exact): boolean => x.numerator.isZero();
export const isNegative = (x: Exact): boolean => x.numerator.isNegative() && !x.numerator.isZero();

/** Returns a negative number if x < y, zero if x = y, a positive number if x > y. */
export const compare = (x: Exact, y: Exact): number | Trouble => {
  if (x.denominator === one && y.denominator === one) return x.numerator.comparedTo(y.numerator);
  const difference = minus(x, y);
  return isTrouble(difference) ? difference : difference.numerator.comparedTo(zero.numerator);
};

/**
 * The rounding modes; the first is the default. The errors of half to even cancel out over many amounts; tax laws often prescribe half up.
 */
export const roundingModes = ['half_even', 'half_up', 'half_down', 'up', 'down', 'floor', 'ceiling'] as const;
export type RoundingMode = (typeof roundingModes)[number];

/**
 * Rounds to 0 to 18 decimals. `up` rounds away from zero, `down` towards zero. `half_up` and `half_down` round to the nearest number; they
 * round a half away from or towards zero, respectively: -2.5 rounded half up is -3. `floor` rounds towards the smaller number, `ceiling`
 * towards the greater.
 */
export const round = (x: Exact, decimals: number, mode: RoundingMode): Exact | Trouble => {
  const { numerator, denominator } = x;
  if (denominator === one)
    return { numerator: numerator.toDecimalPlaces(decimals, roundingOfDecimals[mode]), denominator };
  const division = divideWhole(x, decimals);
  if (division === undefined) return tooManyDigits;
  const { quotient, rest } = division;
  const half = sum(rest.abs(), rest.abs())?.comparedTo(denominator);
  if (half === undefined) return tooManyDigits;
  const isNegativeRest = numerator.isNegative();
  const away = isAway[mode](half, isNegativeRest, quotient);
  const rounded = away && !rest.isZero() ? sum(quotient, isNegativeRest ? one.negated() : one) : quotient;
  return decimal(rounded && rounded.div(powerOfTen(decimals)));
};

const roundingOfDecimals = {
  half_even: Decimal.ROUND_HALF_EVEN,
  half_up: Decimal.ROUND_HALF_UP,
  half_down: Decimal.ROUND_HALF_DOWN,
  up: Decimal.ROUND_UP,
  down: Decimal.ROUND_DOWN,
  floor: Decimal.ROUND_FLOOR,
  ceiling: Decimal.ROUND_CEIL,
} as const satisfies Record<RoundingMode, Decimal.Rounding>;

/**
 * For each mode, whether it rounds the discarded fraction away from zero. `half` is -1, 0 or 1 if the fraction is less than, equal to or
 * greater than a half.
 */
const isAway: Readonly<Record<RoundingMode, (half: number, isNegative: boolean, quotient: Decimal) => boolean>> = {
  half_even: (half, _, quotient) => half > 0 || (half === 0 && !quotient.mod(2).isZero()),
  half_up: (half) => half >= 0,
  half_down: (half) => half > 0,
  up: () => true,
  down: () => false,
  floor: (_, isNegative) => isNegative,
  ceiling: (_, isNegative) => !isNegative,
};

/** Converts the number to whole units of 10^-decimals; undefined if it is not a whole number of them. */
export const unitsOf = (x: Exact, decimals: number): bigint | Trouble | undefined => {
  if (x.denominator !== one) {
    const division = divideWhole(x, decimals);
    if (division === undefined) return tooManyDigits;
    return division.rest.isZero() ? BigInt(division.quotient.toFixed(0)) : undefined;
  }
  if (x.numerator.decimalPlaces() > decimals) return undefined;
  return BigInt(x.numerator.toFixed(decimals).replace('.', ''));
};

/** Returns the number for messages: a decimal in full, a fraction truncated with an ellipsis. */
export const textOf = ({ numerator, denominator }: Exact): string =>
  denominator === one
    ? numerator.toFixed().replace(/^-0$/, '0')
    : `${numerator.div(denominator).toDecimalPlaces(shownDecimals, Decimal.ROUND_DOWN).toFixed()}…`;

const shownDecimals = 20;

/** Returns the exact value as a text: `0.25`, `1/3`. */
export const ratioOf = ({ numerator, denominator }: Exact): string =>
  denominator === one ? numerator.toFixed() : `${numerator.toFixed()}/${denominator.toFixed()}`;

const powerOfTen = (exponent: number): Decimal => powersOfTen[exponent] ?? new Exactly(10).pow(exponent);

const decimal = (numerator: Decimal | undefined): Exact | Trouble =>
  numerator === undefined ? tooManyDigits : { numerator, denominator: one };

/** Converts a fraction to an equal decimal, if there is one of at most 80 digits. */
const fraction = (numerator: Decimal | undefined, denominator: Decimal | undefined): Exact | Trouble => {
  if (numerator === undefined || denominator === undefined) return tooManyDigits;
  const quotient = numerator.div(denominator);
  const back = product(quotient, denominator);
  return back?.equals(numerator) ? { numerator: quotient, denominator: one } : { numerator, denominator };
};

/** Multiplies exactly; undefined if the product would need more than 80 digits. */
const product = (x: Decimal, y: Decimal): Decimal | undefined => {
  if (x.precision() + y.precision() > maxDigits) return undefined;
  const exact = x.times(y);
  return Math.abs(exact.e) > maxDigits ? undefined : exact;
};

/** Adds exactly; undefined if the sum would need more than 80 digits. */
const sum = (x: Decimal, y: Decimal): Decimal | undefined => {
  if (x.isZero()) return y;
  if (y.isZero()) return x;
  const digits = Math.max(x.e, y.e) + 2 - Math.min(lowestPlace(x), lowestPlace(y));
  return digits > maxDigits ? undefined : x.plus(y);
};

/** Returns the exponent of ten of the last digit that is not zero: 2 for 1500, -2 for 0.25. */
const lowestPlace = (x: Decimal): number => x.e - x.precision() + 1;

/**
 * Divides x in units of 10^-decimals: returns the whole part and the rest of the numerator; undefined if either needs more than 80 digits.
 */
const divideWhole = (
  { numerator, denominator }: Exact,
  decimals: number,
): { readonly quotient: Decimal; readonly rest: Decimal } | undefined => {
  const scaled = numerator.times(powerOfTen(decimals));
  if (scaled.e - denominator.e + 1 > maxDigits) return undefined;
  if (denominator.e + 2 - Math.min(lowestPlace(scaled), lowestPlace(denominator)) > maxDigits) return undefined;
  return { quotient: scaled.divToInt(denominator), rest: scaled.mod(denominator) };
};
