/**
 * A line in which a subject has one place at a time, and leaves time to the others: where its next request waits already, it pauses for a
 * multiple of the time that the last one took. A subject that asks one thing after the other waits for nothing. A subject that pauses
 * holds no place that another could use.
 */
import type { ProcessTime } from '../clock';
import { createFairLine } from './line';
import { systemClock } from '../system-clock';

/** How long a subject pauses after its work: a multiple of the time that the work took, and at most so long. */
export interface Pace {
  readonly pauseTimes: number;
  readonly maxPauseMs: number;
}

export const pauseAfter = ({ pauseTimes, maxPauseMs }: Pace, tookMs: number): number =>
  Math.min(maxPauseMs, pauseTimes * tookMs);

export interface PacedLineLimits extends Pace {
  /** Places in all. */
  readonly places: number;
  readonly maxWaitMs: number;
  /** How many requests of one subject may wait. */
  readonly maxWaitingEach: number;
}

export interface PacedLine {
  /** The function that it answers gives the place back. Throws `OverShare` or `Unavailable` as a fair line does. */
  enter(subject: string): Promise<() => void>;
  waiting(): number;
}

export const createPacedLine = (
  { places, maxWaitMs, maxWaitingEach, ...pace }: PacedLineLimits,
  clock: Pick<ProcessTime, 'elapsed' | 'deadline'> = systemClock,
): PacedLine => {
  const turns = createFairLine({ places: Infinity, placesEach: 1, maxWaitMs, maxWaitingEach }, undefined, clock);
  // Each subject has one request here at most.
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
