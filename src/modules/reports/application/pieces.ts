/** How exports are sent: in pieces of bounded length, from parts that are read again for a while if they cannot be read at once. */
import type { ProcessTime } from '../../../kernel/clock';
import { isTransient } from '../../../kernel/refusal';

const pieceLength = 32_768;
const againMs = 200;

export interface PieceCutter {
  /** Adds text, and returns the pieces that are full. */
  cut(text: string): Generator<string>;
  /** The text that fills no piece yet. */
  rest(): string;
}

export const createPieceCutter = (beginning: string): PieceCutter => {
  let piece = beginning;
  return {
    *cut(text) {
      piece += text;
      while (piece.length >= pieceLength) {
        const end = endOfPiece(piece);
        yield piece.slice(0, end);
        piece = piece.slice(end);
      }
    },
    rest: () => piece,
  };
};

/** A character of two code units stays whole. */
const endOfPiece = (text: string): number => {
  const last = text.charCodeAt(pieceLength - 1);
  return last >= 0xd800 && last < 0xdc00 ? pieceLength - 1 : pieceLength;
};

/** Repeats a read that failed for a reason that may pass, for at most `retryMs` and while the reader is there. */
export const persistently =
  (clock: ProcessTime, retryMs: number, gone: AbortSignal) =>
  async <A>(read: () => Promise<A>): Promise<A> => {
    const deadline = clock.deadline(retryMs);
    for (;;)
      try {
        return await read();
      } catch (error) {
        if (!isTransient(error) || gone.aborted || deadline.leftMs() === 0) throw error;
        await clock.sleep(againMs);
      }
  };
