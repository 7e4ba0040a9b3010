/**
 * What is written together, or not at all: insertions of rows, and changes of rows that are there. Each writes one table, and what
 * refers to rows comes after them.
 *
 * On one node all of it is one statement, whose parts write: the service sends and hears one thing, which costs it half of what
 * statements of their own would. A distributed database never takes such a statement to where the ledger is; there each part goes
 * by itself.
 */
import type { LedgerId } from '../ids';
import type { Tx } from '../unit-of-work';
import { execute, plainArray, registerStatement, type PostgresTx, type Statement } from './sql';
import { changeExactly, type NamedStatement, type ParameterValues } from './sql-file';
import { arrayOf, insertRows, type Insertion } from './sql-rows';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each part takes items of its own.
type Part = Insertion<any> | NamedStatement<any, unknown>;
type Parts = Readonly<Record<string, Part>>;

/** Values for a change, and how many rows it is to change: others mean that what was planned is untrue. */
interface Change<Name extends string> {
  readonly count: number;
  readonly values: ParameterValues<readonly Exclude<Name, 'ledger_id'>[]>;
}

type WorkOf<P> =
  P extends Insertion<infer Item>
    ? readonly Item[]
    : P extends NamedStatement<infer Name, unknown>
      ? Change<Name>
      : never;

export interface Together<All extends Parts> {
  readonly parts: All;
  /** Of all of them: it takes the ledger, what each part takes in turn, and last how many rows each change is to change. */
  readonly statement: Statement;
}

/** Declares it, once, under a name of its own. */
export const together = <const All extends Parts>(name: string, parts: All): Together<All> => {
  let place = 2;
  const written: string[] = [];
  const changes: string[] = [];
  for (const [key, part] of Object.entries(parts)) {
    if (isInsertion(part)) {
      written.push(`${key} as (\n  ${part.partAt(place)}\n)`);
      place += part.columns.length;
    } else {
      const own = ownParameters(part);
      const from = place;
      const text = part.statement.text.replace(/\$(\d+)/g, (_, number: string) => {
        const parameter = part.parameters[Number(number) - 1] as string;
        return parameter === 'ledger_id' ? '$1' : `$${from + own.indexOf(parameter)}`;
      });
      written.push(`${key} as (\n  ${text}\n  returning 1\n)`);
      changes.push(`(select count(*) from ${key})`);
      place += own.length;
    }
  }
  const counted = `select refuse_unplanned($${place}::integer[], array[${changes.join(', ')}]::integer[])`;
  const text = `with ${written.join(', ')}\n${changes.length > 0 ? counted : 'select'}`;
  const indexes = Object.values(parts).flatMap((part) => (isInsertion(part) ? [] : (part.statement.indexes ?? [])));
  return { parts, statement: registerStatement({ name, text, indexes: [...new Set(indexes)], isOfOneNode: true }) };
};

/** Throws, or is refused by the database, where a change does not change as many rows as it is to. */
export const writeTogether = async <All extends Parts>(
  tx: Tx,
  { parts, statement }: Together<All>,
  ledgerId: LedgerId,
  work: { readonly [Key in keyof All]: WorkOf<All[Key]> },
): Promise<void> => {
  const all = Object.entries(parts).map(([key, part]) => [part, work[key] as Work] as const);
  if ((tx as PostgresTx).topology === 'many nodes') {
    await Promise.all(all.map(([part, its]) => writePart(tx, ledgerId, part, its)));
    return;
  }
  const values: unknown[] = [ledgerId];
  const counts: number[] = [];
  for (const [part, its] of all)
    if (isInsertion(part)) for (const column of part.columns) values.push(arrayOf(column, its as readonly unknown[]));
    else {
      const { values: own, count } = its as Change<string>;
      for (const parameter of ownParameters(part)) values.push(own[parameter]);
      counts.push(count);
    }
  if (counts.length > 0) values.push(plainArray(counts));
  await execute(tx, statement, values);
};

const writePart = async (tx: Tx, ledgerId: LedgerId, part: Part, its: Work): Promise<void> => {
  if (isInsertion(part)) await insertRows(tx, part, ledgerId, its as readonly unknown[]);
  else {
    const { values, count } = its as Change<string>;
    await changeExactly(tx, count, part, { ...values, ledger_id: ledgerId });
  }
};

type Work = readonly unknown[] | Change<string>;

const isInsertion = (part: Part): part is Insertion<unknown> => 'columns' in part;

const ownParameters = ({ parameters }: NamedStatement<string, unknown>): readonly string[] =>
  parameters.filter((parameter) => parameter !== 'ledger_id');
