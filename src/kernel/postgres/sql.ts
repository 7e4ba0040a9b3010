/**
 * The only way to run raw SQL. Values are bound, arrays included, and never part of the text; a statement is prepared
 * once per connection, unless its text is composed for one call or it runs too rarely. Dates, bigints and numerics come
 * back as text, so that none turns into a float.
 */
import { hash } from 'node:crypto';
import { TypeOverrides, type QueryResult, type QueryResultRow } from 'pg';
import { Busy, HouseFault, mayCondemn, Unavailable } from '../refusal';
import type { Tx } from '../unit-of-work';
import type { NamedStatement, Pipeline } from './pipeline';
import type { Topology } from './topology';

export interface Statement {
  /** The name under which a connection keeps the statement prepared. */
  readonly name: string;
  readonly text: string;
  /** False if the statement runs too rarely to be kept prepared. */
  readonly isKept?: false;
  /** True if the statement runs only on a database with a single node: on a cluster some of its tables are on other nodes. */
  readonly isOfOneNode?: true;
  /** The indexes that the statement must read, if it names them. */
  readonly indexes?: readonly string[];
}

const declared = new Map<string, Statement>();

/**
 * Declares a statement that is written in TypeScript. Nearly all statements are in `.sql` files (`sql-file`) instead. The exceptions:
 * `migrate` reads a table that only its TypeScript defines; the statements that fill the bench's books share a list of columns, and belong
 * to no module.
 */
export const statement = (name: string, text: string): Statement => registerStatement({ name, text });

/** Registers a statement. Throws if its name is already used: a connection would confuse two prepared statements with one name. */
export const registerStatement = (made: Statement): Statement => {
  if (declared.has(made.name)) throw new Error(`two statements are called ${made.name}`);
  declared.set(made.name, made);
  return made;
};

/** Returns all statements that the loaded files declare. */
export const declaredStatements = (): readonly Statement[] => [...declared.values()];

/** The transaction handle as the PostgreSQL adapters see it. */
export interface PostgresTx extends Tx {
  readonly pipeline: Pipeline;
  readonly topology: Topology;
}

const [date, timestamp, timestamptz, interval] = [1082, 1114, 1184, 1186];
/** Type parsers that leave days and times as PostgreSQL prints them. */
export const asPrinted = new TypeOverrides();
for (const oid of [date, timestamp, timestamptz, interval]) asPrinted.setTypeParser(oid, (text: string) => text);

