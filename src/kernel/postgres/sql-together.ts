/**
 * Several writes in one statement: insertions of rows and changes to existing rows, which succeed or fail together. Each part writes one
 * table, and a part comes after those that its rows refer to. All parts are sub-statements of one statement: the service sends one message
 * and receives one answer, at half the cost of separate statements. Citus cannot route such a statement to the node of a ledger. There, a
 * function runs it on that node, on the shards that the node keeps (`write_in_parts`); only the names of the tables differ.
 */
import type { LedgerId } from '../ids';
import type { Tx } from '../unit-of-work';
import {
  execute,
  executeBehind,
  plainArray,
  registerStatement,
  statement as declare,
  type PostgresTx,
  type Statement,
} from './sql';
import type { NamedStatement, ParameterValue } from './sql-file';
import { arrayOf, type Insertion } from './sql-rows';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each part takes items of its own.
type Part = Insertion<any> | NamedStatement<any, unknown>;
type Parts = Readonly<Record<string, Part>>;

/** An array as a value is passed as text (`plainArray`): PostgreSQL would treat an array among other arrays as one of their dimensions. */
type Value = Exclude<ParameterValue, readonly unknown[]>;

/** The values for a change, and the number of rows that it must change. If it changes a different number, the plan was wrong. */
interface Change<Name extends string> {
  readonly count: number;
  readonly values: Readonly<Record<Exclude<Name, 'ledger_id'>, Value>>;
}

type WorkOf<P> =
  P extends Insertion<infer Item>
    ? readonly Item[]
    : P extends NamedStatement<infer Name, unknown>
      ? Change<Name>
      : never;

export interface Together<All extends Parts, First extends string = never> {
  readonly parts: All;
  /**
   * The statement; its parameters are the ledger, the values of each part in turn, and for each change the number of rows that it must
   * affect.
   */
  readonly statement: Statement;
  /** A statement that runs first, with its own snapshot; undefined if there is none. */
  readonly first: NamedStatement<First, unknown> | undefined;
  /**
   * The same SQL as format strings for the database function `write_in_parts`. `%1$s` is the first of the tables; after the tables come the
   * statement's parameters, then those of the first statement.
   */
  readonly inParts: { readonly text: string; readonly first: string; readonly tables: readonly string[] };
}

/** Combines the parts into one statement with this name. */
export const together = <const All extends Parts, First extends string = never>(
  name: string,
  parts: All,
  first?: NamedStatement<First, unknown>,
): Together<All, First> => {
  const indexes = Object.values(parts).flatMap((part) => (isInsertion(part) ? [] : (part.statement.indexes ?? [])));
  const text = textOf(parts, (part) => part);
  const statement = registerStatement({ name, text, indexes: [...new Set(indexes)], isOfOneNode: true });
  return { parts, statement, first, inParts: formatsOf(parts, first, text) };
};

const formatsOf = (
  parts: Parts,
  first: NamedStatement<string, unknown> | undefined,
  text: string,
): Together<Parts>['inParts'] => {
  const tables: string[] = [];
  const nameTables = (part: string): string =>
    part.replaceAll('%', '%%').replace(tableNames, (table) => {
      if (new RegExp(`\\b${table} as (materialized )?\\(`).test(part)) return table;
      if (!tables.includes(table)) tables.push(table);
      return `%${tables.indexOf(table) + 1}$s`;
    });
  const named = textOf(parts, nameTables);
  const namedFirst = first ? nameTables(first.statement.text) : '';
  const takenByParts = Math.max(...[...text.matchAll(places)].map(([, place]) => Number(place)));
  const placedBehind = (before: number, format: string): string =>
    format.replace(places, (_, place: string) => `%${before + Number(place)}$L`);
  return {
    text: placedBehind(tables.length, named),
    first: placedBehind(tables.length + takenByParts, namedFirst),
    tables,
  };
};

