/** The types of the checks of `ledger doctor`. Each check has a name and a function, which returns its finding. */
import type { ClientBase } from 'pg';
import type { Clock } from '../../kernel/clock';
import type { Config } from '../config';

export type Status = 'ok' | 'warn' | 'fail';

/** The result of a check, with the remedy if something is wrong. */
export interface Seen {
  readonly status: Status;
  readonly seen: string;
  readonly advice?: string;
}

/** A check of this process and its machine. */
export interface ProcessCheck {
  readonly name: string;
  look(surroundings: Surroundings): Promise<Seen> | Seen;
}

/** A check that queries the database. */
export interface DatabaseCheck {
  readonly name: string;
  /** Receives a connection like the service's, if one could be opened, and one as the owner. */
  look(databases: Databases, surroundings: Surroundings): Promise<Seen> | Seen;
}

export interface Surroundings {
  readonly config: Config;
  /** The environment variables as given: a secret may be given as the name of a file (`DATABASE_URL_FILE`). */
  readonly variables: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** The version of Node, such as `v24.1.0`. */
  readonly nodeVersion: string;
}

export interface Databases {
  /** A connection of the service's own pool. */
  readonly service: ClientBase;
  /** The URL with which the service logs in. */
  readonly serviceUrl: string;
  readonly owner: ClientBase;
  readonly isEmbedded: boolean;
}

export const fine = (seen: string): Seen => ({ status: 'ok', seen });
export const warning = (seen: string, advice: string): Seen => ({ status: 'warn', seen, advice });
export const failure = (seen: string, advice: string): Seen => ({ status: 'fail', seen, advice });

/** Returns the first row of a query that always returns one. */
export const rowOf = async <Row extends object>(
  client: ClientBase,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> => {
  const { rows } = await client.query<Row>(text, [...values]);
  return rows[0] as Row;
};