export const query = async <Row extends QueryResultRow>(
  tx: Tx,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => (await runOn<Row>(tx, configOf(statement, values), statement.name)).rows;

/** Returns how many rows the statement changed. */
export const execute = async (tx: Tx, statement: Statement, values: readonly unknown[]): Promise<number> =>
  (await runOn(tx, configOf(statement, values), statement.name)).rowCount ?? 0;

/**
 * Runs both statements in this order. PostgreSQL has already received the second one with its parameters when the first one runs, so that
 * the lock of the first one is not held meanwhile.
 */
export const executeBehind = (
  tx: Tx,
  first: readonly [Statement, readonly unknown[]],
  second: readonly [Statement, readonly unknown[]],
): Promise<void> => {
  const [one, other] = [first, second].map(([statement, values]) => ({
    config: configOf(statement, values),
    name: statement.name,
  })) as [NamedStatement, NamedStatement];
  return (tx as PostgresTx).pipeline.askBehind(one, other);
};

const configOf = ({ name, text, isKept }: Statement, values: readonly unknown[]) => ({
  name: isKept === false ? undefined : name,
  text,
  values: values as unknown[],
});

/** Runs a statement whose text has few variants, so that each is worth keeping prepared. */
export const queryShape = async <Row extends QueryResultRow>(
  tx: Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => (await runOn<Row>(tx, configOf({ name: hash('sha1', text, 'base64'), text }, values))).rows;

/** Runs a statement that was composed for this call, such as a list with filters, and is not worth keeping prepared. */
export const queryText = async <Row extends QueryResultRow>(
  tx: Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => (await runOn<Row>(tx, { text, values: values as unknown[] })).rows;

/** Returns a function that runs statements in the transaction. Code that takes such a function can also run on a plain connection. */
export const asking =
  (tx: Tx) =>
  (text: string, values: readonly unknown[]): Promise<readonly object[]> =>
    queryText<object>(tx, text, values);

const runOn = <Row extends QueryResultRow>(
  tx: Tx,
  config: { name?: string | undefined; text: string; values: unknown[] },
  /** The statement's name in metrics. */
  called?: string,
): Promise<QueryResult<Row>> => (tx as PostgresTx).pipeline.ask<Row>({ types: asPrinted, ...config }, called);

/**
 * Prints an array of texts that need no escaping (ids, numbers, days, enum labels) in the form that PostgreSQL parses.
 */
export const plainArray = (values: readonly (string | number | bigint | null)[]): string => {
  let text = '{';
  for (const value of values) text += text === '{' ? (value ?? 'null') : `,${value}`;
  return `${text}}`;
};

/** Prints the bytes as an element of a bytea array. */
export const printedBytes = (value: Buffer): string => `"\\\\x${value.toString('hex')}"`;

/** Parses an instant as PostgreSQL prints it: `2026-01-15 10:00:00+00`. */
export const instantOf = (timestamptz: string): Date => new Date(`${timestamptz.replace(' ', 'T')}:00`);

const lockNotAvailable = '55P03';
const queryCanceled = '57014';

/** Returns the SQLSTATE of an error. Errors of the operating system have a code too, and `EPIPE` has the same form. */
const sqlState = (error: unknown): string | undefined => {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && errno === undefined ? code : undefined;
};

/**
 * Returns whether PostgreSQL reported the error about the statement itself; errors while it shuts down concern the
 * connection.
 */
export const isAnswer = (error: unknown): boolean => !/^(08|57P|$)/.test(sqlState(error) ?? '');

/**
 * Returns whether the error means that the commit did not happen. If one of several nodes fails during the commit, Citus answers with an
 * internal error, and the commit may have happened on that node.
 */
export const refusesCommit = (error: unknown): boolean => isAnswer(error) && !/^XX/.test(sqlState(error) ?? '');

/** Returns whether the whole transaction may simply be run again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** Returns whether the statement was cancelled because it exceeded its time limit. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === queryCanceled;

/** Returns whether the database is unavailable, busy or out of a resource, for which the request is not to blame. */
export const isUnavailable = (error: unknown): boolean => {
  if (error instanceof Unavailable) return !(error instanceof HouseFault);
  const state = sqlState(error);
  if (state !== undefined)
    return (
      /^(08|53|57P|58)/.test(state) ||
      [lockNotAvailable, queryCanceled, '40001', '40P01', '25P03', '25006'].includes(state)
    );
  const { code, message } = error as { code?: string; message?: string };
  if (/^E[A-Z_]+$/.test(code ?? '')) return true;
  return /Connection terminated|Client has encountered a connection error|Client was closed|not queryable|timeout exceeded when trying to connect|timeout expired|Query read timeout/i.test(
    message ?? '',
  );
};

/** Returns whether PostgreSQL refuses the statement permanently, for a reason other than the statement's content. */
export const isHouseFault = (error: unknown): boolean =>
  error instanceof HouseFault || (sqlState(error) !== undefined && !isUnavailable(error) && !mayCondemn(error));

/**
 * Returns whether the connection itself is at fault: its cached plan or prepared statement no longer fits the schema,
 * or its session is in an unexpected state. Another connection does not have the problem.
 */
export const staysWithConnection = (error: unknown): boolean =>
  /^(0A000|2[568]|42P05|XX)/.test((error as { readonly code?: string }).code ?? '');

/**
 * Returns the error for a connection that could not be opened. No statement ran, so no transaction fails because of it, whatever PostgreSQL
 * answers: a server whose own files were replaced answers 22023.
 */
export const notOpened = (error: unknown): unknown => {
  const state = sqlState(error);
  return state !== undefined && mayCondemn(error) ? new HouseFault(state, error as Error) : error;
};

/**
 * Returns an `Unavailable` if the request may succeed later, a `HouseFault` if PostgreSQL refuses something that the service needs, and
 * otherwise the same error.
 */
export const asFault = (error: unknown): unknown => {
  if (error instanceof Unavailable) return error;
  const state = sqlState(error);
  if (state !== undefined && isHouseFault(error)) return new HouseFault(state, error as Error);
  if (!isUnavailable(error)) return error;
  const Fault = state === lockNotAvailable ? Busy : Unavailable;
  return new Fault('The database cannot be reached or is too busy.', 1, { cause: error });
};
