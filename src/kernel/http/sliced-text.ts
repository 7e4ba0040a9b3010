/**
 * An answer that is too large to be made at once: its text comes in pieces, and between slices everybody else has a turn.
 * What is made is bytes outside of the heap; what it was made of can go before the client has taken any of it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

const sliceLength = 65_536;

export const slicedText = async (pieces: Iterable<string>): Promise<readonly Buffer[]> => {
  const slices: Buffer[] = [];
  let slice = '';
  for (const piece of pieces) {
    slice += piece;
    if (slice.length < sliceLength) continue;
    slices.push(Buffer.from(slice));
    slice = '';
    await nextTurn();
  }
  slices.push(Buffer.from(slice));
  return slices;
};
