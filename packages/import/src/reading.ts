/** Reads the file in its format and yields its rows. The file can be read several times. */
import type { Clock } from '../../../src/kernel/clock';
import { todayOf, type Principal } from '../../../src/kernel/principal';
import { createBeancountReader } from './beancount';
import { createCamtReader } from './camt';
import type { CsvMap } from './csv-map';
import { createDatevReader } from './entry-tables/datev';
import { createIifReader } from './entry-tables/iif';
import { usualNotation } from './entry-tables/notation';
import { entryTableIn } from './entry-tables/profiles';
import { createEntryTableReader, noEntryTable } from './entry-tables/reader';
import type { ImportFormat } from './formats';
import { createGnuCashReader } from './gnucash';
import { createHledgerReader } from './hledger';
import { createLineSplitter, iconvCure, mapCure, westernOrUtf8, type Encoding } from './lines';
import type { ImportMap } from './map';
import { createMappedCsvReader } from './mapped-csv';
import { createMt940Reader } from './mt940';
import { createOfxReader } from './ofx';
import { otherFormatOf } from './other-formats';
import { createOwnCsvReader } from './own-csv';
import { createQifReader } from './qif';
import type { Emit, FileReader, LineReader, Row } from './rows';
import type { Source } from './source';
import { tableOf } from './statement-map';

export interface Progress {
  readonly pass: 'reading' | 'posting';
  /** The number of bytes that this pass has read so far. */
  readonly bytes: number;
  readonly ofBytes: number;
  readonly lines: number;
  readonly transactions: number;
}

export interface Reading {
  readonly source: Source;
  readonly format: ImportFormat;
  readonly map: ImportMap;
  readonly caller: Pick<Principal, 'denomination' | 'ledgerId' | 'timeZone'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Returns the map with which a table of another program is read; undefined for other formats. The file of rejected rows of a statement is
 * such a table, and the statement's map describes it.
 */
export const tableMapOf = ({ format, map }: Pick<Reading, 'format' | 'map'>): CsvMap | undefined =>
  format === 'csv' ? (map.csv ?? (map.statement && tableOf(map.statement))) : undefined;

/** Returns the reader for the format. `beginning` is the beginning of the file. */
const readerOf = (
  options: Reading,
  emit: Emit,
  onLine: (number: number) => void,
  beginning: Buffer,
): FileReader | Promise<FileReader> => {
  const { format, map, caller, clock } = options;
  const books = { denomination: caller.denomination, commodities: map.commodities };
  const today = todayOf(caller, clock);
  const reading = { books, emit, today, map: map.statement };
  const ofEntries = { books, emit, today, notation: map.notation ?? usualNotation };
  const byLines = (reader: LineReader, encoding?: Encoding | typeof westernOrUtf8, cure = iconvCure): FileReader => {
    const counted: LineReader = {
      ...reader,
      line: (text, number) => {
        onLine(number);
        reader.line(text, number);
      },
    };
    return createLineSplitter(counted, encoding, cure);
  };
  switch (format) {
    case 'hledger':
      return byLines(createHledgerReader(books, emit));
    case 'beancount':
      return byLines(createBeancountReader(books, emit));
    case 'csv': {
      const table = tableMapOf(options);
      return table
        ? byLines(createMappedCsvReader(books, table, emit, today), table.encoding, mapCure)
        : byLines(createOwnCsvReader(books, emit));
    }
    case 'camt053':
      return createCamtReader(reading);
    case 'mt940':
      return byLines(createMt940Reader(reading), map.statement?.encoding, mapCure);
    case 'ofx':
      return createOfxReader(reading, beginning);
    case 'gnucash':
    case 'quickbooks':
    case 'xero': {
      const text = beginning.toString('latin1').replace(/^\xef\xbb\xbf/, '');
      if (format === 'gnucash' && /^\s*</.test(text)) return createGnuCashReader(books, emit);
      if (format === 'quickbooks' && text.startsWith('!')) return byLines(createIifReader(ofEntries), westernOrUtf8);
      const found = entryTableIn(text);
      if (found?.table.program === format) return byLines(createEntryTableReader(ofEntries, found), westernOrUtf8);
      emit({ kind: 'stop', line: 1, ...noEntryTable(format) });
      return { push: () => undefined, end: () => undefined };
    }
    case 'datev':
      return byLines(createDatevReader(ofEntries), westernOrUtf8);
    case 'qif':
      return byLines(createQifReader(reading), map.statement?.encoding, mapCure);
  }
};

/** Yields the rows of the file. The next piece of the file is read only after the rows of the previous one have been handled. */
export async function* rowsOf(options: Reading, pass: Progress['pass']): AsyncGenerator<Row> {
  const { source, onProgress } = options;
  let rows: Row[] = [];
  let lines = 0;
  let transactions = 0;
  let bytes = 0;
  let reader: FileReader | undefined;
  const emit: Emit = (row) => {
    if (row.kind === 'transaction') transactions += 1;
    lines = Math.max(lines, row.line);
    rows.push(row);
  };
  const onLine = (number: number): void => void (lines = number);
  const taken = (): readonly Row[] => {
    const all = rows;
    rows = [];
    return all;
  };
  for await (const chunk of source.read()) {
    const other = reader ? undefined : otherFormatOf(chunk, options.format, tableMapOf(options) !== undefined);
    if (other) return yield { kind: 'stop', line: 1, ...other };
    reader ??= await readerOf(options, emit, onLine, chunk);
    reader.push(chunk);
    bytes += chunk.length;
    yield* taken();
    onProgress({ pass, bytes, ofBytes: source.bytes, lines, transactions });
  }
  reader?.end();
  yield* taken();
}
