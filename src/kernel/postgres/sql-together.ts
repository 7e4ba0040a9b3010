/**
 * What is written together, or not at all: insertions of rows, and changes of rows that are there. Each writes one table, and what
 * refers to rows comes after them. All of it is one statement, whose parts write: the service sends and hears one thing, which
 * costs it half of what statements of their own would.
 *
 * A distributed database takes no such statement to where the ledger is. There a function runs it, on the node of the ledger, on
 * the parts of the tables that the node keeps (`write_in_parts`): what the tables are called there is all that it says otherwise.
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

/** An array among others would be read as a dimension of theirs: it goes as the text of one (`plainArray`). */
type Value = Exclude<ParameterValue, readonly unknown[]>;

/** Values for a change, and how many rows it is to change: others mean that what was planned is untrue. */
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
  /** It takes the ledger, what each part takes in turn, and last how many rows each change is to change. */
  readonly statement: Statement;
  /** What is asked before it, with a snapshot of its own, where there is anything to ask. */
  readonly first: NamedStatement<First, unknown> | undefined;
  /**
   * The same as formats of the database: `%1$s` is the first of the tables. Behind them comes what the statement takes, and behind
   * that what is asked first.
   */
  readonly inParts: { readonly text: string; readonly first: string; readonly tables: readonly string[] };
}

/** Declares it, once, under a name of its own. */
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

/** All parts as one statement, each named by `nameTables`. */
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

/** What follows these words, unless it is a function. */
const tableNames = /(?<=\b(?:insert into|(?<!do )update|delete from|from) )\w+\b(?!\()/g;
const places = /\$(\d+)/g;

/** What each part writes. */
type Works<All extends Parts> = { readonly [Key in keyof All]: WorkOf<All[Key]> };

type FirstValues<First extends string> = Readonly<Record<Exclude<First, 'ledger_id'>, Value>>;

/**
 * Throws, or is refused by the database, where a change does not change as many rows as it is to. What is asked first is asked where
 * its values are given.
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
    // Where the head is not found, nobody ran it.
    if (heads !== 1) throw new Error(`${statement.name} was not written: ${heads} nodes hold the head of the ledger`);
  }
};

/** Of a subquery: of a plain one, Citus writes what is given into the text, and the node reads it once more. */
const writeInParts = declare(
  'write_in_parts',
  `select write_in_parts(head.ledger_id, $2, $3, $4)
     from (select ledger_id from ledger_heads where ledger_id = $1 offset 0) head`,
);

type Work = readonly unknown[] | Change<string>;

const isInsertion = (part: Part): part is Insertion<unknown> => 'columns' in part;

const ownParameters = ({ parameters }: NamedStatement<string, unknown>): readonly string[] =>
  parameters.filter((parameter) => parameter !== 'ledger_id');
