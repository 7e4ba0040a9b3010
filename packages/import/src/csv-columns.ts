/** Finds the cells that a map names, by the name or the number of their column, and decides which rows the map keeps. */
import { ok, type Outcome } from '../../../src/kernel/refusal';
import type { CsvMap } from './csv-map';
import type { Column } from './map-parts';
import { because, quoted, type Reason } from './rows';

/** Maps each column of the map to its position in a record, counted from 0. */
export type Places = ReadonlyMap<Column, number>;

export const placesIn = (names: readonly string[], map: CsvMap): Outcome<Reason, Places> => {
  const places = new Map<Column, number>();
  const missing: Column[] = [];
  for (const column of columnsOf(map)) {
    const found = typeof column === 'number' ? [column - 1].filter((at) => at < names.length) : placesOf(names, column);
    if (found.length > 1)
      return because(
        'COLUMN_TWICE',
        `The file has ${found.length} columns ${quoted(String(column))}, with the numbers ${found.map((at) => at + 1).join(' and ')}. Name the right one by its number in the map, such as ${(found[0] as number) + 1} instead of ${quoted(String(column))}.`,
      );
    const [at] = found;
    if (at === undefined) missing.push(column);
    else places.set(column, at);
  }
  if (missing.length === 0) return ok(places);
  return because(
    'COLUMNS_MISSING',
    `The map names columns that the file does not have: ${missing.join(', ')}. It has: ${names.join(', ')}.${otherDelimiter(names, map)}`,
  );
};

const placesOf = (names: readonly string[], column: string): readonly number[] =>
  names.flatMap((name, index) => (name.normalize('NFC') === column.normalize('NFC') ? [index] : []));

/** Returns advice if the header has a single cell, because the file probably has a different delimiter. Returns an empty text otherwise. */
const otherDelimiter = (names: readonly string[], { delimiter }: CsvMap): string => {
  const other = [';', ',', '\t', '|'].find((mark) => mark !== delimiter && names[0]?.includes(mark));
  return names.length > 1 || other === undefined
    ? ''
    : `  If ${quoted(other)} separates its cells, set "delimiter": ${quoted(other)} in the map.`;
};

const columnsOf = (map: CsvMap): readonly Column[] =>
  [
    ...[map.date.column, ...map.description, map.amount, map.debit, map.credit, map.currency, map.reference],
    ...[map.account.column, map.contra_account?.column, map.sign?.column, map.balance?.column, map.group],
    ...[...map.where, ...map.contra].map(({ column }) => column),
  ].filter((column) => column !== undefined);

/** Returns a function that decides whether the map keeps a row. Cells that are missing at the end of a record count as empty. */
export const keeperOf = ({ where }: Pick<CsvMap, 'where'>): ((cell: (column: Column) => string) => boolean) => {
  const conditions = where.map(({ column, is, is_not: isNot }) => ({
    column,
    isKeeping: is !== undefined,
    words: new Set((is ?? isNot ?? []).map(plain)),
  }));
  return (cell) => conditions.every(({ column, isKeeping, words }) => words.has(plain(cell(column))) === isKeeping);
};

const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
