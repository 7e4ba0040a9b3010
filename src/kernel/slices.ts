/**
 * Long work in slices, so that everybody else gets a turn of the event loop in between. One slice a turn for the whole
 * process: of several who work long at the same time each waits for its own turn, or all their slices together would be
 * one long one.
 */
export type Pause = () => Promise<void> | undefined;

const maxSliceMs = 5;

let turns: Promise<void> = Promise.resolve();

/** Begins the first slice. To be awaited between two pieces of work: it waits for a turn where the slice is over. */
export const inSlices = (): Pause => {
  let begunAt = performance.now();
  return () => {
    if (performance.now() - begunAt < maxSliceMs) return undefined;
    turns = turns.then(() => new Promise((resolve) => setImmediate(resolve)));
    return turns.then(() => {
      begunAt = performance.now();
    });
  };
};
