/** The result of an import: counts of rows, and the first messages. */
import type { ProcessTime } from '../../../src/kernel/clock';
import type { ImportFormat } from './formats';
import type { LeftOutRow, Reason } from './rows';

/** A message that the summary reports once, with the number of its occurrences. */
export interface Remark extends Reason {
  /** The line of the first occurrence; 0 if the message is about no particular line. */
  readonly line: number;
  readonly times: number;
}

export interface Summary {
  readonly format: ImportFormat;
  readonly isDryRun: boolean;
  /** The number of all rows that were read: the sum of the posted, replayed, untried, left out and rejected ones. */
  readonly read: number;
  readonly posted: number;
  /** The number of rows that an earlier import of the same content posted. */
  readonly replayed: number;
  /** The number of rows that a dry run checked without the ledger, because they refer to transactions that are not in the ledger yet. */
  readonly untried: number;
  /** The number of rows that post nothing: rows with an amount of zero, and rows that the map leaves out. */
  readonly leftOut: number;
  readonly rejected: number;
  readonly accountsOpened: number;
  readonly journalsOpened: number;
  /** The number of asserted balances that were compared with the ledger. Each difference is reported as a remark. */
  readonly assertionsChecked: number;
  readonly assertionsFailed: number;
  readonly rejections: readonly Remark[];
  readonly remarks: readonly Remark[];
  readonly rejectedFile: string | null;
  readonly seconds: number;
}

/** The maximum number of rejected rows in the summary. The file of rejected rows contains all of them. */
export const maxToldRejections = 100;
const maxRemarks = 100;

export interface Tally {
  posted(rows: number): void;
  replayed(rows: number): void;
  untried(rows: number): void;
  leftOut(row: LeftOutRow): void;
  reject(line: number, reason: Reason): void;
  remark(line: number, code: string, message: string): void;
  asserted(checked: number, failed: readonly (Reason & { readonly line: number })[]): void;
  opened(accounts: number, journals: number): void;
  rejectedFile(path: string | null): void;
  summary(): Summary;
}

/** Returns whether the code is about an account. The summary reports the fault of an account once, not for each row that names it. */
const isOfAccount = (code: string): boolean => code.startsWith('ACCOUNT_');

export const createTally = (format: ImportFormat, isDryRun: boolean, clock: Pick<ProcessTime, 'elapsed'>): Tally => {
  const startedAt = clock.elapsed();
  const counts = { posted: 0, replayed: 0, untried: 0, leftOut: 0, rejected: 0 };
  const assertedCounts = { assertionsChecked: 0, assertionsFailed: 0 };
  const openedCounts = { accountsOpened: 0, journalsOpened: 0 };
  const rejections = new Map<string, { line: number; code: string; message: string; times: number }>();
  const remarks = new Map<string, { line: number; code: string; message: string; times: number }>();
  let file: string | null = null;
  const tell = (told: typeof remarks, atMost: number, line: number, { code, message }: Reason, times = 1): void => {
    const id = told === rejections && !isOfAccount(code) ? String(counts.rejected) : `${code} ${message}`;
    const before = told.get(id);
    if (before) before.times += times;
    else if (told.size < atMost) told.set(id, { line, code, message, times });
  };
  return {
    posted: (rows) => void (counts.posted += rows),
    replayed: (rows) => void (counts.replayed += rows),
    untried: (rows) => void (counts.untried += rows),
    leftOut: ({ line, code, message, times = 1 }) => {
      counts.leftOut += times;
      tell(remarks, maxRemarks, line, { code, message }, times);
    },
    reject: (line, reason) => {
      counts.rejected += 1;
      tell(rejections, maxToldRejections, line, reason);
    },
    remark: (line, code, message) => tell(remarks, maxRemarks, line, { code, message }),
    asserted: (assertionsChecked, failed) => {
      Object.assign(assertedCounts, { assertionsChecked, assertionsFailed: failed.length });
      for (const { line, ...reason } of failed) tell(remarks, maxRemarks, line, reason);
    },
    opened: (accountsOpened, journalsOpened) => void Object.assign(openedCounts, { accountsOpened, journalsOpened }),
    rejectedFile: (path) => void (file = path),
    summary: () => ({
      format,
      isDryRun,
      read: Object.values(counts).reduce((sum, count) => sum + count, 0),
      ...counts,
      ...openedCounts,
      ...assertedCounts,
      rejections: [...rejections.values()],
      remarks: [...remarks.values()],
      rejectedFile: file,
      seconds: (clock.elapsed() - startedAt) / 1000,
    }),
  };
};
