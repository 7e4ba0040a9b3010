/**
 * Insertions of rows of one ledger, of which a file writes one row:
 *
 *     -- name: insert_entries
 *     -- rows beside: ledger_heads
 *     insert into entries (ledger_id, sequence, amount)
 *     values (:ledger_id, :sequence::bigint, :amount::numeric);
 *
 * A few rows go as tuples behind `values`, which costs the least for a few. More go as one array for each column, unnested beside
 * the ledger's row in the table that is named: by that row a distributed database sees that all of them belong to one place, and
 * none passes through another node.
 */
import type { LedgerId } from '../ids';
import type { Tx } from '../unit-of-work';
import { insertAll, registerStatement, type Statement } from './sql';
import type { Written } from './sql-file';

/** What a row says of a column: JSON and instants as texts. */
export type RowValue = string | number | bigint | boolean | Buffer | null;

/** An insertion that takes rows with those columns. */
export interface Insertion<Column extends string, Row> {
  readonly columns: readonly { readonly name: Column; readonly type: string }[];
  readonly ofTuples: (count: number) => Statement;
  readonly ofArrays: Statement;
  /** Only ever a type. */
  readonly row?: Row;
}

/** What each column holds of an item, for an insertion of one row an item. */
export type ColumnsOf<I, Item> =
  I extends Insertion<infer Column, unknown> ? Readonly<Record<Column, (item: Item) => RowValue>> : never;

/** Above it, arrays cost less than tuples. */
export const maxTuples = 8;

/** Inserts a row for each item, or throws, and gives what they return; asks nothing where there are none. */
export const insertRows = async <Column extends string, Row, Item>(
  tx: Tx,
  { columns, ofTuples, ofArrays }: Insertion<Column, Row>,
  ledgerId: LedgerId,
  items: readonly Item[],
  valuesOf: Readonly<Record<Column, (item: Item) => RowValue>>,
): Promise<Row[]> => {
  if (items.length === 0) return [];
  const values: unknown[] = [ledgerId];
  if (items.length > maxTuples) {
    for (const { name, type } of columns) values.push(arrayOf(type, items, valuesOf[name]));
    return insertAll(tx, ofArrays, values, items.length) as Promise<Row[]>;
  }
  for (const item of items) for (const { name } of columns) values.push(valuesOf[name](item));
  return insertAll(tx, ofTuples(items.length), values, items.length) as Promise<Row[]>;
};

/** Every value of a posting comes by here: the text of an array is written at once, without an array of the values. */
const arrayOf = <Item>(type: string, items: readonly Item[], valueOf: (item: Item) => RowValue): string => {
  const print = printers.get(type) ?? plain;
  let text = '';
  for (const item of items) {
    const value = valueOf(item);
    text += text === '' ? '{' : ',';
    text += value === null ? 'null' : print(value);
  }
  return `${text}}`;
};

const plain = (value: NonNullable<RowValue>): string => String(value);
const quoted = (value: NonNullable<RowValue>): string => {
  const text = value as string;
  return escaped.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
};
const escaped = /["\\]/;

/** Of types whose values may hold what means something in the text of an array. */
const printers = new Map<string, (value: NonNullable<RowValue>) => string>([
  ['text', quoted],
  ['json', quoted],
  ['bytea', (value) => `"\\\\x${(value as Buffer).toString('hex')}"`],
]);

/** Throws where the statement is not one row of `values` that begins with the ledger, each of its columns with a type. */
export const insertionOf = ({ statement, parameters, beside }: Written): Insertion<string, never> => {
  const { name, text } = statement;
  const [, head, tuple, tail = ''] = shape.exec(text) ?? [];
  if (head === undefined || tuple === undefined || parameters[0] !== 'ledger_id')
    throw new Error(`${name} is not an insertion of one row of values that begins with :ledger_id`);
  if (beside === undefined) throw new Error(`${name} does not say beside which table its rows are unnested`);
  const items = tuple.split(',').map((written) => itemOf(written.trim(), parameters, name));
  const columns = items.flatMap(({ column }) => column ?? []);
  const tuples = new Map<number, Statement>();
  const ofTuples = (count: number): Statement => {
    const known = tuples.get(count);
    if (known) return known;
    const all = Array.from({ length: count }, (_, row) => {
      let place = 1 + row * columns.length;
      const values = items.map(({ column, text: literal }) => (column ? `$${++place}::${column.type}` : literal));
      return `($1, ${values.join(', ')})`;
    });
    const made = { ...statement, name: `${name}_${count}`, text: `${head}values ${all.join(', ')}${tail}` };
    tuples.set(count, made);
    return made;
  };
  registerStatement(ofTuples(1));
  const taken = items.map(({ column, text: literal }) => (column ? `r.${column.name}` : literal));
  const arrays = columns.map(({ type }, place) => `$${place + 2}::${type}[]`);
  const names = columns.map((column) => column.name);
  const ofArrays = registerStatement({
    name: `${name}_many`,
    text: `${head}select ${['beside.ledger_id', ...taken].join(', ')}
  from ${beside} as beside cross join unnest(${arrays.join(', ')}) as r (${names.join(', ')})
 where beside.ledger_id = $1${tail}`,
  });
  return { columns, ofTuples, ofArrays };
};

const shape = /^(insert into .*?)\bvalues\s*\(\$1,([^()]*)\)(\s+(?:on conflict|returning)\b.*)?$/s;

interface Item {
  /** Absent where all rows have the same. */
  readonly column?: { readonly name: string; readonly type: string };
  readonly text: string;
}

const itemOf = (text: string, parameters: readonly string[], statement: string): Item => {
  if (!text.startsWith('$')) return { text };
  const [, place, type] = /^\$(\d+)(?:::(\w+))?$/.exec(text) ?? [];
  const name = parameters[Number(place) - 1];
  if (name === undefined || type === undefined)
    throw new Error(`${statement} does not say of which type ${name ?? text} is`);
  return { column: { name, type }, text };
};
