/**
 * Statements in `.sql` files, each written out in full, with named parameters such as `:ledger_id`. psql uses the same
 * notation, so a statement can be pasted into psql after `\set ledger_id '''0198…'''`. A file lies beside the TypeScript
 * file that declares its statements, and has the same name:
 *
 *     -- name: read_heading
 *     -- Why it is written as it is.
 *     -- by: accounts_pkey
 *     select code from accounts where ledger_id = :ledger_id and id = :account_id;
 *
 * `by` names the indexes that the statement must read; `tests/contract/statements` compares them with its plan.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { QueryResultRow } from 'pg';
import type { Tx } from '../unit-of-work';
import { registerStatement, execute, query, type Statement } from './sql';
import { insertionOf, type ColumnsOf, type Insertion } from './sql-rows';

/**
 * The value of a parameter. An array is a text that PostgreSQL parses (`plainArray`), or texts that the driver escapes.
 */
export type ParameterValue = string | number | boolean | Buffer | null | readonly (string | null)[];

/** A value for each parameter in `Names`. */
export type ParameterValues<Names extends readonly string[]> = Readonly<Record<Names[number], ParameterValue>>;

/** The TypeScript declaration of a statement: its parameters, and the type of its rows. */
interface Declaration<Name extends string, Row> {
  readonly parameters: readonly Name[];
  /** The type of the rows; this member never has a value. */
  readonly row?: Row;
  readonly isKept?: false;
}

/** The declaration of an insertion (`sql-rows`): its parameters are the ledger, and the value of each column for each item. */
interface InsertionDeclaration<Item> extends Declaration<string, never> {
  readonly columns: ColumnsOf<Item>;
}

/**
 * A statement with named parameters. It is deliberately not a `Statement`: a caller that passed its values as a list might bind them in the
 * wrong order.
 */
export interface NamedStatement<Name extends string, Row> extends Declaration<Name, Row> {
  readonly statement: Statement;
  /** The position of each parameter among the bound values. */
  readonly places: Readonly<Record<string, number>>;
}

type Declarations = Readonly<Record<string, Declaration<string, unknown>>>;

type StatementsOf<Declared extends Declarations> = {
  readonly [Name in keyof Declared]: Declared[Name] extends InsertionDeclaration<infer Item>
    ? Insertion<Item>
    : Declared[Name] extends Declaration<infer Parameter, infer Row>
      ? NamedStatement<Parameter, Row>
      : never;
};

/** Declares the parameters of a statement; `rows` declares the type of its rows, if it returns any. */
export const parameters = <const Names extends readonly string[]>(
  ...names: Names
): Declaration<Names[number], never> & { rows<Row extends object>(): Declaration<Names[number], Row> } => ({
  parameters: names,
  rows: () => ({ parameters: names }),
});

/** Declares an insertion of one row per item: the ledger, which is the same for all items, and the value of each other column. */
export const insertion = <Item>(columns: ColumnsOf<Item>): InsertionDeclaration<Item> => ({
  parameters: ['ledger_id', ...Object.keys(columns)],
  columns,
});

/** Declares that the statement runs too rarely to be kept prepared. */
export const unprepared = <Name extends string, Row>(declared: Declaration<Name, Row>): Declaration<Name, Row> => ({
  parameters: declared.parameters,
  isKept: false,
});

/**
 * Runs a statement and returns its rows. `shared` holds objects with values that several statements use, so that the values need not be
 * copied.
 */
export const fetchRows = <Name extends string, Row, const Shared extends readonly object[]>(
  tx: Tx,
  named: NamedStatement<Name, Row>,
  values: OwnValues<Name, Shared>,
  ...shared: Shared
): Promise<Row[]> => query<Row & QueryResultRow>(tx, named.statement, valuesOf(named, values, shared));

/** Runs a statement that returns no rows, and returns how many rows it changed. */
export const changeRows = <Name extends string, const Shared extends readonly object[]>(
  tx: Tx,
  named: NamedStatement<Name, unknown>,
  values: OwnValues<Name, Shared>,
  ...shared: Shared
): Promise<number> => execute(tx, named.statement, valuesOf(named, values, shared));

/**
 * Runs a statement that must change `count` rows. Throws if it changes a different number: the plan was then wrong, and nothing may commit.
 */
export const changeExactly = async <Name extends string, const Shared extends readonly object[]>(
  tx: Tx,
  planned: number,
  named: NamedStatement<Name, unknown>,
  values: OwnValues<Name, Shared>,
  ...shared: Shared
): Promise<void> => {
  const changed = await changeRows(tx, named, values, ...shared);
  if (changed !== planned) throw new Error(`${named.statement.name} changed ${changed} rows instead of ${planned}`);
};

