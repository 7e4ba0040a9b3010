/** Exports are sent in pieces of bounded length. A read that fails for a reason that may pass is retried for a while. */
import type { ProcessTime } from '../../../kernel/clock';
import { isTransient } from '../../../kernel/refusal';

const pieceLength = 32_768;
const againMs = 200;

export interface PieceCutter {
  /** Adds text and yields the pieces that are full. */
  cut(text: string): Generator<string>;
  /** Returns the remaining text, which is shorter than a piece. */
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

/** Returns the end of the first piece, moved back by one if it would split a character of two UTF-16 code units. */
const endOfPiece = (text: string): number => {
  const last = text.charCodeAt(pieceLength - 1);
  return last >= 0xd800 && last < 0xdc00 ? pieceLength - 1 : pieceLength;
};

/** Retries a read that failed for a transient reason, for at most `retryMs` and while the client is connected. */
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
