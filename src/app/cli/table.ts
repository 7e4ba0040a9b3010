/** Lists for people: a header, aligned columns, and a word if the list is empty. */
import { terminalText } from '../terminal-text';
import { maxListed } from './run';

const gap = '  ';

/** Prints rows below a header. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [header, ...rows].map((row) => row.map(terminalText));
  const widths = header.map((_, column) => Math.max(...lines.map((row) => widthOf(row[column] ?? ''))));
  return lines
    .map((row) => row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))))
    .map((row) => row.join(gap).trimEnd())
    .join('\n');
};

const widthOf = (cell: string): number => [...cell].length;

export interface Listing<Row> {
  /** The member of the JSON object that holds the list, such as `keys`; the printed list uses it too if there are no records. */
  readonly of: string;
  /** The records, at most `maxListed + 1`; the last one only shows that there are more than `maxListed`. */
  readonly found: readonly Row[];
  readonly record: (row: Row) => object;
  /** Maps the heading of each column to the function that returns a record's cell. */
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
}

/** Returns the JSON object and the text of a list; both state whether records were left out. */
export const listed = <Row>({ of, found, record, columns }: Listing<Row>): readonly [record: object, text: string] => {
  const shown = found.slice(0, maxListed);
  const has_more = found.length > maxListed;
  const rows = shown.map((row) => Object.values(columns).map((cell) => cell(row)));
  const text = rows.length === 0 ? `There are no ${of}.` : table(Object.keys(columns), rows);
  return [{ [of]: shown.map(record), has_more }, has_more ? `${text}\nThese are the first ${maxListed}.` : text];
};

/** Prints an instant for people, to the minute. */
export const minuteOf = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
