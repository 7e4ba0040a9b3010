/**
 * Divides long work into slices, so that other requests get a turn of the event loop in between. The process runs one
 * slice per turn: two requests with long work take turns, because two slices in one turn would delay others as much as
 * one long slice.
 */
import type { ProcessTime } from '../clock';
import type { Pieces } from '../pieces';
import { nextTurn } from './event-loop';
import { systemClock } from './system-clock';

export type Pause = () => Promise<void> | undefined;

const maxSliceMs = 5;

let turns: Promise<void> = Promise.resolve();

/**
 * Begins the first slice. The caller awaits the returned function between two pieces of work: when the slice is over,
 * it waits for a turn.
 */
export const inSlices = (clock: Pick<ProcessTime, 'elapsed'> = systemClock): Pause => {
  let begunAt = clock.elapsed();
  return () => {
    if (clock.elapsed() - begunAt < maxSliceMs) return undefined;
    turns = turns.then(nextTurn);
    return turns.then(() => {
      begunAt = clock.elapsed();
    });
  };
};

/** Runs all pieces, lets other work run whenever a slice is over, and returns the result. */
export const finished = async <A>(pieces: Pieces<A>, pause: Pause): Promise<A> => {
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
    const turn = pause();
    if (turn) await turn;
  }
};
