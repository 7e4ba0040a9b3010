/**
 * Insertions of rows of one ledger. Their `.sql` file contains a single row:
 *
 *     -- name: insert_entries
 *     insert into entries (ledger_id, sequence, amount)
 *     values (:ledger_id, :sequence::bigint, :amount::numeric);
 *
 * All rows are sent as one array per column, and are unnested in the database. An insertion is one of the parts that are
 * written together (`sql-together`).
 */

import { printedBytes, type Statement } from './sql';

/** The value of a column in a row; JSON and instants are passed as texts. */
export type RowValue = string | number | bigint | boolean | Buffer | null;

/** A function for each column, which returns the column's value for an item. */
export type ColumnsOf<Item> = Readonly<Record<string, (item: Item) => RowValue>>;

/** An insertion of one row per item. */
export interface Insertion<Item> {
  readonly columns: readonly Column<Item>[];
  /** Returns the SQL in which the ledger is parameter number `place`, and the arrays are the parameters after it. */
  readonly partAt: (place: number) => string;
}

interface Column<Item> {
  readonly type: string;
  readonly valueOf: (item: Item) => RowValue;
}

/**
 * Returns the array of a column as text; every value of a posting passes through here. If no row has a value for the column, the array is
 * empty, because `unnest` fills the shorter of several arrays with null. In an ordinary posting half of the columns are empty.
 */
export const arrayOf = <Item>({ type, valueOf }: Column<Item>, items: readonly Item[]): string => {
  const print = printers.get(type);
  let isSaid = false;
  const printed = items.map((item) => {
    const value = valueOf(item);
    if (value === null) return 'null';
    isSaid = true;
    return print ? print(value) : value;
  });
  return isSaid ? `{${printed.join(',')}}` : '{}';
};

const quoted = (value: NonNullable<RowValue>): string => {
  const text = value as string;
  return escaped.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
};
const escaped = /["\\]/;

/** Prints an array of any texts in the form that PostgreSQL parses. */
export const textArray = (texts: readonly (string | null)[]): string =>
  `{${texts.map((text) => (text === null ? 'null' : quoted(text))).join(',')}}`;

/** How values of a type are printed in an array literal, for types whose values may contain special characters. */
const printers = new Map<string, (value: NonNullable<RowValue>) => string>([
  ['text', quoted],
  ['json', quoted],
  ['bytea', (value) => printedBytes(value as Buffer)],
]);

/** An insertion of one row, as its `.sql` file contains it. */
interface OneRow {
  readonly statement: Statement;
  readonly parameters: readonly string[];
}

/** Throws unless the statement inserts one row of `values` that begins with the ledger's id and casts every value to a type. */
export const insertionOf = <Item>(
  { statement: { name, text }, parameters }: OneRow,
  valuesOf: ColumnsOf<Item>,
): Insertion<Item> => {
  const [, head, tuple, tail = ''] = shape.exec(text) ?? [];
  if (head === undefined || tuple === undefined || parameters[0] !== 'ledger_id')
    throw new Error(`${name} is not an insertion of one row of values that begins with :ledger_id`);
  const named = parameters.slice(1);
  const columns = named.map((column, index) => {
    const type = new RegExp(`\\$${index + 2}::(\\w+)`).exec(tuple)?.[1];
    const valueOf = valuesOf[column];
    if (type === undefined || valueOf === undefined) throw new Error(`${name} does not say of which type ${column} is`);
    return { type, valueOf };
  });
  const unnestedAt = (place: number): string =>
    `unnest(${columns.map(({ type }, index) => `$${place + index}::${type}[]`).join(', ')})
       as r (${named.join(', ')})`;
  const taken = tuple.replace(/\$(\d+)::\w+/g, (_, place: string) => `r.${parameters[Number(place) - 1]}`);
  return { columns, partAt: (place) => `${head}select $1::uuid,${taken} from ${unnestedAt(place)}${tail}` };
};

const shape = /^(insert into .*?)\bvalues\s*\(\$1,(.*?)\)(\s+on conflict\b.*)?$/s;
