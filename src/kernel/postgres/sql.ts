/**
 * The one door for raw SQL. Values are bound, arrays included, and never part of the text; a statement is prepared once a
 * connection, unless its text is made for one call or it is asked too rarely. Dates, bigints and numerics come back as text,
 * so that nothing turns into a float.
 */
import { hash } from 'node:crypto';
import { TypeOverrides, type QueryResult, type QueryResultRow } from 'pg';
import { Busy, HouseFault, mayCondemn, Unavailable } from '../refusal';
import type { Tx } from '../unit-of-work';
import type { NamedStatement, Pipeline } from './pipeline';
import type { Topology } from './topology';

export interface Statement {
  /** The name under which a connection keeps it prepared. */
  readonly name: string;
  readonly text: string;
  /** Said of one that is asked too rarely to be kept prepared. */
  readonly isKept?: false;
  /** Said of one that is asked only where the database is one node: parts of it would be on others. */
  readonly isOfOneNode?: true;
  /** The indexes that it is meant to read, where it says so. */
  readonly indexes?: readonly string[];
}

const declared = new Map<string, Statement>();

/**
 * Declares a statement that is written in TypeScript. Those of the contexts stand in files (`sql-file`). What asks for the
 * migrations that ran is of `migrate`, which makes their table and speaks of it in TypeScript alone; what fills the bench's
 * books shares a list of columns, and belongs to no context.
 */
export const statement = (name: string, text: string): Statement => registerStatement({ name, text });

/** Declares one that is made already, once: two of one name would take each other's place in a connection. */
export const registerStatement = (made: Statement): Statement => {
  if (declared.has(made.name)) throw new Error(`two statements are called ${made.name}`);
  declared.set(made.name, made);
  return made;
};

/** All that were declared by what is loaded. */
export const declaredStatements = (): readonly Statement[] => [...declared.values()];

/** What the transaction handle is on this side of the ports. */
export interface PostgresTx extends Tx {
  readonly pipeline: Pipeline;
  readonly topology: Topology;
}

const [date, timestamp, timestamptz, interval] = [1082, 1114, 1184, 1186];
/** Days and times as PostgreSQL prints them. */
export const asPrinted = new TypeOverrides();
for (const oid of [date, timestamp, timestamptz, interval]) asPrinted.setTypeParser(oid, (text: string) => text);

export const query = async <Row extends QueryResultRow>(
  tx: Tx,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> => (await runOn<Row>(tx, configOf(statement, values), statement.name)).rows;

/** How many rows the statement changed. */
export const execute = async (tx: Tx, statement: Statement, values: readonly unknown[]): Promise<number> =>
  (await runOn(tx, configOf(statement, values), statement.name)).rowCount ?? 0;

/** The first, and behind it the second, whose values are read before the first runs. */
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

/** A statement whose text has only so many shapes, each of which is worth keeping prepared. */
export const queryShape = async <Row extends QueryResultRow>(
  tx: Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => (await runOn<Row>(tx, configOf({ name: hash('sha1', text, 'base64'), text }, values))).rows;

/** A statement put together for this call (a list with filters), not worth keeping prepared. */
export const queryText = async <Row extends QueryResultRow>(
  tx: Tx,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> => (await runOn<Row>(tx, { text, values: values as unknown[] })).rows;

/** Asks inside a transaction, for code that also runs on a bare connection. */
export const asking =
  (tx: Tx) =>
  (text: string, values: readonly unknown[]): Promise<readonly object[]> =>
    queryText<object>(tx, text, values);

const runOn = <Row extends QueryResultRow>(
  tx: Tx,
  config: { name?: string | undefined; text: string; values: unknown[] },
  /** By which operators know it. */
  called?: string,
): Promise<QueryResult<Row>> => (tx as PostgresTx).pipeline.ask<Row>({ types: asPrinted, ...config }, called);

/** An array of texts that need no escaping (ids, numbers, days, enum labels), written the way PostgreSQL reads it. */
export const plainArray = (values: readonly (string | number | bigint | null)[]): string => {
  let text = '{';
  for (const value of values) text += text === '{' ? (value ?? 'null') : `,${value}`;
  return `${text}}`;
};

/** As an element of a bytea array. */
export const printedBytes = (value: Buffer): string => `"\\\\x${value.toString('hex')}"`;

/** PostgreSQL prints `2026-01-15 10:00:00+00`; everyone else reads ISO 8601 with milliseconds. */
export const instantOf = (timestamptz: string): Date => new Date(`${timestamptz.replace(' ', 'T')}:00`);

const lockNotAvailable = '55P03';
const queryCanceled = '57014';

/** What PostgreSQL says is wrong. The system's own `EPIPE` looks like it: errors of the system have a number too. */
const sqlState = (error: unknown): string | undefined => {
  const { code, errno } = (error ?? {}) as { code?: unknown; errno?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && errno === undefined ? code : undefined;
};

/** Whether PostgreSQL said this about the statement itself; what it says as it goes down is about the connection. */
export const isAnswer = (error: unknown): boolean => !/^(08|57P|$)/.test(sqlState(error) ?? '');

/**
 * Whether what is answered to a commit says that it did not happen. Where a node of many goes away in its part of the commit, it
 * may have happened there, and Citus answers an internal error.
 */
export const refusesCommit = (error: unknown): boolean => isAnswer(error) && !/^XX/.test(sqlState(error) ?? '');

/** The whole transaction may simply be run again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '');

/** The statement was ended because it took longer than it may. */
export const tookTooLong = (error: unknown): boolean => sqlState(error) === queryCanceled;

/** The database is away, busy or out of something: not the fault of what was asked. */
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

/** PostgreSQL refuses the statement, but neither for now nor for its content. */
export const isHouseFault = (error: unknown): boolean =>
  error instanceof HouseFault || (sqlState(error) !== undefined && !isUnavailable(error) && !mayCondemn(error));

/**
 * The connection itself is at fault: its cached plan or prepared statement no longer fits the schema, or its session is in a
 * state that we did not put it in. Another connection does not have it.
 */
export const staysWithConnection = (error: unknown): boolean =>
  /^(0A000|2[568]|42P05|XX)/.test((error as { readonly code?: string }).code ?? '');

/**
 * The error of a connection that could not be opened. Nothing was asked in it, so it condemns no transaction, whatever PostgreSQL answers: a
 * server whose own files were replaced answers 22023.
 */
export const notOpened = (error: unknown): unknown => {
  const state = sqlState(error);
  return state !== undefined && mayCondemn(error) ? new HouseFault(state, error as Error) : error;
};

/** The same error; an `Unavailable` if it means "later", a `HouseFault` if PostgreSQL refuses what the ledger needs. */
export const asFault = (error: unknown): unknown => {
  if (error instanceof Unavailable) return error;
  const state = sqlState(error);
  if (state !== undefined && isHouseFault(error)) return new HouseFault(state, error as Error);
  if (!isUnavailable(error)) return error;
  const Fault = state === lockNotAvailable ? Busy : Unavailable;
  return new Fault('The database cannot be reached or is too busy.', 1, { cause: error });
};
