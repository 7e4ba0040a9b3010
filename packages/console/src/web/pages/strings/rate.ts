/** Rates between two amounts: exact decimal texts, multiplied and divided as whole numbers. */

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

/** Rounds a division half away from zero; neither number may be negative. */
const rounded = (units: bigint, by: bigint): bigint => (2n * units + by) / (2n * by);

/** An amount multiplied by a rate, rounded to the given decimals; undefined if either is not a number. */
export const atRate = (amount: string, rate: string, decimals: number): string | undefined => {
  const [one, other] = [scaledOf(amount), scaledOf(rate)];
  if (one === undefined || other === undefined) return undefined;
  const product = one.units * other.units;
  const surplus = one.decimals + other.decimals - decimals;
  return written(surplus >= 0 ? rounded(product, 10n ** BigInt(surplus)) : product * 10n ** BigInt(-surplus), decimals);
};

/** The rate from source to target, with up to eight decimals and no trailing zeros; undefined if it cannot be computed. */
export const rateBetween = (source: string, target: string): string | undefined => {
  const [one, other] = [scaledOf(source), scaledOf(target)];
  if (one === undefined || other === undefined || one.units === 0n || other.units === 0n) return undefined;
  const places = 8;
  const numerator = other.units * 10n ** BigInt(places + one.decimals);
  const text = written(rounded(numerator, one.units * 10n ** BigInt(other.decimals)), places);
  return text.replace(/\.?0+$/, '');
};

/** The code of a string's clearing account, which every member has for the other side of movements. */
export const clearingCodeOf = (stringId: string): string => `STR-${stringId.replaceAll('-', '')}`;
