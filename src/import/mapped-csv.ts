/** Reads the CSV of a bank, or of any other program, by a map: each record is a transaction of two entries. */
import type { Minor } from '../kernel/money';
import { ok, refused, type Outcome } from '../kernel/refusal';
import { createRecords, rejectedColumns, rejectedColumnsIn, withoutRejection, type CsvRecord } from './csv-records';
import { dateReader } from './date-formats';
import { plainStyle, readAmount } from './hledger-amounts';
import { noDescription } from './hledger-transactions';
import type { CsvMap } from './map';
import { because, minorOf, type Books, type Emit, type LineReader, type Reason, type TransactionRow } from './rows';

export const createMappedCsvReader = (books: Books, map: CsvMap, emit: Emit): LineReader => {
  const readDate = dateReader(map.date.format);
  let columns: ReadonlyMap<string, number> | undefined;
  let told = 0;
  let width = 0;

  const reject = (line: number, raw: string, { code, message }: Reason): void =>
    emit({ kind: 'rejected', line, raw, code, message });

  const begin = ({ cells, line, raw }: CsvRecord): void => {
    const names = map.header ? cells.map((name) => name.trim()) : cells.map((_, index) => String(index + 1));
    columns = new Map(names.map((name, index) => [name, index]));
    width = cells.length;
    told = map.header ? rejectedColumnsIn(names) : 0;
    const missing = columnsOf(map).filter((name) => !columns?.has(name));
    if (missing.length > 0) {
      const message = `The map names columns that the file has not: ${missing.join(', ')}. It has: ${names.join(', ')}.`;
      return emit({ kind: 'stop', line, code: 'COLUMNS_MISSING', message });
    }
    if (map.header)
      emit({ kind: 'setting', line, raw: told > 0 ? raw : [raw, ...rejectedColumns].join(map.delimiter) });
  };

  const take = (record: CsvRecord): void => {
    const raw = withoutRejection(record, told, map.delimiter);
    if (record.cells.length !== width) {
      const message = `The record has ${record.cells.length} cells, and the others have ${width}.`;
      return reject(record.line, raw, { code: 'NOT_UNDERSTOOD', message });
    }
    const cell = (name: string): string => (record.cells[columns?.get(name) ?? -1] ?? '').trim();
    const transaction = readRecord(cell);
    if (refused(transaction)) return reject(record.line, raw, transaction.left);
    const cells = JSON.stringify(record.cells.slice(0, width - told));
    emit({ kind: 'transaction', line: record.line, raw, cells, ...transaction.right });
  };

  const readRecord = (
    cell: (name: string) => string,
  ): Outcome<Reason, Omit<TransactionRow, 'kind' | 'line' | 'raw' | 'cells'>> => {
    const date = readDate(cell(map.date.column));
    if (date === undefined)
      return because(
        'DATE_INVALID',
        `${JSON.stringify(cell(map.date.column))} is no day of the form ${map.date.format}.`,
      );
    const amount = amountOf(cell);
    if (refused(amount)) return amount;
    const nameOf = ({ column, name }: CsvMap['account']): string =>
      (column === undefined ? undefined : cell(column) || undefined) ?? name ?? '';
    const [account, contra] = [nameOf(map.account), nameOf(map.contra_account)];
    if (account === '' || contra === '')
      return because('ACCOUNT_MISSING', 'The record names no account. The map can say what it is otherwise.');
    const description = map.description.map(cell).filter((each) => each !== '');
    const plain = { layer: 'settled', description: null, metadata: null } as const;
    return ok({
      date,
      description: description.join(' ') || noDescription,
      ...{ id: null, layer: 'settled', journal: map.journal ?? null, correlationId: null, correlationType: null },
      reference: map.reference === undefined ? null : cell(map.reference) || null,
      ...{ correlationSource: null, reverses: null, releases: null, settles: null, extends: null },
      ...{ expiresAt: null, metadata: null, attributes: null },
      entries: [
        { account, amount: amount.right, ...plain },
        { account: contra, amount: -amount.right as Minor, ...plain },
      ],
    });
  };

  /** Of the account: more than zero is a debit, which an account with the bank grows by. */
  const amountOf = (cell: (name: string) => string): Outcome<Reason, Minor> => {
    if (map.amount !== undefined) return signed(cell, cell(map.amount), map.negate);
    const debit = map.debit === undefined ? '' : cell(map.debit);
    const credit = map.credit === undefined ? '' : cell(map.credit);
    if ((debit === '') === (credit === ''))
      return because('AMOUNT_INVALID', 'A record has an amount in the column of debits or in that of credits.');
    return debit === '' ? signed(cell, credit, true) : signed(cell, debit, false);
  };

  const signed = (cell: (name: string) => string, text: string, isNegated: boolean): Outcome<Reason, Minor> => {
    const written = readAmount(text.replace(/^(.*\d)\s*-$/, '-$1'), { ...plainStyle(), decimalMark: map.decimal });
    if (refused(written)) return written;
    const stated = map.currency === undefined ? '' : cell(map.currency);
    const commodity = written.right.commodity || stated || books.denomination.currency;
    const amount = minorOf({ commodity, digits: written.right.digits }, books);
    if (refused(amount)) return amount;
    if (amount.right === 0n) return because('AMOUNT_ZERO', 'The amount is zero: there is nothing to post.');
    return ok((isNegated ? -amount.right : amount.right) as Minor);
  };

  const records = createRecords(map.delimiter, {
    record: (record) => {
      if (columns) return take(record);
      begin(record);
      if (!map.header) take(record);
    },
    wrong: reject,
    end: () => undefined,
  });
  return {
    ...records,
    line: (text, number) =>
      number <= map.skip_lines ? emit({ kind: 'setting', line: number, raw: text }) : records.line(text, number),
    unreadable: (number, reason) => {
      if (number > map.skip_lines) records.unreadable(number, reason);
    },
  };
};

const columnsOf = (map: CsvMap): readonly string[] =>
  [
    ...[map.date.column, ...map.description, map.amount, map.debit, map.credit, map.currency, map.reference],
    ...[map.account.column, map.contra_account.column],
  ].filter((name) => name !== undefined);
