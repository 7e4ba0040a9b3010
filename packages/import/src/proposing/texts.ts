/** Finds the columns with descriptions, references and currencies, and the rows that are not booked yet. */
import { isCurrency } from '../commodities';
import type { FoundAmounts } from './amounts';
import { isNamed, nameOf, type Column } from './columns';
import { isDay } from './dates';
import { finding, type Finding } from './finding';
import { isNumber } from './numbers';
import { names, pendingWords } from './words';

/** Rows that are left out: those with one of the words in the column. */
export interface Kept {
  readonly column: Column;
  readonly words: readonly string[];
}

interface Texts {
  readonly descriptions: readonly Column[];
  readonly reference: Column | undefined;
  readonly currency: Column | undefined;
  readonly pending: Kept | undefined;
  readonly found: readonly Finding[];
}

export const textsIn = (rest: readonly Column[], members: FoundAmounts['members'], otherwise: Column): Texts => {
  const rows = rest[0]?.cells.length ?? 0;
  const filled = rest.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const isOwn = ({ name }: Column): boolean => !names.foreignCurrency.test(name);
  const currencies = filled.filter(({ cells }) => cells.every((cell) => isCurrency(cell.toUpperCase())));
  const place = (members.amount ?? members.debit ?? members.credit)?.index ?? 0;
  const [currency] = currencies
    .filter(isOwn)
    .sort((one, other) => Math.abs(one.index - place) - Math.abs(other.index - place));
  const pending = filled
    .map((column) => ({ column, words: [...new Set(column.cells.filter((cell) => pendingWords.test(cell)))] }))
    .find(
      ({ column, words }) =>
        words.length > 0 && new Set(column.cells).size <= 6 && new Set(column.cells).size > words.length,
    );
  const open = filled.filter((column) => !currencies.includes(column) && column !== pending?.column);
  const isUnique = ({ cells }: Column): boolean => new Set(cells).size === rows && !cells.includes('');
  const reference = open.find((column) => isNamed(column, names.reference) && isUnique(column) && !numbersRows(column));
  const worded = open.filter(
    (column) => column !== reference && !column.cells.every((cell) => cell === '' || isNumber(cell) || isDay(cell)),
  );
  const named = worded.filter(({ name }) => names.description.test(name)).slice(0, 3);
  const longest = [...worded].sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, 1);
  const descriptions = named.length > 0 ? named : longest.length > 0 ? longest : open.slice(0, 1);
  // If no column has a text, the column of days is used as the description, because a description is required.
  const chosen = descriptions.length > 0 ? descriptions : [otherwise];
  const found = [
    finding(
      'description',
      named.length > 0 ? 'likely' : 'guessed',
      named.length > 0
        ? `Columns with these names describe a row: ${chosen.map(nameOf).join(', ')}.`
        : `No column is named like a description. The longest texts are in ${chosen.map(nameOf).join(', ')}.`,
    ),
    ...(reference ? [finding('reference', 'likely' as const, `${nameOf(reference)} differs in every row.`)] : []),
    ...(currency ? [finding('currency', 'certain' as const, `Every cell of ${nameOf(currency)} is a currency.`)] : []),
    ...(pending
      ? [
          finding(
            'where',
            'likely' as const,
            `Rows with ${pending.words.map((word) => JSON.stringify(word)).join(', ')} in ${nameOf(pending.column)} are not booked yet, or were cancelled.`,
          ),
        ]
      : []),
  ];
  return { descriptions: chosen, reference, currency, pending, found };
};

/**
 * Returns whether the column numbers the rows of this file: by ones, from the first row on, or under such a name. Another file has other
 * numbers for the same rows, so they do not identify a row.
 */
const numbersRows = (column: Column): boolean => {
  const numbers = column.cells.map((cell) => (/^\d{1,7}$/.test(cell) ? Number(cell) : Number.NaN));
  const steps = numbers.slice(1).map((number, row) => number - (numbers[row] as number));
  const isCounter = steps.every((step) => step === 1) || steps.every((step) => step === -1);
  return (
    (isCounter && Math.min(...numbers) <= 1) || (names.row.test(column.name) && numbers.every((each) => each >= 0))
  );
};

const lengthOf = ({ cells }: Column): number => cells.reduce((sum, cell) => sum + cell.length, 0);
