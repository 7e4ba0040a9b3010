/** How far an import is: a line that is written over on a terminal, and a line each few seconds elsewhere. */
import type { Progress } from '../../import';

const terminalMs = 200;
const elsewhereMs = 5_000;

export interface ProgressLine {
  tell(progress: Progress): void;
  /** Ends the line. */
  end(): void;
}

export const createProgressLine = (isWanted: boolean): ProgressLine => {
  const { isTTY } = process.stderr;
  const everyMs = isTTY ? terminalMs : elsewhereMs;
  let toldAt = performance.now();
  let startedAt = performance.now();
  let pass: Progress['pass'] | undefined;
  let isOpen = false;
  return {
    tell: (progress) => {
      if (!isWanted) return;
      const now = performance.now();
      if (progress.pass !== pass) startedAt = now;
      pass = progress.pass;
      if (now - toldAt < everyMs) return;
      toldAt = now;
      const { bytes, ofBytes, lines, transactions } = progress;
      const rate = Math.round(transactions / Math.max((now - startedAt) / 1000, 0.001));
      const percent = Math.floor((100 * bytes) / Math.max(ofBytes, 1));
      const text = `${pass}: ${percent} %, line ${lines}, ${transactions} transactions, ${rate} a second`;
      process.stderr.write(isTTY ? `\r\u001B[K${text}` : `${text}\n`);
      isOpen = isTTY;
    },
    end: () => {
      if (isOpen) process.stderr.write('\n');
      isOpen = false;
    },
  };
};
