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
 * Begins the first slice. The caller awaits the returned function between two pieces of work: if the slice is over, the function waits
 * until the next slice may begin.
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

/** Runs all pieces and returns the result; other work runs between two slices. */
export const finished = async <A>(pieces: Pieces<A>, pause: Pause): Promise<A> => {
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
    const turn = pause();
    if (turn) await turn;
  }
};
