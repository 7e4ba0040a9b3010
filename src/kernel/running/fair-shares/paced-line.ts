/**
 * A queue in which a subject has one place at a time and leaves time to others: if its next request already waits, the subject pauses for a
 * multiple of the time that its last request took. A subject that sends its next request only after an answer never pauses. A pausing
 * subject holds no place that another could use.
 */
import type { ProcessTime } from '../../clock';
import { createFairLine } from './line';
import { systemClock } from '../system-clock';

/** How long a subject pauses after its work: a multiple of the duration of that work, up to a maximum. */
export interface Pace {
  readonly pauseTimes: number;
  readonly maxPauseMs: number;
}

export const pauseAfter = ({ pauseTimes, maxPauseMs }: Pace, tookMs: number): number =>
  Math.min(maxPauseMs, pauseTimes * tookMs);

export interface PacedLineLimits extends Pace {
  /** The number of places in total, for all subjects together. */
  readonly places: number;
  readonly maxWaitMs: number;
  /** How many requests of one subject may wait. */
  readonly maxWaitingEach: number;
}

export interface PacedLine {
  /** Waits for a place, and returns the function that releases it. Throws `OverShare` or `Unavailable` like a fair line. */
  enter(subject: string): Promise<() => void>;
  waiting(): number;
}

export const createPacedLine = (
  { places, maxWaitMs, maxWaitingEach, ...pace }: PacedLineLimits,
  clock: Pick<ProcessTime, 'elapsed' | 'deadline'> = systemClock,
): PacedLine => {
  const turns = createFairLine({ places: Infinity, placesEach: 1, maxWaitMs, maxWaitingEach }, undefined, clock);
  // Each subject has at most one request in this inner queue.
  const together = createFairLine({ places, placesEach: 1, maxWaitMs, maxWaitingEach: 1 }, undefined, clock);
  return {
    enter: async (subject) => {
      await turns.enter(subject);
      try {
        await together.enter(subject);
      } catch (fault) {
        turns.leave(subject);
        throw fault;
      }
      const enteredAt = clock.elapsed();
      return () => {
        together.leave(subject);
        if (!turns.isWaitedFor(subject)) return turns.leave(subject);
        const pauseMs = pauseAfter(pace, clock.elapsed() - enteredAt);
        if (pauseMs <= 0) return turns.leave(subject);
        clock.deadline(pauseMs, () => turns.leave(subject));
      };
    },
    waiting: () => turns.counts().waiting + together.counts().waiting,
  };
};
