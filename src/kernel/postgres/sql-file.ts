/**
 * Statements in `.sql` files, each written out whole, with parameters that have names: `:ledger_id` as psql knows them, so
 * that a statement can be pasted there behind `\set ledger_id '''0198…'''`. A file stands beside the TypeScript that declares its
 * statements, under the same name:
 *
 *     -- name: read_heading
 *     -- Why it is written as it is.
 *     -- by: accounts_pkey
 *     select code from accounts where ledger_id = :ledger_id and id = :account_id;
 *
 * `by` names the indexes that it is meant to read; `tests/contract/statements` compares them with its plan.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { QueryResultRow } from 'pg';
import type { Tx } from '../unit-of-work';
import { registerStatement, execute, query, type Statement } from './sql';
import { insertionOf, type ColumnsOf, type Insertion } from './sql-rows';

/** What a parameter takes. An array is a text that PostgreSQL reads (`plainArray`), or texts that the driver escapes. */
export type ParameterValue = string | number | boolean | Buffer | null | readonly (string | null)[];

/** A value for each of the names. */
export type ParameterValues<Names extends readonly string[]> = Readonly<Record<Names[number], ParameterValue>>;

/** What TypeScript knows of a statement: its parameters, and the type of its rows. */
interface Declaration<Name extends string, Row> {
  readonly parameters: readonly Name[];
  /** Only ever a type. */
  readonly row?: Row;
  readonly isKept?: false;
}

/** Of an insertion (`sql-rows`): besides the ledger it takes what each column holds of an item. */
interface InsertionDeclaration<Item> extends Declaration<string, never> {
  readonly columns: ColumnsOf<Item>;
}

/** Not a `Statement`: values in an order of the caller's would be bound to other parameters. */
export interface NamedStatement<Name extends string, Row> extends Declaration<Name, Row> {
  readonly statement: Statement;
  /** Where the value of each parameter stands among those that are bound. */
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

/** Declares the parameters of a statement; `rows` declares the type of its rows, where it gives any. */
export const parameters = <const Names extends readonly string[]>(
  ...names: Names
): Declaration<Names[number], never> & { rows<Row extends object>(): Declaration<Names[number], Row> } => ({
  parameters: names,
  rows: () => ({ parameters: names }),
});

/** Declares an insertion of a row for each item, by what each column holds of it besides the ledger that all are of. */
export const insertion = <Item>(columns: ColumnsOf<Item>): InsertionDeclaration<Item> => ({
  parameters: ['ledger_id', ...Object.keys(columns)],
  columns,
});

/** Declares beside that the statement is run too rarely to be kept prepared. */
export const unprepared = <Name extends string, Row>(declared: Declaration<Name, Row>): Declaration<Name, Row> => ({
  parameters: declared.parameters,
  isKept: false,
});

/** Runs a statement. Values that it shares with other statements come last, in objects of their own: none is copied. */
export const fetchRows = <Name extends string, Row, const Shared extends readonly object[]>(
  tx: Tx,
  named: NamedStatement<Name, Row>,
  values: OwnValues<Name, Shared>,
  ...shared: Shared
): Promise<Row[]> => query<Row & QueryResultRow>(tx, named.statement, valuesOf(named, values, shared));

/** Runs a statement that gives no rows, and answers how many it changed. */
export const changeRows = <Name extends string, const Shared extends readonly object[]>(
  tx: Tx,
  named: NamedStatement<Name, unknown>,
  values: OwnValues<Name, Shared>,
  ...shared: Shared
): Promise<number> => execute(tx, named.statement, valuesOf(named, values, shared));

/** Other rows than were planned to change mean that the plan was made of something untrue: nothing may commit. */
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

/** Values for the parameters that are given nowhere else; none of `Shared` is given without being taken. */
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

/** Every posting comes by here: a loop over the names is as fast as an array of values would be. */
const placeValues = (values: unknown[], places: Readonly<Record<string, number>>, part: object): number => {
  let given = 0;
  for (const name in part) {
    values[places[name] as number] = (part as Record<string, unknown>)[name];
    given++;
  }
  return given;
};

/**
 * The statements of the `.sql` file beside that TypeScript file. Throws unless the file holds those that are declared, each with
 * the parameters that are declared, and nothing else.
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

/** Throws where a file cannot be read as statements that have each a name of their own. */
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

/** A parameter, or something within which a colon begins none: a text, a quoted name, a comment, a cast, `:=`. */
const token =
  /\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*.*?\*\/|\$(\w*)\$.*?\$\1\$|\$\d+|::|:=|:(?<name>[a-z_]\w*)/gs;
