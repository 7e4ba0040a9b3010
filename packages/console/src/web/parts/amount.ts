/**
 * Computes with amounts. An amount is an exact decimal string, as in the API, and is added as an integer of its smallest unit. It is never
 * converted to a floating-point number, except for charts.
 */

interface Parts {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

const partsOf = (amount: string): Parts => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount.trim()) ?? [];
  return { isNegative: sign === '-', whole: whole.replace(/^0+(?=\d)/, ''), fraction };
};

/** Returns whether the text is an amount for the API, which refuses a plus sign. */
export const isAmount = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text.trim());

/** Formats an amount with thousands separators, a true minus sign, and at least the display decimals. No digit is dropped. */
export const formatAmount = (amount: string, displayDecimals: number): string => {
  if (!isAmount(amount)) return amount;
  const { isNegative, whole, fraction } = partsOf(amount);
  const shown = fraction.replace(/0+$/, '').padEnd(displayDecimals, '0');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const isZero = /^0*$/.test(whole + fraction);
  return `${isNegative && !isZero ? '−' : ''}${grouped}${shown === '' ? '' : `.${shown}`}`;
};

/** A whole number with thousands separators: the last group has three digits, and Indian groups before it have two. */
const grouped = /^-?\d{1,3}([\s,_'’])(?:\d{2,3}\1)*\d{3}$/;

/**
 * Normalises a typed amount: removes thousands separators, and replaces a true minus sign with a hyphen. Any other comma stays, so that
 * `10,50` is refused: it must not be read as 1050.
 */
export const amountFrom = (typed: string): string => {
  const [whole = '', ...fraction] = typed.trim().replace('−', '-').split('.');
  return [grouped.test(whole) ? whole.replaceAll(/[\s,_'’]/g, '') : whole, ...fraction].join('.');
};

const scaled = (amount: string, decimals: number): bigint => {
  const { isNegative, whole, fraction } = partsOf(amount);
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return isNegative ? -units : units;
};

const decimalsOf = (amount: string): number => partsOf(amount).fraction.length;

const unscaled = (units: bigint, decimals: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${decimals === 0 ? '' : `.${digits.slice(cut)}`}`;
};

export const sumOf = (amounts: readonly string[]): string => {
  const decimals = Math.max(0, ...amounts.map(decimalsOf));
  return unscaled(
    amounts.reduce((sum, amount) => sum + scaled(amount, decimals), 0n),
    decimals,
  );
};

export const negated = (amount: string): string =>
  isZero(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount.replace(/^\+/, '')}`;

export const difference = (amount: string, less: string): string => sumOf([amount, negated(less)]);

/** Returns the change in per cent of the size of an amount, with two decimals, rounded half away from zero; null if the amount is zero. */
export const percentOf = (change: string, of: string): string | null => {
  const decimals = Math.max(decimalsOf(change), decimalsOf(of));
  const [part, whole] = [scaled(change, decimals), scaled(of, decimals)];
  if (whole === 0n) return null;
  const size = whole < 0n ? -whole : whole;
  const rounded = (2n * 10_000n * (part < 0n ? -part : part) + size) / (2n * size);
  return unscaled(part < 0n ? -rounded : rounded, 2);
};

/** Compares two amounts for sorting. Returns a negative number, 0 or a positive number. */
export const compareAmounts = (one: string, other: string): number => {
  const decimals = Math.max(decimalsOf(one), decimalsOf(other));
  const [left, right] = [scaled(one, decimals), scaled(other, decimals)];
  return left < right ? -1 : left > right ? 1 : 0;
};

export const isZero = (amount: string): boolean => compareAmounts(amount, '0') === 0;

export const isNegative = (amount: string): boolean => compareAmounts(amount, '0') < 0;

/** Returns the share of `part` in `whole`, from 0 to 1 and exact to 0.0001, for drawing a bar. */
export const shareOf = (part: string, whole: string): number => {
  const decimals = Math.max(decimalsOf(part), decimalsOf(whole));
  const [counted, all] = [scaled(part, decimals), scaled(whole, decimals)];
  if (all === 0n) return 0;
  return Math.min(1, Math.max(0, Number((counted * 10_000n) / all) / 10_000));
};

/** Returns the amount as an approximate number. It may only be used for drawing charts. */
export const roughly = (amount: string): number => Number(amount);
