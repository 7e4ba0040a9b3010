/**
 * The replica of the database: a standby that follows the primary and answers reads. It may be away, behind, or at odds with
 * what it replays, and then the primary answers. One that is away is left alone for a second, and looked at again beside the
 * requests: none of them waits for it.
 */
import type { ProcessTime } from '../clock';
import type { ReplicaOutcome } from '../observations';
import { Unavailable } from '../refusal';
import { systemClock } from '../system-clock';
import type { Log } from '../tokens';
import { isHouseFault, isRetryable, isUnavailable, tookTooLong } from './sql';
import type { PostgresUnitOfWork } from './unit-of-work';

type Reader = Pick<PostgresUnitOfWork, 'read'>;

export interface Replica {
  /** What the replica answers; undefined where it has no answer, as where `reading` finds that it is behind. */
  ask<A>(reading: (replica: Reader) => Promise<A | undefined>): Promise<A | undefined>;
}

/** Where there is none, the primary answers everything. */
export const noReplica: Replica = { ask: async () => undefined };

export interface WatchedReplica extends Replica {
  /** Looks at it for the first time. Throws where it is there and unfit, but not where it is away. */
  open(): Promise<void>;
  /** Whether it answered when it was last asked. */
  isThere(): boolean;
}

export interface ReplicaParts {
  readonly unitOfWork: Reader;
  /** Throws where the replica is away, or is not to be asked. */
  readonly inspect: () => Promise<void>;
  readonly log: Log;
  /** Told of each read that the replica might have answered. */
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
    // Said once, however often it is looked at.
    if (complaint !== lastComplaint) log.warn({ error }, 'the replica cannot be asked, and the primary answers');
    lastComplaint = complaint;
  };

  const takeUp = (): void => {
    isThere = true;
    lastComplaint = '';
    log.info({}, 'the replica answers reads that may be behind');
  };

  const lookAgain = (): void => {
    if (clock.elapsed() < lookAgainAt) return;
    // Until this look has ended.
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
        // A read that took too long would take as long on the primary.
        if (cause === undefined || tookTooLong(cause) || isHouseFault(error)) throw error;
        const isConflict = isRetryable(cause);
        if (!isConflict) leaveAlone(cause);
        observe(isConflict ? 'conflict' : 'away');
        return undefined;
      }
    },
  };
};

/** What PostgreSQL or the connection said; undefined of a caller who is beyond its share, and of faults of our own. */
const causeIn = (error: unknown): unknown => (error instanceof Unavailable ? error.cause : undefined);
