/**
 * Determines whether the service can work now: the database answers, its schema is the expected one, and posting keeps
 * up.
 */
import type { ProcessTime } from '../kernel/clock';
import { pendingMigrations } from '../kernel/postgres/migrate';
import type { WatchedReplica } from '../kernel/postgres/replica';
import type { WriteHealth } from '../kernel/postgres/write-health';
import { systemClock } from '../kernel/running/system-clock';
import type { Config } from './config';
import type { PepperCheck } from './pepper';
import type { Backlog, Ledgering } from '../modules/ledgering';

export interface Readiness {
  /**
   * `degraded`: some nodes of the database are unavailable and the ledgers on all others are served, or the clock of this machine is wrong.
   * The process should keep its traffic.
   */
  readonly status: 'ready' | 'degraded' | 'not ready';
  /** Each check is `ok`, or a description of its fault. */
  readonly checks: {
    readonly database: string;
    readonly migrations: string;
    readonly pepper: string;
    readonly poster: string;
    /**
     * Whether the clock of this machine is right. The database's clock decides due times, so a wrong machine clock only stops background
     * work.
     */
    readonly clock: string;
    /** Present if there is a replica. If the replica is unavailable, the primary answers its reads, so the service is still ready. */
    readonly replica?: string;
  };
  readonly posterLagSeconds: number | null;
  /** The transactions that wait to be posted; undefined if they cannot be read. */
  readonly backlog: Backlog | undefined;
}

const awayReplica = 'away: the primary answers its reads';

/**
 * The age of the oldest waiting transaction at which the poster counts as stopped or overloaded; posting normally takes well under a
 * second.
 */
export const maxPosterLagSeconds = 30;

export interface ReadinessSources {
  readonly ledgering: Pick<Ledgering, 'backlog'>;
  readonly appliedMigrations: () => Promise<readonly string[]>;
  readonly pepper: Pick<PepperCheck, 'complaint'>;
  readonly writes: Pick<WriteHealth, 'complaint'>;
  readonly replica?: Pick<WatchedReplica, 'isThere'> | undefined;
  readonly clock?: Pick<ProcessTime, 'elapsed'>;
  readonly role?: Config['role'];
  readonly clockComplaint?: (() => string | undefined) | undefined;
}

export const createReadiness = ({
  ledgering,
  appliedMigrations,
  pepper,
  writes,
  replica,
  clock = systemClock,
  role = 'all',
  clockComplaint = () => undefined,
}: ReadinessSources): (() => Promise<Readiness>) => {
  const unknown = 'unknown: the database cannot be reached';
  // This process measures by its own clock how long it has seen the same oldest transaction waiting. The time in the id is not used,
  // because it comes from the process that created the id, whose clock may be wrong.
  let oldest: { readonly id: string; readonly seenAt: number } | undefined;
  const lagOf = (oldestId: string | null): number => {
    if (oldestId === null) oldest = undefined;
    else if (oldest?.id !== oldestId) oldest = { id: oldestId, seenAt: clock.elapsed() };
    return oldest === undefined ? 0 : (clock.elapsed() - oldest.seenAt) / 1000;
  };
  return async () => {
    let missing: readonly string[];
    let lag = 0;
    let otherPepper: string | undefined;
    let backlog: Backlog | undefined;
    let away: readonly string[] = [];
    try {
      missing = pendingMigrations(await appliedMigrations());
      if (missing.length === 0) {
        otherPepper = await pepper.complaint();
        backlog = await ledgering.backlog();
        lag = lagOf(backlog.oldestId);
        away = backlog.nodes.flatMap(({ name, isAway }) => (isAway ? name : []));
      }
    } catch {
      const checks = {
        database: 'cannot be reached',
        migrations: unknown,
        pepper: unknown,
        poster: unknown,
        clock: unknown,
      };
      return { status: 'not ready', checks, posterLagSeconds: null, backlog: undefined };
    }
    const refusal = writes.complaint();
    const checks = {
      database: refusal === undefined ? 'ok' : `takes no writes: ${refusal}`,
      migrations: missing.length === 0 ? 'ok' : `missing: ${missing.join(', ')}. Run: npx ledger migrate`,
      pepper: otherPepper ?? 'ok',
      poster: lag <= maxPosterLagSeconds ? 'ok' : `the oldest pending transaction has waited ${Math.round(lag)} s`,
    };
    const wrongClock = clockComplaint();
    const isReady = Object.values(checks).every((check) => check === 'ok') && (role !== 'worker' || !wrongClock);
    if (isReady && away.length > 0) checks.database = `degraded: ${away.join(', ')} cannot be reached`;
    return {
      status: !isReady ? 'not ready' : away.length > 0 || wrongClock ? 'degraded' : 'ready',
      checks: {
        ...checks,
        clock: wrongClock ?? 'ok',
        ...(replica ? { replica: replica.isThere() ? 'ok' : awayReplica } : {}),
      },
      posterLagSeconds: missing.length > 0 ? null : Math.round(lag * 1000) / 1000,
      backlog,
    };
  };
};
