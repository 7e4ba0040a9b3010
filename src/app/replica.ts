/** The replica that LEDGER_READ_URL names: its connections, and what must hold of it before it is asked. */
import type { Observations } from '../kernel/observations';
import type { ConnectionShares } from '../kernel/postgres/connection-shares';
import { appliedMigrations, pendingMigrations } from '../kernel/postgres/migrate';
import { openPool } from '../kernel/postgres/pool';
import { createReplica, type WatchedReplica } from '../kernel/postgres/replica';
import { isUnavailable, queryText } from '../kernel/postgres/sql';
import { PostgresUnitOfWork } from '../kernel/postgres/unit-of-work';
import { Unavailable } from '../kernel/refusal';
import type { Log } from '../kernel/tokens';
import { inspectDatabase, type Inspected } from './inspect-database';

export interface OpenedReplica extends WatchedReplica {
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly config: Inspected;
  readonly maxConnections: number;
  readonly shares: ConnectionShares;
  /** Of the primary: a replica has the same. */
  readonly installationSecret: Buffer;
  readonly log: Log;
  readonly observations: Pick<Observations, 'replicaAsked'>;
}

/** A replica that does not answer is given up for the primary, so it has less time than that. */
const connectTimeoutMs = 1_000;
/** Longer than any statement may take: only a server that stands still is so late. */
const answerTimeoutMs = 10_000;

/** One that is away is looked for later; one that is unfit stops the start. */
export const openReplica = async (url: string, options: ReplicaOptions): Promise<OpenedReplica> => {
  const { config, maxConnections, shares, installationSecret, log, observations } = options;
  const { pooler } = config;
  const pool = openPool({ url, maxConnections, pooler, connectTimeoutMs, answerTimeoutMs });
  const unitOfWork = new PostgresUnitOfWork(pool, shares);
  const inspect = async (): Promise<void> => {
    try {
      const { secret, topology } = await inspectDatabase(pool, url, config, log);
      if (topology === 'many nodes')
        throw new Error('the ledgers are on many nodes, and a replica of one does not follow the others');
      if (!secret.equals(installationSecret)) throw new Error('this is a replica of another database');
      await requireStandby(unitOfWork);
    } catch (error) {
      throw isUnavailable(error) ? error : new Error(`LEDGER_READ_URL: ${(error as Error).message}`, { cause: error });
    }
  };
  const replica = createReplica({ unitOfWork, inspect, log, observe: observations.replicaAsked });
  try {
    await replica.open();
  } catch (error) {
    await pool.close();
    throw error;
  }
  return { ...replica, close: () => pool.close() };
};

/** A copy that follows nobody would grow older for ever. */
const requireStandby = async (unitOfWork: PostgresUnitOfWork): Promise<void> => {
  const [server] = await unitOfWork.read({ ledgerIds: [] }, (tx) =>
    queryText<{ isStandby: boolean }>(tx, 'select pg_is_in_recovery() as "isStandby"', []),
  );
  if (server?.isStandby !== true) throw new Error('this server is no standby, and follows no primary');
  if (pendingMigrations(await appliedMigrations(unitOfWork)).length > 0)
    throw new Unavailable('The replica has not replayed all migrations yet.');
};
