/** Collects the text of a stream, and waits for a pattern in it without polling. */
import type { Readable } from 'node:stream';

export interface Heard {
  text(): string;
  /**
   * Resolves with the first match in the whole text of the stream, whether the text arrived before the call or arrives later. Rejects if
   * the stream closes without a match.
   */
  says(pattern: RegExp): Promise<RegExpExecArray>;
}

export const hear = (stream: Readable): Heard => {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => (text += more));
  const find = (pattern: RegExp): RegExpExecArray | null =>
    new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).exec(text);
  return {
    text: () => text,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): boolean => {
          const found = find(pattern);
          if (found) resolve(found);
          else if (stream.closed) reject(new Error(`the process ended and never said ${pattern}: ${text}`));
          return found !== null || stream.closed;
        };
        const lookAgain = (): void => {
          if (look()) stream.off('data', lookAgain).off('close', lookAgain);
        };
        if (!look()) stream.on('data', lookAgain).on('close', lookAgain);
      }),
  };
};