/** The values of the parameters that no shared object provides; every member of `Shared` must be a parameter. */
type OwnValues<Name extends string, Shared extends readonly object[]> = Readonly<
  Record<Exclude<Name, NamesIn<Shared[number]>>, ParameterValue>
> & { readonly [Unknown in Exclude<NamesIn<Shared[number]>, Name>]: never };

type NamesIn<Part> = Part extends unknown ? keyof Part & string : never;

const valuesOf = (
  { statement: { name }, parameters, places }: NamedStatement<string, unknown>,
  own: object,
  shared: readonly object[],
): readonly unknown[] => {
  const values = new Array<unknown>(parameters.length);
  let given = placeValues(values, places, own);
  for (const part of shared) given += placeValues(values, places, part);
  if (given !== parameters.length) throw new Error(`${name} takes ${parameters.length} values and was given ${given}`);
  return values;
};

/** Every posting calls this function, so it must be fast: a loop over the names is as fast as an array of values. */
const placeValues = (values: unknown[], places: Readonly<Record<string, number>>, part: object): number => {
  let given = 0;
  for (const name in part) {
    values[places[name] as number] = (part as Record<string, unknown>)[name];
    given++;
  }
  return given;
};

/**
 * Loads the statements of the `.sql` file beside the given TypeScript file. Throws unless the file holds exactly the
 * declared statements, each with exactly the declared parameters.
 */
export const loadStatements = <const Declared extends Declarations>(
  source: string,
  declarations: Declared,
): StatementsOf<Declared> => {
  const path = source.replace(/\.[jt]s$/, '.sql');
  const file = basename(path);
  const written = new Map(statementsIn(readFileSync(path, 'utf8'), file).map((one) => [one.statement.name, one]));
  for (const name of written.keys())
    if (!Object.hasOwn(declarations, name)) throw new Error(`${file} holds ${name}, which nothing declares`);
  const statements = Object.entries(declarations).map(([name, declaration]) => {
    const { parameters, isKept } = declaration;
    const one = written.get(name);
    if (!one) throw new Error(`${file} does not hold ${name}, which is declared`);
    for (const parameter of one.parameters)
      if (!parameters.includes(parameter))
        throw new Error(`${name} in ${file} takes :${parameter}, which is not declared of it`);
    for (const parameter of parameters)
      if (!one.parameters.includes(parameter))
        throw new Error(`${name} in ${file} does not take :${parameter}, which is declared of it`);
    if ('columns' in declaration) return [name, insertionOf(one, declaration.columns as ColumnsOf<unknown>)];
    const statement = registerStatement(isKept === false ? { isKept, ...one.statement } : one.statement);
    return [name, { statement, parameters: one.parameters, places: one.places }];
  });
  return Object.fromEntries(statements) as StatementsOf<Declared>;
};

/** Throws unless the file consists of statements with different names. */
export const statementsIn = (text: string, file: string): readonly NamedStatement<string, unknown>[] => {
  const [before = '', ...parts] = text.split(/^-- name: /m);
  if (/^(?!\s*(--|$))/m.test(before)) throw new Error(`${file} begins before its first "-- name:"`);
  const statements = parts.map((part) => statementIn(part, file));
  const names = new Set<string>();
  for (const { name } of statements.map(({ statement }) => statement)) {
    if (names.has(name)) throw new Error(`${file} holds ${name} twice`);
    names.add(name);
  }
  return statements;
};

const statementIn = (part: string, file: string): NamedStatement<string, unknown> => {
  const [, name = '', body = ''] = /^([\w-]+) *\n(.*)$/s.exec(part) ?? [];
  if (name === '') throw new Error(`${file} names a statement "${part.split('\n')[0]}"`);
  const parameters: string[] = [];
  const text = body.replace(token, (whole: string, _: string | undefined, parameter: string | undefined) => {
    if (/^\$\d/.test(whole)) throw new Error(`${name} in ${file} takes ${whole}: parameters have names`);
    if (whole.startsWith('--') || whole.startsWith('/*')) return '';
    if (parameter === undefined) return whole;
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${parameters.indexOf(parameter) + 1}`;
  });
  const trimmed = text.trim();
  if (!trimmed.endsWith(';')) throw new Error(`${name} in ${file} does not end with a semicolon`);
  const indexes = [...body.matchAll(/^-- by: (.*)$/gm)].flatMap(([, by = '']) => by.split(/[\s,]+/).filter(Boolean));
  return {
    statement: { name, text: trimmed.slice(0, -1), indexes },
    parameters,
    places: Object.fromEntries(parameters.map((parameter, place) => [parameter, place])),
  };
};

/**
 * Matches a parameter, or a part of SQL in which a colon begins none: a text, a quoted name, a comment, a cast, `:=`.
 */
const token =
  /\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*.*?\*\/|\$(\w*)\$.*?\$\1\$|\$\d+|::|:=|:(?<name>[a-z_]\w*)/gs;
