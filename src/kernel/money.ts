/**
 * Money is `Minor`: a bigint count of the smallest unit that a ledger stores. Only a `Denomination` contains the position
 * of the decimal point.
 */
import { ok, refuse, type Outcome } from './refusal';

declare const minor: unique symbol;
export type Minor = bigint & { readonly [minor]: true };

export interface Denomination {
  readonly currency: string;
  /** The number of decimals that stored amounts have: 0 to 18. */
  readonly storageDecimals: number;
  /** The number of decimals that are always printed, at most `storageDecimals`. */
  readonly displayDecimals: number;
}

export const maxStorageDecimals = 18;
export const maxAmountDigits = 38;
const maxMinor = 10n ** BigInt(maxAmountDigits) - 1n;

/**
 * Returns whether an amount has too many digits to be posted. Every amount that the service computes (a sum, a sweep, a remainder) is
 * checked with it before a transaction is written, because the database refuses such an amount.
 */
export const isTooLarge = (units: bigint): boolean => units > maxMinor || units < -maxMinor;

/** Returns the largest amount in major units, for messages. */
export const largestAmount = (denomination: Denomination): string => formatAmount(maxMinor, denomination);

/** Matches an amount in requests and answers: digits, at most one decimal point, no plus sign, no exponent. */
export const amountPattern = /^-?\d+(\.\d+)?$/;

export type AmountRefusal =
  | { readonly kind: 'AmountMalformed' }
  | { readonly kind: 'AmountTooLarge' }
  | { readonly kind: 'AmountPrecisionExceeded'; readonly storageDecimals: number };

/**
 * Reads a decimal string in major units exactly. Apart from trailing zeros, it may have no more decimals than the
 * ledger stores.
 */
export const parseAmount = (text: string, { storageDecimals }: Denomination): Outcome<AmountRefusal, Minor> => {
  if (!isAmountText(text)) return refuse({ kind: 'AmountMalformed' });
  const point = text.indexOf('.');
  const whole = point < 0 ? text : text.slice(0, point);
  let fraction = point < 0 ? '' : text.slice(point + 1);
  if (fraction.length > storageDecimals) {
    fraction = fraction.replace(/0+$/, '');
    if (fraction.length > storageDecimals) return refuse({ kind: 'AmountPrecisionExceeded', storageDecimals });
  }
  const units = BigInt(whole + fraction.padEnd(storageDecimals, '0'));
  if (isTooLarge(units)) return refuse({ kind: 'AmountTooLarge' });
  return ok(units as Minor);
};

/** Returns whether the text has the form of an amount: the pattern, and at most `maxAmountDigits` digits. */
export const isAmountText = (text: string): boolean =>
  text.length <= maxAmountDigits + 2 &&
  amountPattern.test(text) &&
  text.length - (text.includes('-') ? 1 : 0) - (text.includes('.') ? 1 : 0) <= maxAmountDigits;

const zero = '0'.charCodeAt(0);

/** Returns one spelling for each value: `0010.50` and `10.5` both become `10.5`. The text must be an amount. */
export const plainAmount = (text: string): string => {
  let end = text.length;
  if (text.includes('.')) {
    while (text.charCodeAt(end - 1) === zero) end--;
    if (text[end - 1] === '.') end--;
  }
  const sign = text.startsWith('-') ? '-' : '';
  let start = sign.length;
  while (start < end - 1 && text.charCodeAt(start) === zero && text[start + 1] !== '.') start++;
  return sign + text.slice(start, end);
};

/**
 * Prints minor units as major units, with at least `displayDecimals` and at most `storageDecimals` decimals, and never
 * `-0`.
 */
export const formatAmount = (units: bigint, { storageDecimals, displayDecimals }: Denomination): string => {
  const negative = units < 0n;
  const text = (negative ? -units : units).toString();
  const digits = text.length > storageDecimals ? text : text.padStart(storageDecimals + 1, '0');
  const point = digits.length - storageDecimals;
  let end = digits.length;
  while (end > point + displayDecimals && digits.charCodeAt(end - 1) === 48) end--;
  const amount = end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return negative ? `-${amount}` : amount;
};
