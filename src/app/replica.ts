/** The replica that LEDGER_READ_URL names: its connections, and the conditions for using it. */
import type { Clock, Deadline, ProcessTime } from '../kernel/clock';
import type { Observations } from '../kernel/observations';
import type { ConnectionShares } from '../kernel/running/fair-shares/connection-shares';
import { appliedMigrations, pendingMigrations } from '../kernel/postgres/migrate';
import { openPool, type PoolCounts } from '../kernel/postgres/pool';
import { createReplica, type WatchedReplica } from '../kernel/postgres/replica';
import { isUnavailable, queryText } from '../kernel/postgres/sql';
import { PostgresUnitOfWork } from '../kernel/postgres/unit-of-work';
import { Unavailable } from '../kernel/refusal';
import { systemClock } from '../kernel/running/system-clock';
import type { Log } from '../kernel/tokens';
import { inspectDatabase, type Inspected } from './inspect-database';

export interface OpenedReplica extends WatchedReplica {
  counts(): PoolCounts;
  /** Returns how far the replica is behind the primary; undefined if one of them does not answer at once. */
  lag(primary: PostgresUnitOfWork): Promise<ReplicaLag | undefined>;
  close(): Promise<void>;
}

/** How far the replica is behind the primary. */
export interface ReplicaLag {
  /** The age of the last transaction that the replica has replayed; 0 if it has replayed everything. */
  readonly seconds: number;
  readonly bytes: number;
}

export interface ReplicaOptions {
  readonly config: Inspected;
  readonly maxConnections: number;
  readonly shares: ConnectionShares;
  /** The installation's secret, as the primary stores it; a replica of that primary has the same. */
  readonly installationSecret: Buffer;
  readonly log: Log;
  readonly observations: Pick<Observations, 'replicaAsked' | 'statementAnswered'>;
  readonly clock?: Clock;
}

/**
 * The primary answers a read in place of a silent replica, so the replica gets less time to connect than the primary.
 */
const connectTimeoutMs = 1_000;
/** The time after which a replica counts as hanging: no statement may take that long. */
const answerTimeoutMs = 10_000;

/** Opens the replica. A replica that does not answer is tried again later; a replica that is unfit aborts the start. */
export const openReplica = async (url: string, options: ReplicaOptions): Promise<OpenedReplica> => {
  const { config, maxConnections, shares, installationSecret, log, observations, clock = systemClock } = options;
  const { pooler } = config;
  const pool = openPool({ url, maxConnections, pooler, connectTimeoutMs, answerTimeoutMs }, clock);
  const unitOfWork = new PostgresUnitOfWork(pool, shares, undefined, undefined, observations.statementAnswered, clock);
  const inspect = async (): Promise<void> => {
    try {
      const { secret, topology } = await inspectDatabase(pool, url, config, log, clock);
      if (topology === 'many nodes')
        throw new Error(
          'the ledgers are on many nodes, and a replica of one node does not follow the others: unset LEDGER_READ_URL',
        );
      if (!secret.equals(installationSecret))
        throw new Error('this is a replica of another database: name a replica of the database that the service uses');
      await requireStandby(unitOfWork);
    } catch (error) {
      throw isUnavailable(error) ? error : new Error(`LEDGER_READ_URL: ${(error as Error).message}`, { cause: error });
    }
  };
  const replica = createReplica({ unitOfWork, inspect, log, observe: observations.replicaAsked, clock });
  try {
    await replica.open();
  } catch (error) {
    await pool.close();
    throw error;
  }
  return {
    ...replica,
    counts: pool.counts,
    lag: async (primary) =>
      replica.isThere() ? atMost(clock, lagWithinMs, lagBehind(primary, unitOfWork)) : undefined,
    close: () => pool.close(),
  };
};

/** How long a request for metrics waits for the lag of a replica that does not answer. */
const lagWithinMs = 1_000;

const atMost = async <A>(clock: ProcessTime, ms: number, answer: Promise<A>): Promise<A | undefined> => {
  let deadline: Deadline | undefined;
  const late = new Promise<undefined>((resolve) => (deadline = clock.deadline(ms, () => resolve(undefined))));
  try {
    return await Promise.race([answer.catch(() => undefined), late]);
  } finally {
    deadline?.cancel();
  }
};

/** Reads the position of the primary first, because its later writes must not count as lag of the replica. */
const lagBehind = async (primary: PostgresUnitOfWork, replica: PostgresUnitOfWork): Promise<ReplicaLag> => {
  const [written] = await primary.read({ ledgerIds: [] }, (tx) =>
    queryText<{ place: string }>(tx, 'select pg_current_wal_lsn()::text as place', []),
  );
  const [behind] = await replica.read({ ledgerIds: [] }, (tx) =>
    queryText<{ seconds: number; bytes: number }>(
      tx,
      `select l.bytes::float8 as bytes, case when l.bytes = 0 then 0
              else coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0) end::float8 as seconds
         from (select greatest(0, pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())) as bytes) l`,
      [written?.place],
    ),
  );
  if (!behind) throw new Error('the replica returned no row');
  return behind;
};

/** Throws unless the server is a standby: a database that follows no primary would become ever more outdated. */
const requireStandby = async (unitOfWork: PostgresUnitOfWork): Promise<void> => {
  const [server] = await unitOfWork.read({ ledgerIds: [] }, (tx) =>
    queryText<{ isStandby: boolean }>(tx, 'select pg_is_in_recovery() as "isStandby"', []),
  );
  if (server?.isStandby !== true)
    throw new Error('this server is not a standby: name a streaming replica of the database that the service uses');
  if (pendingMigrations(await appliedMigrations(unitOfWork)).length > 0)
    throw new Unavailable('The replica has not replayed all migrations yet.');
};
