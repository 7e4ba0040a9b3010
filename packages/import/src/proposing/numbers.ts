/** Reads the numbers of columns, and finds their decimal mark. */
import { parseAmount } from '../../../../src/kernel/money';
import { refused } from '../../../../src/kernel/refusal';
import { isMoneySign } from '../commodities';
import { isNothing, readBankAmount } from '../csv-amounts';
import { isNamed, type Column, type NumberColumn } from './columns';
import { finding, type Finding } from './finding';
import { words } from './words';

type Mark = '.' | ',';

const scale = { currency: '', storageDecimals: 12, displayDecimals: 0 };
/** The maximum number of numeric columns that are combined with each other. */
const maxNumberColumns = 12;

const unitsOf = (text: string, decimal: Mark): bigint | undefined => {
  const written = readBankAmount(text, decimal);
  if (refused(written) || (written.right.commodity !== '' && !isMoneySign(written.right.commodity))) return undefined;
  const amount = parseAmount(written.right.digits, scale);
  return refused(amount) ? undefined : amount.right;
};

export const isNumber = (text: string): boolean => unitsOf(text, '.') !== undefined || unitsOf(text, ',') !== undefined;

/** Chooses the decimal mark: the one with which more cells become valid numbers. */
export const decimalIn = (
  columns: readonly Column[],
  delimiter: string,
): { readonly decimal: Mark; readonly found: Finding } => {
  const only = { '.': 0, ',': 0 };
  let hasMarks = false;
  for (const { cells } of columns.filter(isOfNumbers))
    for (const cell of cells) {
      const [point, comma] = [unitsOf(cell, '.'), unitsOf(cell, ',')];
      hasMarks ||= point !== comma;
      if (point !== undefined && comma === undefined) only['.'] += 1;
      if (comma !== undefined && point === undefined) only[','] += 1;
    }
  const usual: Mark = delimiter === ';' ? ',' : '.';
  const decimal: Mark = only['.'] === only[','] ? usual : only['.'] > only[','] ? '.' : ',';
  const of = (confidence: Finding['confidence'], message: string) => ({
    decimal,
    found: finding('decimal', confidence, message),
  });
  if (only[decimal] > 0)
    return of('certain', `${only[decimal]} numbers can be read only with the decimal mark ${JSON.stringify(decimal)}.`);
  return hasMarks
    ? of('guessed', `It is not clear whether ${JSON.stringify(decimal)} is the decimal mark: check the amounts below.`)
    : of('certain', 'No amount has a decimal mark.');
};

/**
 * Returns the rows that have a text in a column of amounts, such as `n/a`. They say nothing about the columns, and the import rejects them.
 * A column has amounts if most of its cells are numbers, and its name or their decimals show it.
 */
export const rowsWithoutNumber = (columns: readonly Column[]): ReadonlySet<number> =>
  new Set(
    columns.flatMap((column) => {
      const odd = column.cells.flatMap((cell, row) => (isNothing(cell) || isNumber(cell) ? [] : [row]));
      const numbers = column.cells.filter((cell) => !isNothing(cell) && isNumber(cell));
      const isOfAmounts =
        [words.amount, words.out, words.into, words.balance].some((pattern) => isNamed(column, pattern)) ||
        numbers.filter(hasDecimals).length * 2 > numbers.length;
      return isOfAmounts && odd.length < numbers.length ? odd : [];
    }),
  );

const hasDecimals = (cell: string): boolean => /[.,]\d{1,3}\D*$/.test(cell);

const isOfNumbers = ({ cells }: Column): boolean => {
  const filled = cells.filter((cell) => !isNothing(cell));
  return filled.length > 0 && filled.every(isNumber);
};

export const numbersIn = (columns: readonly Column[], decimal: Mark): readonly NumberColumn[] =>
  columns
    .flatMap((column): readonly NumberColumn[] => {
      const units = column.cells.map((cell) => (isNothing(cell) ? null : unitsOf(cell, decimal)));
      const filled = units.filter((each) => each !== null);
      if (filled.length === 0 || filled.includes(undefined)) return [];
      return [{ ...column, units: units as readonly (bigint | null)[], hasDecimals: column.cells.some(hasDecimals) }];
    })
    .slice(0, maxNumberColumns);
