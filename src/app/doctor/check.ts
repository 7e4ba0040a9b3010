/** What a check of `ledger doctor` is: a row with a name, what it looks at, and what it says of it. */
import type { ClientBase } from 'pg';
import type { Clock } from '../../kernel/clock';
import type { Config } from '../config';

export type Status = 'ok' | 'warn' | 'fail';

/** What was seen, and what to do about it where it is not as it should be. */
export interface Seen {
  readonly status: Status;
  readonly seen: string;
  readonly advice?: string;
}

/** One that looks at this process and its machine. */
export interface ProcessCheck {
  readonly name: string;
  look(surroundings: Surroundings): Promise<Seen> | Seen;
}

/** One that asks the database. */
export interface DatabaseCheck {
  readonly name: string;
  /** On a connection as the service has it, where it could be made, and one as the owner. */
  look(databases: Databases, surroundings: Surroundings): Promise<Seen> | Seen;
}

export interface Surroundings {
  readonly config: Config;
  /** As they were given: with the names of files in place of secrets. */
  readonly variables: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Of Node, such as `v24.1.0`. */
  readonly nodeVersion: string;
}

export interface Databases {
  /** Of the service's own pool. */
  readonly service: ClientBase;
  /** How the service logs in. */
  readonly serviceUrl: string;
  readonly owner: ClientBase;
  readonly isEmbedded: boolean;
}

export const fine = (seen: string): Seen => ({ status: 'ok', seen });
export const warning = (seen: string, advice: string): Seen => ({ status: 'warn', seen, advice });
export const failure = (seen: string, advice: string): Seen => ({ status: 'fail', seen, advice });

/** The first row of a question that always has one. */
export const rowOf = async <Row extends object>(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> => {
  const { rows } = await client.query<Row>(text, [...values]);
  return rows[0] as Row;
};
