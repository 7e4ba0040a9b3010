/**
 * An answer that is too large to be made at once: its text is made in pieces, and between slices other requests have a
 * turn. The pieces are bytes outside the heap; the objects they are made of can be freed before the client has read any of
 * it.
 */
import { inSlices } from '../slices';

/** In some tenths of a millisecond so much is written; then the clock is looked at. */
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

/** The envelope of an answer around the pieces of its data. */
export function* enveloped(pieces: Iterable<string>): Iterable<string> {
  yield '{"success":true,"data":';
  yield* pieces;
  yield '}';
}
