/**
 * Long work in slices, so that other requests get a turn of the event loop in between. The process runs one slice a turn:
 * two requests that both work long wait for each other, because their slices in the same turn would be as bad as one long
 * one.
 */
import type { ProcessTime } from './clock';
import { nextTurn } from './event-loop';
import { systemClock } from './system-clock';

export type Pause = () => Promise<void> | undefined;

/** Work that stops after each piece, and goes on when it is asked to. */
export type Pieces<A> = Generator<void, A, void>;

/** How many small things are looked at between two pauses: to look at the clock after each would cost as much as the thing. */
export const itemsAPiece = 64;

const maxSliceMs = 5;

let turns: Promise<void> = Promise.resolve();

/**
 * Begins the first slice. Await what it returns between two pieces of work: where the slice is over, it waits for a turn.
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

/** Works off all pieces without a pause: what they come to. */
export const atOnce = <A>(pieces: Pieces<A>): A => {
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
  }
};

/** Works off all pieces, and lets others in where a slice is over: what they come to. */
export const finished = async <A>(pieces: Pieces<A>, pause: Pause): Promise<A> => {
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
    const turn = pause();
    if (turn) await turn;
  }
};
