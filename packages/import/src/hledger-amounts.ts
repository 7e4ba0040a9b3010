/** Reads amounts of hledger journals. The symbol may be on either side of the number, and the decimal mark depends on the file. */
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import { because, type Reason, type WrittenAmount } from './rows';

type Mark = '.' | ',';

/** The notation of amounts, from the directives that were read so far. */
export interface AmountStyle {
  /** The decimal mark for the whole file, from the directive `decimal-mark`. */
  decimalMark: Mark | undefined;
  /** The decimal marks of single commodities, from directives such as `commodity 1.000,00 EUR`. */
  readonly decimalMarks: Map<string, Mark>;
  /** The commodity of amounts without a symbol, from a directive such as `D 1,000.00 USD`. */
  defaultCommodity: string | undefined;
}

export const plainStyle = (): AmountStyle => ({
  decimalMark: undefined,
  decimalMarks: new Map(),
  defaultCommodity: undefined,
});

const symbol = `"[^"]*"|[^\\s\\d"'.,;@=*{}()<>\\[\\]+-]+`;
const amountPattern = new RegExp(
  `^([+-])?\\s*(?:(${symbol})\\s*)?([+-])?\\s*(\\d[\\d.,' \\u00a0\\u202f]*|[.,]\\d+)(?:\\s*(${symbol}))?$`,
  'u',
);

/** The maximum number of characters in an amount with its symbol. A longer text is refused without parsing. */
const maxAmountCharacters = 200;

interface Parts {
  readonly commodity: string;
  readonly isNegative: boolean;
  readonly number: string;
}

const partsOf = (text: string): Outcome<Reason, Parts> => {
  if (text.length > maxAmountCharacters)
    return because('AMOUNT_INVALID', `An amount may have at most ${maxAmountCharacters} characters.`);
  const [match, sign, left, inner, number = '', right] = amountPattern.exec(text) ?? [];
  if (match === undefined || (left !== undefined && right !== undefined) || (sign !== undefined && inner !== undefined))
    return because('AMOUNT_INVALID', `${JSON.stringify(text)} is not an amount with one currency.`);
  return ok({
    commodity: unquoted(left ?? right ?? ''),
    isNegative: (sign ?? inner) === '-',
    number: number.trim(),
  });
};

const unquoted = (commodity: string): string => (commodity.startsWith('"') ? commodity.slice(1, -1) : commodity);

/** Reads an amount, and returns it as digits with a decimal point. */
export const readAmount = (text: string, style: AmountStyle): Outcome<Reason, WrittenAmount> => {
  const parts = partsOf(text);
  if (refused(parts)) return parts;
  const { isNegative, number } = parts.right;
  const commodity = parts.right.commodity === '' ? (style.defaultCommodity ?? '') : parts.right.commodity;
  const digits = plainDigits(number, style.decimalMark ?? style.decimalMarks.get(commodity));
  return refused(digits) ? digits : ok({ commodity, digits: isNegative ? `-${digits.right}` : digits.right });
};

/** Reads the example amount of a `commodity` or `D` directive. Stores its decimal mark, and returns its commodity. */
export const learnStyle = (text: string, style: AmountStyle): Outcome<Reason, string> => {
  const parts = partsOf(text);
  if (refused(parts)) return parts;
  const { commodity, number } = parts.right;
  const mark = [...number].findLast((each): each is Mark => each === '.' || each === ',');
  if (mark !== undefined) style.decimalMarks.set(commodity, mark);
  return ok(commodity);
};

const groupMark = /[' \u00a0\u202f]/g;

const plainDigits = (number: string, decimalMark: Mark | undefined): Outcome<Reason, string> => {
  if (/^\d+$/.test(number)) return ok(number);
  const marks = number.match(/[.,]/g) ?? [];
  const mark = decimalMark ?? decimalMarkOf(number, marks as readonly Mark[]);
  if (mark === 'ambiguous')
    return because(
      'AMOUNT_AMBIGUOUS',
      `${number} is ambiguous, because its mark may separate decimals or thousands: add a line such as "decimal-mark ." before it.`,
    );
  const [whole = '', fraction = '', ...more] = mark === undefined ? [number] : number.split(mark);
  const isGrouped = /^\d*$|^\d{1,3}([., '\u00a0\u202f]\d{2,3})*[., '\u00a0\u202f]\d{3}$/.test(whole);
  if (more.length > 0 || !/^\d*$/.test(fraction) || !isGrouped || new Set(whole.match(/[., '\u00a0\u202f]/g)).size > 1)
    return because(
      'AMOUNT_INVALID',
      `${number} is not a number: its marks are not where decimal or thousands marks can be.`,
    );
  const plain = whole.replaceAll(groupMark, '').replaceAll(/[.,]/g, '') || '0';
  return ok(fraction === '' ? plain : `${plain}.${fraction}`);
};

/**
 * Infers the decimal mark from a number. If it contains both marks, the last one is the decimal mark. A mark that occurs twice is not the
 * decimal mark.
 */
const decimalMarkOf = (number: string, marks: readonly Mark[]): Mark | 'ambiguous' | undefined => {
  const last = marks.at(-1);
  if (last === undefined) return undefined;
  if (marks.some((mark) => mark !== last)) return last;
  if (marks.length > 1) return undefined;
  // A single dot is a decimal mark in every program. For a comma, as in 1,000, programs differ.
  return last === ',' && /^[1-9]\d{0,2},\d{3}$/.test(number) ? 'ambiguous' : last;
};
