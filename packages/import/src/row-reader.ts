/** Reads the rows of tables and statements with a map. Each row is a transaction of two entries, or one entry of a grouped transaction. */
import type { Minor } from '../../../src/kernel/money';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import { amountReader, type Cell } from './csv-amounts';
import type { CsvMap } from './csv-map';
import { dateReader, isFarOff } from './date-formats';
import { noDescription } from './hledger-transactions';
import { because, quoted, type Books, type Reason, type TransactionRow } from './rows';

export type ReadRow = Omit<TransactionRow, 'kind' | 'line' | 'raw' | 'cells'>;

export interface RowParts {
  /** The date of the row; undefined if its cell is empty. */
  readonly date: Day | undefined;
  readonly amount: Minor;
  readonly account: string;
  /** The description of the row; empty if its cells are empty. */
  readonly description: string;
  readonly reference: string | null;
}

export type RowMap = Pick<
  CsvMap,
  'date' | 'decimal' | 'amount' | 'debit' | 'credit' | 'negate' | 'signed' | 'sign' | 'currency'
> &
  Pick<CsvMap, 'account' | 'contra' | 'contra_account' | 'description' | 'reference' | 'journal'>;

/** Returns a function that reads a row as a transaction. */
export const rowReader = (books: Books, map: RowMap, today: Day): ((cell: Cell) => Outcome<Reason, ReadRow>) => {
  const partsOf = partsReader(books, map, today);
  const readContra = contraReader(map);
  return (cell) => {
    const parts = partsOf(cell);
    if (refused(parts)) return parts;
    const { date, amount, account, description, reference } = parts.right;
    if (date === undefined)
      return because('DATE_INVALID', `The row has no date. The expected format is ${map.date.format}.`);
    const contra = readContra(cell);
    if (contra === '') return accountMissing;
    const [first, second] = [entryOf(account, amount), entryOf(contra, -amount as Minor)];
    return ok({
      ...plainFields(map),
      date,
      reference,
      description: description || noDescription,
      entries: [first, second],
    });
  };
};

export const partsReader = (books: Books, map: RowMap, today: Day): ((cell: Cell) => Outcome<Reason, RowParts>) => {
  const readDate = dayReader(map.date, today);
  const readAmount = amountReader(books, map);
  return (cell) => {
    const date = readDate(cell(map.date.column));
    if (refused(date)) return date;
    const amount = readAmount(cell);
    if (refused(amount)) return amount;
    const account = nameOf(cell, map.account);
    if (account === '') return accountMissing;
    const texts = map.description.map(cell).filter((each) => each !== '');
    const reference = map.reference === undefined ? null : cell(map.reference) || null;
    return ok({ date: date.right, amount: amount.right, account, description: texts.join(' '), reference });
  };
};

/** The fields of a transaction that a table cannot have, with their default values. */
export const plainFields = ({
  journal,
}: Pick<CsvMap, 'journal'>): Omit<ReadRow, 'date' | 'description' | 'reference' | 'entries'> => ({
  ...{ id: null, layer: 'settled' as const, journal: journal ?? null, correlationId: null, correlationType: null },
  ...{ correlationSource: null, reverses: null, releases: null, settles: null, extends: null },
  ...{ expiresAt: null, metadata: null, attributes: null },
});

export const entryOf = (
  account: string,
  amount: Minor,
  description: string | null = null,
): TransactionRow['entries'][number] => ({ account, amount, layer: 'settled', description, metadata: null });

const nameOf = (cell: Cell, source: CsvMap['contra_account']): string =>
  (source?.column === undefined ? undefined : cell(source.column) || undefined) ?? source?.name ?? '';

const accountMissing = because(
  'ACCOUNT_MISSING',
  'The row names no account. Set a default in the map: {"column": …, "otherwise": …}.',
);

export const dayReader = (
  { format, pivot }: CsvMap['date'],
  today: Day,
): ((text: string) => Outcome<Reason, Day | undefined>) => {
  const readDate = dateReader(format, pivot);
  return (text) => {
    if (text === '') return ok(undefined);
    const read = readDate(text);
    if (read === undefined) return because('DATE_INVALID', `${quoted(text)} is not a date in the form ${format}.`);
    if (read.isShort && pivot === undefined && isFarOff(read.day, today))
      return because(
        'DATE_UNLIKELY',
        `${quoted(text)} would be ${read.day}. Set the century of two-digit years in the map: "pivot" in date is the first year, such as 1930 for 1930 to 2029.`,
      );
    return ok(read.day);
  };
};

/**
 * Returns a function that returns the contra account: by the first rule that matches, otherwise by `contra_account`. Empty if neither gives
 * one.
 */
export const contraReader = ({
  contra: rules,
  contra_account: otherwise,
}: Pick<CsvMap, 'contra' | 'contra_account'>): ((cell: Cell) => string) => {
  const conditions = rules.map(({ column, is, contains, account }) => ({
    ...{ column, account, isWhole: is !== undefined },
    words: (is ?? contains ?? []).map(folded),
  }));
  return (cell) => {
    const rule = conditions.find(({ column, isWhole, words }) => {
      const text = folded(cell(column));
      return words.some((word) => (isWhole ? text === word : text.includes(word)));
    });
    return rule?.account ?? nameOf(cell, otherwise);
  };
};

const folded = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
