/**
 * Shows the progress of a long command: one line that is overwritten on a terminal, or a line every few seconds
 * elsewhere.
 */
import type { Progress } from '../../../packages/import/src';
import type { ProcessTime } from '../../kernel/clock';
import type { WorkDone } from '../../modules/ledgering';
import type { Runtime } from '../runtime';
import { terminalText } from '../terminal-text';
import { counted } from './run';

const terminalMs = 200;
const elsewhereMs = 4_000;

export interface ProgressLine<A> {
  tell(progress: A): void;
  /** Ends the line of progress, so that further output starts on a new line. */
  end(): void;
}

export const createProgressLine = <A>(
  { streams: { stderr }, clock }: Pick<Runtime, 'streams' | 'clock'>,
  isWanted: boolean,
  textOf: (progress: A) => string,
): ProgressLine<A> => {
  const isTTY = stderr.isTTY === true;
  const everyMs = isTTY ? terminalMs : elsewhereMs;
  let toldAt = clock.elapsed();
  let isOpen = false;
  return {
    tell: (progress) => {
      if (!isWanted) return;
      const text = terminalText(textOf(progress));
      const now = clock.elapsed();
      if (now - toldAt < everyMs) return;
      toldAt = now;
      stderr.write(isTTY ? `\r\u001B[K${text}` : `${text}\n`);
      isOpen = isTTY;
    },
    end: () => {
      if (isOpen) stderr.write('\n');
      isOpen = false;
    },
  };
};

/** Returns a function that prints the progress of an import; the rate is that of the current pass. */
export const importProgressText = (clock: ProcessTime): ((progress: Progress) => string) => {
  let startedAt = clock.elapsed();
  let inPass: Progress['pass'] | undefined;
  return ({ pass, bytes, ofBytes, lines, transactions }) => {
    const now = clock.elapsed();
    if (pass !== inPass) startedAt = now;
    inPass = pass;
    const rate = Math.round(transactions / Math.max((now - startedAt) / 1000, 0.001));
    const percent = Math.floor((100 * bytes) / Math.max(ofBytes, 1));
    return `${pass}: ${percent} %, line ${lines}, ${counted(transactions, 'transaction')}, ${rate} per second`;
  };
};

/** Prints the progress of a verification: ledgers, checks, and rows of the current ledger. */
export const verifyProgressText = ({
  done,
  of,
  checks,
  rows,
  ofRows,
}: WorkDone & { readonly done: number; readonly of: number }): string =>
  `ledger ${done + 1} of ${of}: ${checks} checks, ${rows.toLocaleString('en')} of ${ofRows.toLocaleString('en')} events and transactions`;
