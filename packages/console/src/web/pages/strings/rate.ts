/** Computes with exchange rates. Amounts and rates are exact decimal strings, multiplied and divided as integers. */

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

/** Multiplies an amount by a rate and rounds to this many decimals. Returns undefined if either text is not a number. */
export const atRate = (amount: string, rate: string, decimals: number): string | undefined => {
  const [one, other] = [scaledOf(amount), scaledOf(rate)];
  if (one === undefined || other === undefined) return undefined;
  const product = one.units * other.units;
  const surplus = one.decimals + other.decimals - decimals;
  return written(surplus >= 0 ? rounded(product, 10n ** BigInt(surplus)) : product * 10n ** BigInt(-surplus), decimals);
};

/**
 * Returns the rate from source to target, with at most eight decimals and no trailing zeros. Undefined if an amount is zero or not a
 * number.
 */
export const rateBetween = (source: string, target: string): string | undefined => {
  const [one, other] = [scaledOf(source), scaledOf(target)];
  if (one === undefined || other === undefined || one.units === 0n || other.units === 0n) return undefined;
  const places = 8;
  const numerator = other.units * 10n ** BigInt(places + one.decimals);
  const text = written(rounded(numerator, one.units * 10n ** BigInt(other.decimals)), places);
  return text.replace(/\.?0+$/, '');
};

/**
 * Returns the code of a string's clearing account. Every member ledger has one, which takes the opposite entry of conversions and
 * transfers.
 */
export const clearingCodeOf = (stringId: string): string => `STR-${stringId.replaceAll('-', '')}`;
