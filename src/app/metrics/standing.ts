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
  const ready = gauge('ledger_ready', 'Whether each check of /readyz is met: 1, or 0', 'check');
  const lag = gauge('ledger_poster_lag_seconds', 'How long this process has seen the oldest transaction wait');
  const waiting = gauge(
    'ledger_backlog_transactions',
    'Accepted transactions that wait to be posted, counted up to 100,000',
  );
  const oldest = gauge('ledger_backlog_oldest_seconds', 'How long ago the oldest of them was accepted');
  const nodesUp = gauge(
    'ledger_database_node_up',
    'Whether each node that ledgers are on can be reached; nothing where they are all on one',
    'node',
  );
  const connections = gauge(
    'ledger_database_pool_connections',
    'Connections to the database that are open, by pool and by what they do',
    'pool',
    'state',
  );
  const maxConnections = gauge(
    'ledger_database_pool_max_connections',
    'How many connections a pool may have open',
    'pool',
  );
  const poolWaiting = gauge(
    'ledger_database_pool_waiting',
    'Transactions that wait for a connection: for a share of the pool (light, heavy), or for the pool itself (any)',
    'pool',
    'weight',
  );
  const streams = gauge('ledger_event_streams_open', 'Streams of events that are open');
  const admitted = gauge(
    'ledger_admission_requests',
    'Requests whose body is arriving, that wait for a place, or are served',
    'state',
  );
  const turnedAway = new Counter({
    name: 'ledger_admission_refused_total',
    help: 'Requests that found too many before them',
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
  const up = new Gauge({ name: 'ledger_replica_up', help: 'Whether the replica answers: 1, or 0', registers });
  const seconds = new Gauge({
    name: 'ledger_replica_lag_seconds',
    help: 'How old the last transaction is that the replica has replayed; 0 where it has replayed all of them',
    registers,
  });
  const bytes = new Gauge({
    name: 'ledger_replica_lag_bytes',
    help: 'How much of what the primary has written the replica has not replayed',
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
