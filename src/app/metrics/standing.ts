/** Figures about the present state, computed when /metrics is read. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { LedgerTime } from '../../kernel/clock';
import type { PoolCounts } from '../../kernel/postgres/pool';
import type { ReplicaLag } from '../replica';
import type { Readiness } from '../readiness';

export interface MetricsSources {
  readonly readiness: () => Promise<Readiness>;
  readonly admission: () => {
    readonly active: number;
    readonly waiting: number;
    readonly refused: number;
    readonly arriving: number;
  };
  readonly pools: () => readonly PoolStanding[];
  /** Returns how far the replica is behind, or undefined if it does not answer. The member itself is undefined if there is no replica. */
  readonly replicaLag: (() => Promise<ReplicaLag | undefined>) | undefined;
  /** Returns the number of open streams of events. */
  readonly openStreams: () => number;
}

/** The connections of one pool, to the primary or to the replica. */
export interface PoolStanding {
  readonly pool: 'primary' | 'replica';
  readonly counts: PoolCounts;
  /** The transactions that wait for a share of the pool: light ones look rows up, heavy ones read much of a ledger. */
  readonly waitingForShare: { readonly light: number; readonly heavy: number };
}

/**
 * The checks of /readyz that have a metric. The replica's is left out: the service is ready without it, and `ledger_replica_up` reports it.
 */
const measured: Readonly<Record<Exclude<keyof Readiness['checks'], 'replica'>, true>> = {
  database: true,
  migrations: true,
  pepper: true,
  poster: true,
  clock: true,
};
const checks = Object.keys(measured) as readonly (keyof typeof measured)[];

export const createStandingMetrics = (
  registry: Registry,
  clock: LedgerTime,
): ((sources: MetricsSources) => Promise<void>) => {
  const registers = [registry];
  const gauge = <Name extends string>(name: string, help: string, ...labelNames: readonly Name[]): Gauge<Name> =>
    new Gauge<Name>({ name, help, labelNames: [...labelNames], registers });
  const ready = gauge('ledger_ready', '1 if the check of /readyz passes, else 0', 'check');
  const lag = gauge(
    'ledger_poster_lag_seconds',
    'The time for which this process has seen the oldest pending transaction wait',
  );
  const waiting = gauge(
    'ledger_backlog_transactions',
    'Accepted transactions that are not posted yet, counted up to 100,000',
  );
  const oldest = gauge('ledger_backlog_oldest_seconds', 'The time since the oldest pending transaction was accepted');
  const nodesUp = gauge(
    'ledger_database_node_up',
    '1 if a node with ledgers can be reached, else 0; no value if all ledgers are on one node',
    'node',
  );
  const connections = gauge(
    'ledger_database_pool_connections',
    'Open database connections by pool and state',
    'pool',
    'state',
  );
  const maxConnections = gauge(
    'ledger_database_pool_max_connections',
    'The maximum number of connections of a pool',
    'pool',
  );
  const poolWaiting = gauge(
    'ledger_database_pool_waiting',
    'Database transactions that wait for a connection: for a share of the pool (light, heavy), or for the pool itself (any)',
    'pool',
    'weight',
  );
  const streams = gauge('ledger_event_streams_open', 'Open event streams');
  const admitted = gauge(
    'ledger_admission_requests',
    'Requests whose body is arriving, that wait for their turn, or that are being served',
    'state',
  );
  const turnedAway = new Counter({
    name: 'ledger_admission_refused_total',
    help: 'Requests that were refused because too many were in progress',
    registers,
  });

  let tellReplica: ((behind: ReplicaLag | undefined) => void) | undefined;

  return async ({ readiness, admission, pools, replicaLag, openStreams }) => {
    const [found, behind] = await Promise.all([readiness(), replicaLag?.()]);
    for (const check of checks)
      ready.set({ check }, ['ok', 'degraded'].includes(found.checks[check].split(':')[0] ?? '') ? 1 : 0);
    const { backlog } = found;
    lag.set(found.posterLagSeconds ?? NaN);
    waiting.set(backlog?.waiting ?? NaN);
    oldest.set(backlog ? secondsSince(backlog.oldestAcceptedAt, clock) : NaN);
    nodesUp.reset();
    for (const { name, isAway } of backlog?.nodes ?? []) nodesUp.set({ node: name }, isAway ? 0 : 1);
    for (const { pool, counts, waitingForShare } of pools()) {
      connections.set({ pool, state: 'in_use' }, counts.inUse);
      connections.set({ pool, state: 'idle' }, counts.open - counts.inUse);
      maxConnections.set({ pool }, counts.max);
      poolWaiting.set({ pool, weight: 'light' }, waitingForShare.light);
      poolWaiting.set({ pool, weight: 'heavy' }, waitingForShare.heavy);
      poolWaiting.set({ pool, weight: 'any' }, counts.waiting);
    }
    if (replicaLag) (tellReplica ??= createReplicaMetrics(registers))(behind);
    streams.set(openStreams());
    const { active, waiting: queued, arriving, refused } = admission();
    admitted.set({ state: 'arriving' }, arriving);
    admitted.set({ state: 'active' }, active);
    admitted.set({ state: 'waiting' }, queued);
    turnedAway.reset();
    turnedAway.inc(refused);
  };
};

/** This gauge is created only if there is a replica. */
const createReplicaMetrics = (registers: Registry[]): ((behind: ReplicaLag | undefined) => void) => {
  const up = new Gauge({ name: 'ledger_replica_up', help: '1 if the replica answers, else 0', registers });
  const seconds = new Gauge({
    name: 'ledger_replica_lag_seconds',
    help: 'The age of the last transaction that the replica has replayed; 0 if it has replayed all of them',
    registers,
  });
  const bytes = new Gauge({
    name: 'ledger_replica_lag_bytes',
    help: 'The bytes of the write-ahead log that the replica has not replayed yet',
    registers,
  });
  return (behind) => {
    up.set(behind ? 1 : 0);
    seconds.set(behind?.seconds ?? NaN);
    bytes.set(behind?.bytes ?? NaN);
  };
};

const secondsSince = (instant: Date | null, clock: LedgerTime): number =>
  instant === null ? 0 : Math.max(0, (clock.now().getTime() - instant.getTime()) / 1000);
