/**
 * Reads the CSV of a bank or of another program with a map. Each record is a transaction of two entries, or one entry of a grouped
 * transaction.
 */
import { formatAmount, type Minor } from '../../../src/kernel/money';
import { ok, refused, type Outcome } from '../../../src/kernel/refusal';
import type { Day } from '../../../src/kernel/time';
import { createBalanceCheck } from './balance-check';
import { readBankAmount, type Cell } from './csv-amounts';
import { keeperOf, placesIn, type Places } from './csv-columns';
import type { CsvMap } from './csv-map';
import {
  asText,
  createRecords,
  rejectedColumns,
  rejectedColumnsIn,
  rejectionIn,
  withoutRejection,
  withoutSpare,
  type CsvRecord,
} from './csv-records';
import { asReadEarlier } from './lines';
import { createGroups } from './csv-groups';
import { partsReader, rowReader } from './row-reader';
import { minorOf, type Books, type Emit, type LineReader, type Reason } from './rows';

export const createMappedCsvReader = (books: Books, map: CsvMap, emit: Emit, today: Day): LineReader => {
  const readRow = rowReader(books, map, today);
  const readParts = partsReader(books, map, today);
  const groups = map.group === undefined ? undefined : createGroups(map, emit);
  const isKept = keeperOf(map);
  const asWritten = (text: string): string => asReadEarlier(text, map.encoding);
  const print = (amount: Minor): string => formatAmount(amount, books.denomination);
  let check = map.balance && createBalanceCheck(map.balance.order, print);
  let places: Places | undefined;
  let told = 0;
  let width = 0;
  /** The number of records at the end that are skipped as a footer. This many records are held back until the next ones are read. */
  let footerRows = map.skip_footer;
  const held: (() => void)[] = [];

  const reject = (line: number, raw: string, { code, message }: Reason): void => {
    check?.broken();
    groups?.end();
    emit({ kind: 'rejected', line, raw, code, message });
  };
  const leaveOut = (line: number, { code, message }: Reason): void => emit({ kind: 'left_out', line, code, message });
  const later = (what: () => void): void => {
    held.push(what);
    if (held.length > footerRows) held.shift()?.();
  };

  const begin = ({ cells, line, raw }: CsvRecord): void => {
    const names = map.header ? cells.map((name) => name.trim()) : cells.map((_, index) => String(index + 1));
    const found = placesIn(names, map);
    if (refused(found)) return emit({ kind: 'stop', line, ...found.left });
    places = found.right;
    width = cells.length;
    told = map.header ? rejectedColumnsIn(names) : rejectionIn(cells);
    // A file of rejected rows lacks rows, so its balances cannot be checked, and it has no footer.
    if (told > 0) [check, footerRows] = [undefined, 0];
    if (map.header)
      emit({ kind: 'setting', line, raw: told > 0 ? raw : [raw, ...rejectedColumns].join(map.delimiter) });
  };

  const take = (record: CsvRecord): void => {
    const { line } = record;
    const cells = withoutSpare(record.cells, width);
    // A rejected row is written without spare cells, because the reason follows its last cell.
    const isSpared = cells.length < record.cells.length;
    const raw = isSpared
      ? asText(cells.slice(0, width - told), map.delimiter)
      : withoutRejection(record, told, map.delimiter);
    const cell: Cell = (column) => (cells[places?.get(column) ?? -1] ?? '').trim();
    if (!isKept(cell)) return leaveOut(line, notKept);
    if (cells.length !== width) {
      const message = `The record has ${cells.length} cells, but the others have ${width}. If it is a total or a note at the end of the file, set "skip_footer" in the map; elsewhere, leave it out with "where".`;
      return reject(line, raw, { code: 'NOT_UNDERSTOOD', message });
    }
    if (groups && map.group !== undefined) return groups.take(line, raw, cell(map.group), readParts(cell));
    const row = readRow(cell);
    if (refused(row)) return reject(line, raw, row.left);
    const [{ account, amount } = { account: '', amount: 0n as Minor }] = row.right.entries;
    const balance = balanceOf(cell);
    if (refused(balance)) return reject(line, raw, balance.left);
    const wrong = check?.take({ account, line, date: row.right.date, amount, balance: balance.right });
    if (wrong) return emit({ kind: 'stop', ...wrong });
    if (amount === 0n) return leaveOut(line, isZero);
    emit({
      kind: 'transaction',
      line,
      raw,
      cells: JSON.stringify(cells.slice(0, width - told).map(asWritten)),
      ...row.right,
    });
  };

  const balanceOf = (cell: Cell): Outcome<Reason, Minor | null> => {
    if (!check || !map.balance || cell(map.balance.column) === '') return ok(null);
    const written = readBankAmount(cell(map.balance.column), map.decimal);
    if (refused(written)) return written;
    const { commodity, digits } = written.right;
    const stated = commodity || (map.currency && cell(map.currency)) || books.denomination.currency;
    const amount = minorOf({ commodity: stated, digits }, books);
    return refused(amount) || !map.balance.negate ? amount : ok(-amount.right as Minor);
  };

  const records = createRecords(map.delimiter, {
    record: (record) => {
      if (places) return later(() => take(record));
      begin(record);
      if (!map.header) later(() => take(record));
    },
    wrong: (line, raw, reason) => {
      if (places || !map.header) return later(() => reject(line, raw, reason));
      const message = `${reason.message} This line should have the names of the columns.`;
      emit({ kind: 'stop', line, code: reason.code, message });
    },
    end: () => {
      groups?.end();
      if (held.length > 0) emit({ kind: 'left_out', line: 0, times: held.length, ...footer });
      const wrong = check?.end();
      if (wrong) emit({ kind: 'stop', ...wrong });
    },
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

export const isZero: Reason = {
  code: 'AMOUNT_ZERO',
  message: 'Rows whose amount is zero post nothing, and are left out.',
};
export const notKept: Reason = {
  code: 'ROWS_NOT_KEPT',
  message: 'Rows that do not match "where" in the map are left out.',
};
const footer: Reason = {
  code: 'FOOTER_LEFT_OUT',
  message: 'The last rows are left out, because the map declares them as a footer.',
};
