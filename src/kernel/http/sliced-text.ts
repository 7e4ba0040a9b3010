/**
 * An answer that is too large to be generated at once: its text is generated in pieces, and other requests run between
 * slices. The slices are bytes outside the heap, so the objects that they were generated from can be freed before the
 * client has read anything.
 */
import { inSlices } from '../running/slices';

/** The number of characters that are written before the clock is checked; writing them takes a few tenths of a millisecond. */
const sliceLength = 16_384;

export const slicedText = async (pieces: Iterable<string>): Promise<readonly Buffer[]> => {
  const slices: Buffer[] = [];
  let slice = '';
  const pause = inSlices();
  for (const piece of pieces) {
    slice += piece;
    if (slice.length < sliceLength) continue;
    slices.push(Buffer.from(slice));
    slice = '';
    const turn = pause();
    if (turn) await turn;
  }
  slices.push(Buffer.from(slice));
  return slices;
};

/** Wraps the pieces of an answer's data in its envelope. */
export function* enveloped(pieces: Iterable<string>): Iterable<string> {
  yield '{"success":true,"data":';
  yield* pieces;
  yield '}';
}
