/** Computes with exchange rates. Amounts and rates are exact decimal strings, multiplied and divided as integers. */
import { amountFrom } from '../../parts/amount';

/** The amounts and the rate of a conversion, as they are typed. */
export interface Exchange {
  readonly amount: string;
  readonly targetAmount: string;
  readonly rate: string;
}

/** The decimals of the target ledger. */
export interface Decimals {
  readonly storage_decimals: number;
  readonly display_decimals: number;
}

/**
 * Changes a field, and computes the rate after a change of the target amount or if there is no rate, and otherwise the target amount. The
 * computed field is empty if it cannot be computed, so that it never has a value that belongs to other amounts or to another rate.
 */
export const exchangeWith = (before: Exchange, change: Partial<Exchange>, target: Decimals): Exchange => {
  const next = { ...before, ...change };
  const amount = amountFrom(next.amount);
  const isRateComputed = change.targetAmount !== undefined || (change.rate === undefined && next.rate.trim() === '');
  return isRateComputed
    ? { ...next, rate: rateBetween(amount, amountFrom(next.targetAmount)) ?? '' }
    : { ...next, targetAmount: atRate(amount, next.rate, target) ?? '' };
};

interface Scaled {
  readonly units: bigint;
  readonly decimals: number;
}

const scaledOf = (text: string): Scaled | undefined => {
  const found = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (found === null) return undefined;
  const [, whole = '0', fraction = ''] = found;
  return { units: BigInt(whole + fraction), decimals: fraction.length };
};

const written = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
};

/** Divides and rounds half up. Neither number may be negative. */
const rounded = (units: bigint, by: bigint): bigint => (2n * units + by) / (2n * by);

/** Removes trailing zeros, but leaves at least this many decimals. */
const trimmed = (text: string, decimals: number): string => {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(Math.min(decimals, fraction.length), '0');
  return kept === '' ? whole : `${whole}.${kept}`;
};

/**
 * Multiplies an amount by a rate and rounds to the decimals that the target ledger stores. Returns undefined if either text is not a
 * number.
 */
export const atRate = (
  amount: string,
  rate: string,
  { storage_decimals: decimals, display_decimals: shown }: Decimals,
): string | undefined => {
  const [one, other] = [scaledOf(amount), scaledOf(rate)];
  if (one === undefined || other === undefined) return undefined;
  const product = one.units * other.units;
  const surplus = one.decimals + other.decimals - decimals;
  const units = surplus >= 0 ? rounded(product, 10n ** BigInt(surplus)) : product * 10n ** BigInt(-surplus);
  return trimmed(written(units, decimals), shown);
};

/** The maximum number of decimals that the service takes in a rate. */
const mostDecimals = 18;
const significant = 8;

/**
 * Returns the rate from source to target: rounded to eight decimals, or to eight significant digits if it is smaller than 0.1, and with no
 * trailing zeros. Undefined if an amount is zero or not a number, or if the rate is too small for the service.
 */
export const rateBetween = (source: string, target: string): string | undefined => {
  const [one, other] = [scaledOf(source), scaledOf(target)];
  if (one === undefined || other === undefined || one.units === 0n) return undefined;
  const unitsAt = (places: number): bigint =>
    rounded(other.units * 10n ** BigInt(places + one.decimals), one.units * 10n ** BigInt(other.decimals));
  const finest = unitsAt(mostDecimals);
  if (finest === 0n) return undefined;
  const zeros = Math.max(0, mostDecimals - finest.toString().length);
  const places = Math.min(mostDecimals, significant + zeros);
  return trimmed(written(unitsAt(places), places), 0);
};

/**
 * Returns the code of a string's clearing account. Every member ledger has one, which takes the opposite entry of conversions and
 * transfers.
 */
export const clearingCodeOf = (stringId: string): string => `STR-${stringId.replaceAll('-', '')}`;
