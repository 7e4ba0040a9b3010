/**
 * Reads amounts as banks write them: with a minus before or after the number, in parentheses, with DR or CR, or with the words that a map
 * defines.
 */
import type { Minor } from '../../../src/kernel/money';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import type { CsvMap } from './csv-map';
import { plainStyle, readAmount } from './hledger-amounts';
import type { Column } from './map-parts';
import { because, minorOf, quoted, type Books, type Reason, type WrittenAmount } from './rows';

export type Cell = (column: Column) => string;

export type AmountMap = Pick<
  CsvMap,
  'decimal' | 'amount' | 'debit' | 'credit' | 'negate' | 'signed' | 'sign' | 'currency'
>;

/** Returns a function that reads the amount of a row. A positive amount debits the row's account, as when a bank account receives money. */
export const amountReader = (books: Books, map: AmountMap): ((cell: Cell) => Outcome<Reason, Minor>) => {
  const read = (cell: Cell, text: string): Outcome<Reason, Minor> => {
    const written = readBankAmount(text, map.decimal);
    if (refused(written)) return written;
    const stated = map.currency === undefined ? '' : cell(map.currency);
    const commodity = written.right.commodity || stated || books.denomination.currency;
    return minorOf({ commodity, digits: written.right.digits }, books);
  };
  const isDirected = directionOf(map);

  const ofOneColumn = (cell: Cell, column: Column): Outcome<Reason, Minor> => {
    const amount = read(cell, cell(column));
    if (refused(amount)) return amount;
    const isNegative = isDirected(cell);
    if (refused(isNegative)) return isNegative;
    if (map.sign !== undefined && amount.right < 0n)
      return because(
        'AMOUNT_SIGNED',
        `The amount ${quoted(cell(column))} has a sign, but the map takes the sign from the column ${map.sign.column}: remove "sign" from the map if the amounts have their own signs.`,
      );
    return ok((isNegative.right === map.negate ? amount.right : -amount.right) as Minor);
  };

  const ofTwoColumns = (cell: Cell): Outcome<Reason, Minor> => {
    const texts = [map.debit, map.credit].map((column) => (column === undefined ? '' : cell(column)));
    const amounts: (Minor | null)[] = [];
    for (const text of texts) {
      const amount: Outcome<Reason, Minor | null> = isNothing(text) ? ok(null) : read(cell, text);
      if (refused(amount)) return amount;
      amounts.push(amount.right);
    }
    const [debit, credit] = amounts;
    const told = amounts.filter((amount): amount is Minor => amount !== null && amount !== 0n);
    if (told.length > 1)
      return because('AMOUNT_INVALID', 'The row has both a debit and a credit. A row must have only one of them.');
    if (amounts.every((amount) => amount === null))
      return because('AMOUNT_INVALID', 'The row has neither a debit nor a credit. A row must have one of them.');
    const amount = told[0] ?? (0n as Minor);
    if (map.signed) return ok(amount);
    if (amount < 0n)
      return because(
        'AMOUNT_SIGNED',
        `The amount ${quoted(amount === debit ? (texts[0] ?? '') : (texts[1] ?? ''))} is negative, although its column already determines the side. If both columns have signed numbers, and a negative one takes money out, set "signed": true in the map.`,
      );
    return ok((amount === credit && amount !== 0n ? -amount : amount) as Minor);
  };

  return (cell) => (map.amount === undefined ? ofTwoColumns(cell) : ofOneColumn(cell, map.amount));
};

/** Returns a function that reads the map's `sign` column. It returns true for an outgoing amount. */
const directionOf = ({ sign }: AmountMap): ((cell: Cell) => Outcome<Reason, boolean>) => {
  if (sign === undefined) return () => ok(false);
  const [negative, positive] = [sign.negative, sign.positive ?? []].map((words) => new Set(words.map(folded)));
  return (cell) => {
    const word = folded(cell(sign.column));
    if (negative?.has(word)) return ok(true);
    return positive?.has(word) || (sign.positive === undefined && word !== '')
      ? ok(false)
      : because(
          'SIGN_UNKNOWN',
          `The column ${sign.column} has ${quoted(cell(sign.column))}, which the map lists neither as negative nor as positive.`,
        );
  };
};

const folded = (word: string): string => word.normalize('NFC').trim().toLowerCase();

const decimalCure = (other: CsvMap['decimal']): string =>
  `If ${quoted(other)} is the decimal mark of the file, set "decimal": "${other}" in the map.`;

/** The characters that files use as a minus sign: hyphens, dashes, and the typographic minus. */
const minuses = /[\u2010-\u2013\u2212\ufe63\uff0d]/g;

/** Returns whether a cell has no amount: it is empty, or has a dash in its place. */
export const isNothing = (text: string): boolean =>
  /^-*$/.test(text.replaceAll(minuses, '-').replaceAll('\u2014', '-'));

/** Reads an amount as digits with a sign. DR means negative and CR positive: banks write them from the customer's point of view. */
export const readBankAmount = (
  text: string,
  decimal: CsvMap['decimal'],
  cure = decimalCure,
): Outcome<Reason, WrittenAmount> => {
  // Swiss programs separate thousands by an apostrophe, typed or typographic.
  const plain = text.replaceAll(minuses, '-').replaceAll('\u2019', "'").trim();
  if (plain === '') return because('AMOUNT_INVALID', 'The column of the amount is empty.');
  const { side, rest } = sideOf(plain);
  const unwrapped = rest.replace(/^([^()\d]*)\(([^()]*)\)([^()\d]*)$/, '$1$2$3').trim();
  const isWrapped = unwrapped !== rest;
  const moved = unwrapped.replace(/^(.*\d)\s*([-+])(?=\s|$)(.*)$/s, '$2$1$3');
  const written = readMarked(moved, decimal, cure);
  if (refused(written)) return written;
  const { commodity, digits } = written.right;
  if (!isWrapped && side === undefined) return written;
  if (/[-+]/.test(moved) || (isWrapped && side !== undefined))
    return because('AMOUNT_INVALID', `${quoted(text)} has two signs.`);
  return ok({ commodity, digits: isWrapped || side === 'debit' ? `-${digits}` : digits });
};

const sideOf = (text: string): { readonly side?: 'debit' | 'credit'; readonly rest: string } => {
  const [, before, , inner, , after] = /^((DR|CR|DB)\.?\s*)?(.*?)(\s*(DR|CR|DB)\.?)?$/is.exec(text) ?? [];
  const word = /^((DR|CR|DB)\.?\s*)/i.exec(before ?? '')?.[2] ?? after;
  return word === undefined || inner === undefined || inner === ''
    ? { rest: text }
    : { side: word.toUpperCase() === 'CR' ? 'credit' : 'debit', rest: inner };
};

/**
 * Reads the digits with the map's decimal mark. If the number is only valid with the other mark, the error message names the option
 * `decimal`.
 */
const readMarked = (
  text: string,
  decimal: CsvMap['decimal'],
  cure: (decimal: CsvMap['decimal']) => string,
): Outcome<Reason, WrittenAmount> => {
  const read = (mark: CsvMap['decimal']): Outcome<Reason, WrittenAmount> =>
    readAmount(text, { ...plainStyle(), decimalMark: mark });
  const written = read(decimal);
  if (!refused(written)) return written;
  const other = decimal === '.' ? ',' : '.';
  return refused(read(other))
    ? written
    : because(
        'AMOUNT_INVALID',
        `${quoted(text)} is not a number with ${quoted(decimal)} as its decimal mark. ${cure(other)}`,
      );
};
