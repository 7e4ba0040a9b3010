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
import { execute, plainArray, registerStatement, statement, type PostgresTx, type Statement } from './sql';
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

export interface Together<All extends Parts> {
  readonly parts: All;
  /** It takes the ledger, what each part takes in turn, and last how many rows each change is to change. */
  readonly statement: Statement;
  /** The same, to be formatted by the database: `%1$s` is the first of the tables, and all that it takes comes behind them. */
  readonly inParts: { readonly text: string; readonly tables: readonly string[] };
}

/** Declares it, once, under a name of its own. */
export const together = <const All extends Parts>(name: string, parts: All): Together<All> => {
  const indexes = Object.values(parts).flatMap((part) => (isInsertion(part) ? [] : (part.statement.indexes ?? [])));
  const text = textOf(parts, (part) => part);
  const tables: string[] = [];
  const named = textOf(parts, (part) =>
    part.replaceAll('%', '%%').replace(tableNames, (table) => {
      if (!tables.includes(table)) tables.push(table);
      return `%${tables.indexOf(table) + 1}$s`;
    }),
  );
  const inParts = { text: named.replace(places, (_, place: string) => `%${tables.length + Number(place)}$L`), tables };
  return {
    parts,
    statement: registerStatement({ name, text, indexes: [...new Set(indexes)], isOfOneNode: true }),
    inParts,
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

/** Throws, or is refused by the database, where a change does not change as many rows as it is to. */
export const writeTogether = async <All extends Parts>(
  tx: Tx,
  { parts, statement, inParts }: Together<All>,
  ledgerId: LedgerId,
  work: { readonly [Key in keyof All]: WorkOf<All[Key]> },
): Promise<void> => {
  const values: Value[] = [];
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
  if ((tx as PostgresTx).topology === 'one node') await execute(tx, statement, [ledgerId, ...values]);
  else {
    const heads = await execute(tx, writeInParts, [ledgerId, inParts.text, inParts.tables, [ledgerId, ...values]]);
    // Where the head is not found, nobody ran it.
    if (heads !== 1) throw new Error(`${statement.name} was not written: ${heads} nodes hold the head of the ledger`);
  }
};

const writeInParts = statement(
  'write_in_parts',
  'select write_in_parts(ledger_id, $2, $3, $4) from ledger_heads where ledger_id = $1',
);

type Work = readonly unknown[] | Change<string>;

const isInsertion = (part: Part): part is Insertion<unknown> => 'columns' in part;

const ownParameters = ({ parameters }: NamedStatement<string, unknown>): readonly string[] =>
  parameters.filter((parameter) => parameter !== 'ledger_id');
