/** Reads the first records of a table unchanged, so that a person can assign meanings to the columns. */
import { createRecords } from './csv-records';
import type { CsvMap } from './csv-map';
import { createLineSplitter } from './lines';

export interface FirstRecords {
  /** The names of the columns. If the table has no header, these are the columns' numbers. */
  readonly columns: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

/** Reads the first records. `bytes` is the beginning of the file, up to the end of a line. Throws `WrongEncoding` for UTF-16. */
export const firstRecordsOf = (
  bytes: Buffer,
  { delimiter, encoding, header, skip_lines: skipped }: CsvMap,
  maxRows: number,
): FirstRecords => {
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = [];
  const records = createRecords(delimiter, {
    record: ({ line, cells }) => void (rows.length < maxRows + Number(header) && rows.push({ line, cells })),
    wrong: () => undefined,
    end: () => undefined,
  });
  const splitter = createLineSplitter(
    { ...records, line: (text, number) => void (number > skipped && records.line(text, number)) },
    encoding,
  );
  splitter.push(bytes);
  splitter.end();
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const names = header ? (rows.shift()?.cells ?? []) : [];
  return { columns: Array.from({ length: width }, (_, at) => (names[at] ?? '').trim() || String(at + 1)), rows };
};