/** Returns all parts as one statement, with table names given by `nameTables`. */
const textOf = (parts: Parts, nameTables: (part: string) => string): string => {
  let place = 2;
  const written: string[] = [];
  const changes: string[] = [];
  for (const [key, part] of Object.entries(parts)) {
    if (isInsertion(part)) {
      written.push(`${key} as (\n  ${nameTables(part.partAt(place))}\n)`);
      place += part.columns.length;
    } else {
      const own = ownParameters(part);
      const from = place;
      const text = nameTables(part.statement.text).replace(places, (_, number: string) => {
        const parameter = part.parameters[Number(number) - 1] as string;
        return parameter === 'ledger_id' ? '$1' : `$${from + own.indexOf(parameter)}`;
      });
      written.push(`${key} as (\n  ${text}\n  returning 1\n)`);
      changes.push(`(select count(*) from ${key})`);
      place += own.length;
    }
  }
  const counted = `select refuse_unplanned($${place}::integer[], array[${changes.join(', ')}]::integer[])`;
  return `with ${written.join(', ')}\n${changes.length > 0 ? counted : 'select'}`;
};

/** Matches the names of tables: the word after one of these keywords, unless it is the name of a function. */
const tableNames = /(?<=\b(?:insert into|(?<!do )update|delete from|from) )\w+\b(?!\()/g;
const places = /\$(\d+)/g;

/** The rows or values to write, for each part. */
type Works<All extends Parts> = { readonly [Key in keyof All]: WorkOf<All[Key]> };

type FirstValues<First extends string> = Readonly<Record<Exclude<First, 'ledger_id'>, Value>>;

/**
 * Writes all parts. Throws, or is refused by the database, if a change affects a different number of rows than it must. The first statement
 * runs only if values for it are given.
 */
export const writeTogether = async <All extends Parts, First extends string>(
  tx: Tx,
  declared: Together<All, First>,
  ledgerId: LedgerId,
  work: Works<All>,
  firstValues?: FirstValues<First>,
): Promise<void> => {
  const { parts, statement, first, inParts } = declared;
  const values: Value[] = [ledgerId];
  const counts: number[] = [];
  for (const [key, part] of Object.entries(parts)) {
    const its = work[key] as Work;
    if (isInsertion(part)) for (const column of part.columns) values.push(arrayOf(column, its as readonly unknown[]));
    else {
      const { values: own, count } = its as Change<string>;
      for (const parameter of ownParameters(part)) values.push(own[parameter] as Value);
      counts.push(count);
    }
  }
  if (counts.length > 0) values.push(plainArray(counts));
  const asked: Readonly<Record<string, Value>> | undefined = firstValues && { ...firstValues, ledger_id: ledgerId };
  const askedFirst = first && asked ? first.parameters.map((parameter) => asked[parameter] as Value) : [];
  if ((tx as PostgresTx).topology === 'one node') {
    if (first && asked) await executeBehind(tx, [first.statement, askedFirst], [statement, values]);
    else await execute(tx, statement, values);
  } else {
    const texts = asked ? [inParts.first, inParts.text] : [inParts.text];
    const heads = await execute(tx, writeInParts, [ledgerId, texts, inParts.tables, [...values, ...askedFirst]]);
    // The result is 0 if the function ran on no node, because no node has the ledger's head.
    if (heads !== 1) throw new Error(`${statement.name} was not written: ${heads} nodes hold the head of the ledger`);
  }
};

/**
 * The function is called in a subquery: in a plain call, Citus would copy the arguments into the text, and the node would parse them once
 * more.
 */
const writeInParts = declare(
  'write_in_parts',
  `select write_in_parts(head.ledger_id, $2, $3, $4)
     from (select ledger_id from ledger_heads where ledger_id = $1 offset 0) head`,
);

type Work = readonly unknown[] | Change<string>;

const isInsertion = (part: Part): part is Insertion<unknown> => 'columns' in part;

const ownParameters = ({ parameters }: NamedStatement<string, unknown>): readonly string[] =>
  parameters.filter((parameter) => parameter !== 'ledger_id');
