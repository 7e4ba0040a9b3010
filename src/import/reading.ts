/** Reads the file in its format: row after row, as often as it is asked for. */
import type { Clock } from '../kernel/clock';
import { todayOf, type Principal } from '../kernel/principal';
import { createBeancountReader } from './beancount';
import { createHledgerReader } from './hledger';
import { createLineSplitter, mapCure } from './lines';
import type { ImportMap } from './map';
import { createMappedCsvReader } from './mapped-csv';
import { createOwnCsvReader } from './own-csv';
import { otherFormatOf } from './other-formats';
import type { Emit, LineReader, Row } from './rows';
import type { Source } from './source';

export const importFormats = ['hledger', 'beancount', 'csv'] as const;
export type ImportFormat = (typeof importFormats)[number];

export interface Progress {
  readonly pass: 'reading' | 'posting';
  /** The bytes of the file that this pass has read. */
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

const readerOf = ({ format, map, caller, clock }: Reading, emit: Emit): LineReader => {
  const books = { denomination: caller.denomination, commodities: map.commodities };
  switch (format) {
    case 'hledger':
      return createHledgerReader(books, emit);
    case 'beancount':
      return createBeancountReader(books, emit);
    case 'csv':
      return map.csv
        ? createMappedCsvReader(books, map.csv, emit, todayOf(caller, clock))
        : createOwnCsvReader(books, emit);
  }
};

/** Row after row; what the rows of a piece of the file lead to is done before the next piece is read. */
export async function* rowsOf(options: Reading, pass: Progress['pass']): AsyncGenerator<Row> {
  const { source, map, onProgress } = options;
  let rows: Row[] = [];
  let lines = 0;
  let transactions = 0;
  let bytes = 0;
  const reader = readerOf(options, (row) => {
    if (row.kind === 'transaction') transactions += 1;
    rows.push(row);
  });
  const splitter = createLineSplitter(
    {
      ...reader,
      line: (text, number) => {
        lines = number;
        reader.line(text, number);
      },
    },
    map.csv?.encoding ?? 'utf-8',
    map.csv && mapCure,
  );
  const taken = (): readonly Row[] => {
    const all = rows;
    rows = [];
    return all;
  };
  for await (const chunk of source.read()) {
    const other = bytes === 0 ? otherFormatOf(chunk, options.format) : undefined;
    if (other) return yield { kind: 'stop', line: 1, ...other };
    splitter.push(chunk);
    bytes += chunk.length;
    yield* taken();
    onProgress({ pass, bytes, ofBytes: source.bytes, lines, transactions });
  }
  splitter.end();
  yield* taken();
}
