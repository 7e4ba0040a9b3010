/** Runs an import's reader on a text. */
import { createBeancountReader } from '../../packages/import/src/beancount';
import { createHledgerReader } from '../../packages/import/src/hledger';
import { createLineSplitter, type Encoding } from '../../packages/import/src/lines';
import type { CsvMap } from '../../packages/import/src/csv-map';
import { readMap } from '../../packages/import/src/map';
import { createMappedCsvReader } from '../../packages/import/src/mapped-csv';
import { createOwnCsvReader } from '../../packages/import/src/own-csv';
import type { Books, Emit, LineReader, Row } from '../../packages/import/src/rows';
import { refused } from '../../src/kernel/refusal';
import type { Day } from '../../src/kernel/time';
import type { Fields } from './requests';

const books: Books = {
  denomination: { currency: 'USD', storageDecimals: 2, displayDecimals: 2 },
  commodities: new Map([['', 'USD']]),
};

export type ReadFormat = 'hledger' | 'beancount' | 'csv';

const readerFor = (format: ReadFormat, csv: CsvMap | undefined, emit: Emit): LineReader => {
  if (format === 'hledger') return createHledgerReader(books, emit);
  if (format === 'beancount') return createBeancountReader(books, emit);
  return csv ? createMappedCsvReader(books, csv, emit, '2026-06-01' as Day) : createOwnCsvReader(books, emit);
};

export const mapOf = (map: Fields): CsvMap | undefined => {
  const read = readMap(JSON.stringify(map));
  if (refused(read)) throw new Error(read.left.join('\n'));
  return read.right.csv;
};

/** The rows of a text, which the reader gets in pieces of `pieceBytes`, because files are read in pieces. */
export const rowsIn = (format: ReadFormat, text: string | Buffer, csv?: CsvMap, pieceBytes = 7): readonly Row[] => {
  const rows: Row[] = [];
  const splitter = createLineSplitter(
    readerFor(format, csv, (row) => rows.push(row)),
    csv?.encoding as Encoding,
  );
  const bytes = Buffer.from(text as string);
  for (let at = 0; at < bytes.length; at += pieceBytes) splitter.push(bytes.subarray(at, at + pieceBytes));
  splitter.end();
  return rows;
};

/** Transactions as short texts: `2026-01-05 Tea [food 5.00, cash -5.00]`; faults as `line CODE`. */
export const told = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap((row) => {
    if (row.kind === 'account' || row.kind === 'setting') return [];
    if (row.kind === 'assertion')
      return [`assertion ${row.line} ${row.account} ${(Number(row.amount) / 100).toFixed(2)}`];
    if (row.kind !== 'transaction') return [`${row.kind} ${row.line} ${row.code}`];
    const entries = row.entries.map(({ account, amount }) => `${account} ${(Number(amount) / 100).toFixed(2)}`);
    return [`${row.date} ${row.description} [${entries.join(', ')}]`];
  });
