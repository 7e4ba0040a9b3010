/** The result of an import: counts, and the first of its messages. */
import type { ProcessTime } from '../../../src/kernel/clock';
import type { ImportFormat } from './formats';
import type { LeftOutRow, Reason } from './rows';

/** A reason that the summary reports once, with the number of occurrences. */
export interface Remark extends Reason {
  /** The line of the first occurrence; 0 if it belongs to no line. */
  readonly line: number;
  readonly times: number;
}

export interface Summary {
  readonly format: ImportFormat;
  readonly isDryRun: boolean;
  /** All rows that were read: the sum of the posted, replayed, untried, left out and rejected ones. */
  readonly read: number;
  readonly posted: number;
  /** Rows that an earlier import of the same content posted. */
  readonly replayed: number;
  /** Rows of a dry run that were checked against the file only, because they refer to rows that the ledger does not have yet. */
  readonly untried: number;
  /** Rows that post nothing: rows of zero, and rows that the map leaves out. */
  readonly leftOut: number;
  readonly rejected: number;
  readonly accountsOpened: number;
  readonly journalsOpened: number;
  /** The number of asserted balances that were compared with the ledger, and how many of them differ. Differences are remarks. */
  readonly assertionsChecked: number;
  readonly assertionsFailed: number;
  readonly rejections: readonly Remark[];
  readonly remarks: readonly Remark[];
  readonly rejectedFile: string | null;
  readonly seconds: number;
}

/** The limit of rejections in the summary. The file of rejected rows has all of them. */
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

/** The summary reports a fault of an account once, and not for each row that names the account. */
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
