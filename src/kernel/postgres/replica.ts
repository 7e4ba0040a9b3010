/**
 * The replica of the database: a standby that follows the primary and answers reads. If the replica is unavailable, lags, or cancels a read
 * because of what it replays, the primary answers. An unavailable replica receives no reads for one second; then it is inspected in the
 * background, so that no request waits for it.
 */
import type { ProcessTime } from '../clock';
import type { ReplicaOutcome } from '../observations';
import { Unavailable } from '../refusal';
import { systemClock } from '../running/system-clock';
import type { Log } from '../tokens';
import { isHouseFault, isRetryable, isUnavailable, tookTooLong } from './sql';
import type { PostgresUnitOfWork } from './unit-of-work';

type Reader = Pick<PostgresUnitOfWork, 'read'>;

export interface Replica {
  /** Returns the replica's answer; undefined if it has none, for example if `reading` finds that it lags. */
  ask<A>(reading: (replica: Reader) => Promise<A | undefined>): Promise<A | undefined>;
}

/** The replica of an installation that has none: the primary answers everything. */
export const noReplica: Replica = { ask: async () => undefined };

export interface WatchedReplica extends Replica {
  /** Inspects the replica for the first time. Throws if it is reachable but unfit, but not if it is unavailable. */
  open(): Promise<void>;
  /** Returns whether the replica answered the last read or inspection. */
  isThere(): boolean;
}

export interface ReplicaParts {
  readonly unitOfWork: Reader;
  /** Inspects the replica. Throws if it is unavailable or unfit. */
  readonly inspect: () => Promise<void>;
  readonly log: Log;
  /** Receives the outcome of each read that the replica might have answered. */
  readonly observe: (outcome: ReplicaOutcome) => void;
  readonly clock?: Pick<ProcessTime, 'elapsed'>;
}

export const leftAloneMs = 1_000;

export const createReplica = ({
  unitOfWork,
  inspect,
  log,
  observe,
  clock = systemClock,
}: ReplicaParts): WatchedReplica => {
  let isThere = false;
  let lookAgainAt = -Infinity;
  let lastComplaint = '';

  const leaveAlone = (error: unknown): void => {
    isThere = false;
    lookAgainAt = clock.elapsed() + leftAloneMs;
    const complaint = (error as Error).message;
    // Each complaint is logged once, however often the replica is inspected.
    if (complaint !== lastComplaint) log.warn({ error }, 'the replica cannot be reached, so the primary answers');
    lastComplaint = complaint;
  };

  const takeUp = (): void => {
    isThere = true;
    lastComplaint = '';
    log.info({}, 'the replica answers reads that may be behind');
  };

  const lookAgain = (): void => {
    if (clock.elapsed() < lookAgainAt) return;
    // Only one inspection runs at a time: the next one cannot start until this value is set again.
    lookAgainAt = Infinity;
    void inspect().then(takeUp, leaveAlone);
  };

  return {
    isThere: () => isThere,
    open: () =>
      inspect().then(takeUp, (error: unknown) => {
        if (!isUnavailable(error)) throw error;
        leaveAlone(error);
      }),
    ask: async (reading) => {
      if (!isThere) {
        lookAgain();
        observe('away');
        return undefined;
      }
      try {
        const answer = await reading(unitOfWork);
        observe(answer === undefined ? 'behind' : 'answered');
        return answer;
      } catch (error) {
        const cause = causeIn(error);
        // If the read exceeded its time limit, it would do so on the primary too, so the primary is not asked.
        if (cause === undefined || tookTooLong(cause) || isHouseFault(error)) throw error;
        const isConflict = isRetryable(cause);
        if (!isConflict) leaveAlone(cause);
        observe(isConflict ? 'conflict' : 'away');
        return undefined;
      }
    },
  };
};

/**
 * Returns the error of PostgreSQL or of the connection. Undefined if the read failed for another reason: the caller exceeded its share, or
 * our code has a fault.
 */
const causeIn = (error: unknown): unknown => (error instanceof Unavailable ? error.cause : undefined);
