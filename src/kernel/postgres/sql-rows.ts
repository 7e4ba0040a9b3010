/**
 * Insertions of rows, of which a file writes one:
 *
 *     -- name: insert_entries
 *     -- rows beside: ledger_heads
 *     insert into entries (ledger_id, sequence, amount)
 *     values (:ledger_id, :sequence::bigint, :amount::numeric);
 *
 * A few rows go as tuples behind `values`, which costs the least for a few. More go as one array for each column, unnested beside
 * the row of the table that is named: by that row a distributed database sees that all of them belong to one place, and none
 * passes through another node.
 */
import type { Tx } from '../unit-of-work';
import { bytesArray, plainArray, query, registerStatement, textArray, type Statement } from './sql';
import type { Written } from './sql-file';

/** What a row says of a column: as PostgreSQL reads it, JSON and instants as text. */
export type RowValue = string | number | bigint | boolean | Buffer | null;

/** An insertion that takes rows with those columns, and what all of them share. */
export interface Insertion<Shared extends string, Column extends string, Row> {
  readonly name: string;
  readonly shared: readonly Shared[];
  readonly columns: readonly { readonly name: Column; readonly type: string }[];
  /** With as many tuples. */
  readonly ofTuples: (count: number) => Statement;
  readonly ofArrays: Statement;
  /** Only ever a type. */
  readonly row?: Row;
}

/** A row that an insertion takes. */
export type RowOf<I> = I extends Insertion<string, infer Column, unknown> ? Readonly<Record<Column, RowValue>> : never;

/** Above it, arrays cost less than tuples. */
export const maxTuples = 8;

/** Inserts the rows and gives what they return; asks nothing where there are none. */
export const insertRows = async <Shared extends string, Column extends string, Row>(
  tx: Tx,
  insertion: Insertion<Shared, Column, Row>,
  shared: Readonly<Record<Shared, RowValue>>,
  rows: readonly Readonly<Record<Column, RowValue>>[],
): Promise<Row[]> => {
  if (rows.length === 0) return [];
  const values: unknown[] = insertion.shared.map((name) => shared[name]);
  if (rows.length > maxTuples) {
    for (const { name, type } of insertion.columns) values.push(arrayOf(type, rows, name));
    return query(tx, insertion.ofArrays, values) as Promise<Row[]>;
  }
  for (const row of rows) for (const { name } of insertion.columns) values.push(row[name]);
  return query(tx, insertion.ofTuples(rows.length), values) as Promise<Row[]>;
};

const arrayOf = <Column extends string>(
  type: string,
  rows: readonly Readonly<Record<Column, RowValue>>[],
  name: Column,
): unknown => {
  const values = rows.map((row) => row[name]);
  if (type === 'bytea') return bytesArray(values as Buffer[]);
  return freeTypes.has(type) ? textArray(values as (string | null)[]) : plainArray(values as (string | null)[]);
};

/** Types whose texts may hold what an array needs to have escaped. */
const freeTypes = new Set(['text', 'json']);

/** Throws where the statement is not one row of `values`, each of its columns with a type. */
export const insertionOf = (
  { statement, parameters, beside }: Written,
  declared: readonly string[],
): Insertion<string, string, never> => {
  const { name, text } = statement;
  const [, head, tuple, tail = ''] = shape.exec(text) ?? [];
  if (head === undefined || tuple === undefined) throw new Error(`${name} is not an insertion of one row of values`);
  if (beside === undefined) throw new Error(`${name} does not say beside which table its rows are unnested`);
  const items = tuple.split(',').map((item) => {
    const [, place, type] = parameter.exec(item.trim()) ?? [];
    const named = parameters[Number(place) - 1];
    if (named === undefined) throw new Error(`${name} inserts ${item.trim()}, which is no parameter`);
    if (declared.includes(named) && type === undefined)
      throw new Error(`${name} does not say of which type ${named} is`);
    return { name: named, type: type ?? '' };
  });
  const columns = items.filter((item) => declared.includes(item.name));
  const shared = parameters.filter((each) => !declared.includes(each));
  const [ledger] = shared;
  if (ledger !== items[0]?.name) throw new Error(`${name} does not begin with what its rows share`);
  const placeOf = new Map(shared.map((each, place) => [each, `$${place + 1}`]));
  const cast = ({ name: of, type }: { name: string; type: string }, place: string): string =>
    `${placeOf.get(of) ?? place}${type === '' ? '' : `::${type}`}`;
  const tupleOf = (row: number): string => {
    let place = shared.length + row * columns.length;
    return `(${items.map((item) => cast(item, placeOf.has(item.name) ? '' : `$${++place}`)).join(', ')})`;
  };
  const tuples = new Map<number, Statement>();
  const ofTuples = (count: number): Statement => {
    let made = tuples.get(count);
    if (!made) {
      const all = Array.from({ length: count }, (_, row) => tupleOf(row)).join(', ');
      made = { ...statement, name: count === 1 ? name : `${name}_${count}`, text: `${head}values ${all}${tail}` };
      tuples.set(count, made);
    }
    return made;
  };
  const arrays = columns.map(({ type }, place) => `$${shared.length + place + 1}::${type}[]`).join(', ');
  const named = columns.map((column) => column.name).join(', ');
  const taken = items.map((item, at) => {
    if (at === 0) return `beside.${item.name}`;
    return placeOf.has(item.name) ? cast(item, '') : `r.${item.name}`;
  });
  const ofArrays = registerStatement({
    name: `${name}_many`,
    text: `${head}select ${taken.join(', ')}
  from ${beside} as beside cross join unnest(${arrays}) as r (${named})
 where beside.${ledger} = $1${tail}`,
  });
  registerStatement(ofTuples(1));
  return { name, shared, columns, ofTuples, ofArrays };
};

const shape = /^(insert into .*?)\bvalues\s*\(([^()]*)\)(\s+(?:on conflict|returning)\b.*)?$/s;
const parameter = /^\$(\d+)(?:::(\w+))?$/;
