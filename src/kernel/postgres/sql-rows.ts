/**
 * Insertions of rows of one ledger, of which a file writes one row:
 *
 *     -- name: insert_entries
 *     insert into entries (ledger_id, sequence, amount)
 *     values (:ledger_id, :sequence::bigint, :amount::numeric);
 *
 * Rows go as one array for each column, whatever their number, and are unnested in the database. An insertion is a part of what is
 * written together (`sql-together`).
 */

import { printedBytes, type Statement } from './sql';

/** What a row says of a column: JSON and instants as texts. */
export type RowValue = string | number | bigint | boolean | Buffer | null;

/** What each column holds of an item. */
export type ColumnsOf<Item> = Readonly<Record<string, (item: Item) => RowValue>>;

/** An insertion of a row for each item. */
export interface Insertion<Item> {
  readonly columns: readonly Column<Item>[];
  /** Of the ledger at the first place, and of arrays whose places begin with that one. */
  readonly partAt: (place: number) => string;
}

interface Column<Item> {
  readonly type: string;
  readonly valueOf: (item: Item) => RowValue;
}

/**
 * Every value of a posting comes by here. A column of which no row says anything is an array of nothing, because what arrays lack
 * is null where they are unnested beside longer ones: half of the columns of an ordinary posting are such.
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

/** An array of any texts, written the way PostgreSQL reads it. */
export const textArray = (texts: readonly (string | null)[]): string =>
  `{${texts.map((text) => (text === null ? 'null' : quoted(text))).join(',')}}`;

/** Of types whose values may hold what means something in the text of an array. */
const printers = new Map<string, (value: NonNullable<RowValue>) => string>([
  ['text', quoted],
  ['json', quoted],
  ['bytea', (value) => printedBytes(value as Buffer)],
]);

/** An insertion as its file has it. */
interface OneRow {
  readonly statement: Statement;
  readonly parameters: readonly string[];
}

/** Throws where the statement is not one row of `values` that begins with the ledger, each of its columns with a type. */
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

const shape = /^(insert into .*?)\bvalues\s*\(\$1,([^()]*)\)(\s+on conflict\b.*)?$/s;
