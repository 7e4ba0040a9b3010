/**
 * Reads the journals that QuickBooks, Xero and GnuCash export as tables. Each row is an entry, and the rows of a transaction are
 * consecutive.
 */
import type { Minor } from '../../../../src/kernel/money';
import { ok, refused, type Outcome } from '../../../../src/kernel/refusal';
import type { Day } from '../../../../src/kernel/time';
import { createRecords, rejectedColumns, rejectedColumnsIn, withoutRejection, type CsvRecord } from '../csv-records';
import type { Notation } from '../map-parts';
import { because, quoted, type Books, type Emit, type LineReader, type Reason } from '../rows';
import { createCollecting, entryRow, type ColumnSums } from './collecting';
import { createAmountReader, createDayReader, dateFormatMissing } from './notation';
import { maxTitleLines, placesOf, type EntryColumn, type EntryTable, type FoundTable } from './profiles';

export interface EntryTableReading {
  readonly books: Books;
  readonly emit: Emit;
  readonly today: Day;
  readonly notation: Notation;
}

export const createEntryTableReader = (
  { books, emit, today, notation }: EntryTableReading,
  { table, delimiter }: FoundTable,
): LineReader => {
  const readDay = createDayReader(notation, today);
  const readAmount = createAmountReader(books, notation);
  const collecting = createCollecting(emit);
  let places: ReadonlyMap<EntryColumn, number> | undefined;
  let width = 0;
  let told = 0;
  let titles = 0;
  /** The currency in the first row of the transaction. It applies to all rows of the transaction. */
  let currency = '';
  let isVoid = false;

  const begin = ({ cells, line, raw }: CsvRecord): void => {
    places = placesOf(table, cells);
    titles += 1;
    if (places === undefined) {
      if (titles > maxTitleLines) emit({ kind: 'stop', line, ...headerMissing });
      return;
    }
    width = cells.length;
    told = rejectedColumnsIn(cells.map((cell) => cell.trim()));
    emit({
      ...{ kind: 'setting', line, delimiter },
      raw: told > 0 ? raw : [raw, ...rejectedColumns].join(delimiter),
    });
  };
  const textsOf = (cell: (column: EntryColumn) => string, columns: readonly EntryColumn[]): string =>
    columns
      .map(cell)
      .filter((text) => text !== '')
      .join(' ');

  const take = (record: CsvRecord): void => {
    const { cells, line } = record;
    const raw = withoutRejection(record, told, delimiter);
    const filled = cells.slice(0, Math.max(width, cells.length) - told).filter((text) => text.trim() !== '');
    if (filled.length === 0) return;
    if (cells.length > width && cells.slice(width).some((text) => text.trim() !== ''))
      return collecting.broken(line, raw, tooWide(cells.length, width));
    const cell = (column: EntryColumn): string =>
      (cells[places?.get(column) ?? -1] ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
    const sums = (['debit', 'credit'] as const).map(cell);
    const hasAmount = [...sums, cell('amount')].some((text) => text !== '');
    const isTotal = /^total\b/i.test(filled[0] ?? '') && cell('account') === '';
    if (cell('account') === '' && hasAmount && (isTotal || cell('date') === '') && table.names.debit !== undefined)
      return collecting.total(line, totalsOf(sums), isTotal);
    if (cell('account') === '' && !hasAmount && (filled.length === 1 || isTotal))
      return emit({ kind: 'remark', line, ...titleLeftOut });

    const group = table.group.map(cell).some((text) => text !== '') ? JSON.stringify(table.group.map(cell)) : '';
    if (group !== '') currency = cell('currency').replace(/^CURRENCY::/, '');
    if (cell('void') !== '') isVoid = true;
    else if (group !== '') isVoid = false;
    if (isVoid) {
      if (group === '') return;
      collecting.end();
      return emit({ kind: 'left_out', line, ...voided });
    }
    const date = readDay(cell('date'));
    if (refused(date) && date.left.code === dateFormatMissing) emit({ kind: 'stop', line, ...date.left });
    const wrong = table.complaint?.((column) => cell(column as EntryColumn));
    const amount = wrong ? because(wrong.code, wrong.message) : amountOf(cell);
    collecting.take({
      ...{ line, raw, group },
      head: refused(date)
        ? date
        : ok({
            date: date.right,
            description: textsOf(cell, table.description) || (table.otherwise ? cell(table.otherwise) : ''),
            reference: cell('reference') || null,
          }),
      entry: refused(amount)
        ? amount
        : cell('account') === ''
          ? because('ACCOUNT_MISSING', 'The row has an amount, but no account.')
          : ok(entryRow(cell('account'), amount.right, cell(table.memo))),
      columns: table.names.debit === undefined ? undefined : totalsOf(sums),
    });
  };
  const amountOf = (cell: (column: EntryColumn) => string): Outcome<Reason, Minor> => {
    if (table.names.amount !== undefined) return readAmount(cell('amount'), currency);
    const [debit = '', credit = ''] = [cell('debit'), cell('credit')];
    if (debit === '' && credit === '') return bothEmpty;
    const sides: Minor[] = [];
    for (const text of [debit, credit]) {
      const amount = text === '' ? ok(0n as Minor) : readAmount(text, currency);
      if (refused(amount)) return amount;
      sides.push(amount.right);
    }
    const [one = 0n, other = 0n] = sides;
    return one !== 0n && other !== 0n ? bothFilled : ok((one - other) as Minor);
  };
  const totalsOf = (texts: readonly string[]): ColumnSums | undefined => {
    const [debit, credit] = texts.map((text) => (text === '' ? ok(0n as Minor) : readAmount(text, '')));
    return !debit || !credit || refused(debit) || refused(credit)
      ? undefined
      : { debit: debit.right, credit: credit.right };
  };

  const records = createRecords(delimiter, {
    record: (record) => (places ? take(record) : begin(record)),
    wrong: (line, raw, reason) => {
      if (places) collecting.broken(line, raw, reason);
      else titles += 1;
    },
    end: () => {
      collecting.end();
      if (places === undefined && titles <= maxTitleLines) emit({ kind: 'stop', line: 1, ...headerMissing });
    },
  });
  return records;
};

export const noEntryTable = (program: EntryTable['program']): Reason => ({
  code: 'COLUMNS_MISSING',
  message: `The file has no line with the columns of a journal of ${program}: import it as CSV with a map, which \`ledger import explain FILE --format csv\` proposes.`,
});
const headerMissing: Reason = {
  code: 'COLUMNS_MISSING',
  message: 'No line of the file has the names of the columns.',
};
const titleLeftOut: Reason = {
  code: 'LINES_LEFT_OUT',
  message: 'Lines without an account and an amount, such as titles and dates of a report, are left out.',
};
const voided: Reason = {
  code: 'TRANSACTION_VOID',
  message: 'Voided transactions post nothing, and are left out.',
};
const bothEmpty = because('AMOUNT_INVALID', 'The row has no debit and no credit.');
const bothFilled = because('AMOUNT_INVALID', 'The row has both a debit and a credit: write a row for each.');
const tooWide = (cells: number, width: number): Reason => ({
  code: 'NOT_UNDERSTOOD',
  message: `The row has ${cells} cells, but the header has ${width}: put ${quoted('"')} around a text that contains the delimiter.`,
});
