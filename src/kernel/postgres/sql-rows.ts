/**
 * Insertions of rows of one ledger, of which a file writes one row:
 *
 *     -- name: insert_entries
 *     -- rows beside: ledger_heads
 *     insert into entries (ledger_id, sequence, amount)
 *     values (:ledger_id, :sequence::bigint, :amount::numeric);
 *
 * By itself it is asked in one of two forms. A few rows go as tuples behind `values`, which costs the least for a few. More go as
 * one array for each column, unnested beside the ledger's row in the table that is named: by that row a distributed database sees
 * that all of them belong to one place, and none passes through another node. With others it is a part of one statement
 * (`sql-together`).
 */
import type { LedgerId } from '../ids';
import type { Tx } from '../unit-of-work';
import { execute, printedBytes, registerStatement, type Statement } from './sql';

/** What a row says of a column: JSON and instants as texts. */
export type RowValue = string | number | bigint | boolean | Buffer | null;

/** What each column holds of an item. */
export type ColumnsOf<Item> = Readonly<Record<string, (item: Item) => RowValue>>;

/** An insertion of a row for each item. */
export interface Insertion<Item> {
  readonly columns: readonly Column<Item>[];
  readonly ofTuples: (count: number) => Statement;
  readonly ofArrays: Statement;
  /** Of arrays whose places begin with that one. */
  readonly partAt: (place: number) => string;
}

interface Column<Item> {
  readonly name: string;
  readonly type: string;
  readonly valueOf: (item: Item) => RowValue;
}

/**
 * Above it, arrays cost less than tuples on a distributed database: 20 rows take it 0.9 ms as tuples and 1.7 as arrays, 100 rows 2.8
 * and 1.9. Arrays are planned across all parts of the table, and wait for one that is being moved; tuples know theirs.
 */
export const maxTuples = 50;
/** Each number of tuples is a statement: those of few are worth keeping prepared. */
const maxKeptTuples = 8;

/** Inserts a row for each item, by itself, or throws; asks nothing where there are none. */
export const insertRows = async <Item>(
  tx: Tx,
  { columns, ofTuples, ofArrays }: Insertion<Item>,
  ledgerId: LedgerId,
  items: readonly Item[],
): Promise<void> => {
  if (items.length === 0) return;
  const [statement, values] =
    items.length > maxTuples
      ? [ofArrays, columns.map((column) => arrayOf(column, items))]
      : [ofTuples(items.length), items.flatMap((item) => columns.map(({ valueOf }) => valueOf(item)))];
  const written = await execute(tx, statement, [ledgerId, ...values]);
  // Of an insertion that wrote nothing a distributed database need not say anything else.
  if (written !== items.length) throw new Error(`${statement.name} wrote ${written} rows instead of ${items.length}`);
};

/** Every value of a posting comes by here. */
export const arrayOf = <Item>({ type, valueOf }: Column<Item>, items: readonly Item[]): string => {
  const print = printers.get(type);
  const printed = items.map((item) => {
    const value = valueOf(item);
    if (value === null) return 'null';
    return print ? print(value) : value;
  });
  return `{${printed.join(',')}}`;
};

const quoted = (value: NonNullable<RowValue>): string => {
  const text = value as string;
  return escaped.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
};
const escaped = /["\\]/;

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
  /** The table beside whose row the arrays are unnested. */
  readonly beside: string | undefined;
}

/** Throws where the statement is not one row of `values` that begins with the ledger, each of its columns with a type. */
export const insertionOf = <Item>(
  { statement, parameters, beside }: OneRow,
  valuesOf: ColumnsOf<Item>,
): Insertion<Item> => {
  const { name, text } = statement;
  const [, head, tuple, tail = ''] = shape.exec(text) ?? [];
  if (head === undefined || tuple === undefined || parameters[0] !== 'ledger_id')
    throw new Error(`${name} is not an insertion of one row of values that begins with :ledger_id`);
  if (beside === undefined) throw new Error(`${name} does not say beside which table its rows are unnested`);
  const columns = parameters.slice(1).map((column, index) => {
    const type = new RegExp(`\\$${index + 2}::(\\w+)`).exec(tuple)?.[1];
    const valueOf = valuesOf[column];
    if (type === undefined || valueOf === undefined) throw new Error(`${name} does not say of which type ${column} is`);
    return { name: column, type, valueOf };
  });
  const unnestedAt = (place: number): string =>
    `unnest(${columns.map(({ type }, index) => `$${place + index}::${type}[]`).join(', ')})
       as r (${columns.map((column) => column.name).join(', ')})`;
  const taken = tuple.replace(/\$(\d+)::\w+/g, (_, place: string) => `r.${parameters[Number(place) - 1]}`);
  const tuples = new Map<number, Statement>();
  const ofTuples = (count: number): Statement => {
    const known = tuples.get(count);
    if (known) return known;
    const tupleOf = (row: number): string =>
      `($1,${tuple.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + row * columns.length}`)})`;
    const all = Array.from({ length: count }, (_, row) => tupleOf(row));
    const kept = count > maxKeptTuples ? ({ isKept: false } as const) : {};
    const made = { ...statement, ...kept, name: `${name}_${count}`, text: `${head}values ${all.join(', ')}${tail}` };
    tuples.set(count, made);
    return made;
  };
  registerStatement(ofTuples(1));
  return {
    columns,
    ofTuples,
    ofArrays: registerStatement({
      name: `${name}_many`,
      indexes: [`${beside}_pkey`],
      text: `${head}select beside.ledger_id,${taken}
  from ${beside} as beside cross join ${unnestedAt(2)}
 where beside.ledger_id = $1${tail}`,
    }),
    partAt: (place) => `${head}select $1::uuid,${taken} from ${unnestedAt(place)}${tail}`,
  };
};

const shape = /^(insert into .*?)\bvalues\s*\(\$1,([^()]*)\)(\s+on conflict\b.*)?$/s;
