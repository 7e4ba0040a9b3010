/**
 * MikroORM holds the connection pool and serves the control plane, whose tables are small and cold. The ledger plane
 * borrows connections of the same pool for its own statements (see sql.ts and unit-of-work.ts).
 */
import { MikroORM, type EntitySchema } from '@mikro-orm/postgresql';
import type { ClientBase } from 'pg';

/** The role the service works as: it owns nothing and may not change what was written once. */
export const applicationRole = 'ledger_app';

export interface OrmOptions {
  readonly url: string;
  readonly entities: readonly EntitySchema[];
  readonly maxConnections: number;
  /** Work as the application role (the service) or as whoever the URL names (migrations). */
  readonly asApplication: boolean;
}

export const statementTimeoutMs = 10_000;
export const lockTimeoutMs = 2_000;
const acquireTimeoutMs = 5_000;
const connectTimeoutMs = 5_000;

export const openOrm = async ({ url, entities, maxConnections, asApplication }: OrmOptions): Promise<MikroORM> => {
  const settings = {
    ...(asApplication
      ? {
          // Every statement of the service has its index and its join order written into it. What statistics would say of
          // tables that were empty a minute ago can only make it worse, foreign-key checks included.
          enable_seqscan: 'off',
          enable_bitmapscan: 'off',
          plan_cache_mode: 'force_generic_plan',
          jit: 'off',
          role: applicationRole,
          statement_timeout: statementTimeoutMs,
          lock_timeout: lockTimeoutMs,
          idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
        }
      : {}),
    TimeZone: 'UTC',
    DateStyle: 'ISO',
  };
  return MikroORM.init({
    clientUrl: url,
    dbName: databaseNameOf(url),
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    pool: { min: 0, max: maxConnections, acquireTimeoutMillis: acquireTimeoutMs },
    driverOptions: {
      connection: {
        connectionString: url,
        options: Object.entries(settings)
          .map(([name, value]) => `-c ${name}=${value}`)
          .join(' '),
        application_name: 'ledger',
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
      },
    },
    connect: false,
  });
};

const databaseNameOf = (url: string): string => /^[^?]*\/([^/?]+)(\?|$)/.exec(url)?.[1] ?? 'postgres';

export interface ConnectionLoan {
  readonly client: ClientBase;
  /** Gives the connection back; a broken one is thrown away. */
  release(broken: boolean): void;
}

interface KnexPool {
  acquireConnection(): Promise<ClientBase & { __knex__disposed?: unknown }>;
  releaseConnection(client: ClientBase): Promise<void>;
}

/** A connection of the ORM's own pool, for the caller alone until it is released. */
export const borrowConnection = async (orm: MikroORM): Promise<ConnectionLoan> => {
  const pool = orm.em.getConnection().getKnex().client as KnexPool;
  const client = await pool.acquireConnection();
  return {
    client,
    release: (broken) => {
      // The pool destroys what carries this mark instead of lending it again.
      if (broken) client.__knex__disposed = new Error('broken in a transaction');
      void pool.releaseConnection(client);
    },
  };
};
