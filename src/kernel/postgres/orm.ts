/**
 * MikroORM holds the connection pool and serves the control plane, whose tables are small and cold. The ledger plane
 * borrows connections of the same pool for its own statements (see sql.ts and unit-of-work.ts).
 */
import { MikroORM, type EntitySchema } from '@mikro-orm/postgresql';
import { Client, type ClientBase } from 'pg';
import { withStartupOptions } from './startup-options';

/** The role the service works as: it owns nothing and may not change what was written once. */
export const applicationRole = 'ledger_app';

/** What stands between the service and PostgreSQL: nothing that shares connections, or a pooler in transaction mode. */
export type Pooler = 'none' | 'transaction';

export interface OrmOptions {
  readonly url: string;
  readonly entities: readonly EntitySchema[];
  readonly maxConnections: number;
  /** Work as the application role (the service) or as whoever the URL names (migrations). */
  readonly asApplication: boolean;
  readonly pooler?: Pooler;
}

export const statementTimeoutMs = 10_000;
export const lockTimeoutMs = 2_000;
const acquireTimeoutMs = 5_000;
const connectTimeoutMs = 5_000;

const formats = { TimeZone: 'UTC', DateStyle: 'ISO' };

/** What a session of the service is set to, as `pg_settings` prints it; migrations/0001-roles.sql gives the role the same. */
export const serviceSettings: Readonly<Record<string, string>> = {
  // Every statement of the service has its index and its join order written into it. What statistics would say of
  // tables that were empty a minute ago can only make it worse, foreign-key checks included.
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  statement_timeout: String(statementTimeoutMs),
  lock_timeout: String(lockTimeoutMs),
  idle_in_transaction_session_timeout: String(2 * statementTimeoutMs),
  ...formats,
};

/**
 * Whether the service's sessions get role and settings from the role that they log in as. A pooler hands on no options of a
 * start, and who logs in as the application role needs none.
 */
export const logsInAsApplication = (url: string, pooler: Pooler = 'none'): boolean =>
  pooler === 'transaction' || new Client({ connectionString: url }).user === applicationRole;

export const openOrm = async ({
  url: given,
  entities,
  maxConnections,
  asApplication,
  pooler = 'none',
}: OrmOptions): Promise<MikroORM> => {
  const asked = asApplication ? { ...serviceSettings, role: applicationRole } : formats;
  const { url, ...startup } =
    asApplication && logsInAsApplication(given, pooler) ? { url: given } : withStartupOptions(given, asked);
  const orm = await MikroORM.init({
    clientUrl: url,
    dbName: databaseNameOf(url),
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    pool: { min: 0, max: maxConnections, acquireTimeoutMillis: acquireTimeoutMs },
    driverOptions: {
      connection: {
        connectionString: url,
        ...startup,
        application_name: 'ledger',
        connectionTimeoutMillis: connectTimeoutMs,
        keepAlive: true,
      },
    },
    connect: false,
  });
  if (pooler === 'transaction') pooled.add(orm);
  return orm;
};

/** Those whose connections are lent another session of the server for each transaction. */
const pooled = new WeakSet<MikroORM>();

const databaseNameOf = (url: string): string => /^[^?]*\/([^/?]+)(\?|$)/.exec(url)?.[1] ?? 'postgres';

export interface ConnectionLoan {
  readonly client: ClientBase;
  /** Whether a statement that was prepared under a name is still there in the next transaction. */
  readonly keepsStatements: boolean;
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
    keepsStatements: !pooled.has(orm),
    release: (broken) => {
      // The pool destroys what carries this mark instead of lending it again.
      if (broken) client.__knex__disposed = new Error('broken in a transaction');
      void pool.releaseConnection(client);
    },
  };
};
