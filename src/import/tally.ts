/** What came of an import: counted, with the first of what is to be told. */
import type { ProcessTime } from '../kernel/clock';
import type { Reason } from './rows';

export interface Rejection extends Reason {
  readonly line: number;
}

export interface Remark extends Reason {
  /** The first; 0 where it is of no line. */
  readonly line: number;
  readonly times: number;
}

export interface Summary {
  readonly isDryRun: boolean;
  /** Transactions that were read. */
  readonly transactions: number;
  readonly posted: number;
  /** Posted by an earlier import of the same. */
  readonly replayed: number;
  /** Of a dry run: judged by what the file says alone. */
  readonly untried: number;
  readonly rejected: number;
  readonly accountsOpened: number;
  readonly journalsOpened: number;
  readonly rejections: readonly Rejection[];
  readonly remarks: readonly Remark[];
  readonly rejectedFile: string | null;
  readonly seconds: number;
}

/** Told in the summary; all of them are in the file of rejected rows. */
export const maxToldRejections = 100;
const maxRemarks = 100;

export interface Tally {
  read(): void;
  posted(rows: number): void;
  replayed(rows: number): void;
  untried(rows: number): void;
  reject(line: number, reason: Reason): void;
  remark(line: number, code: string, message: string): void;
  opened(accounts: number, journals: number): void;
  rejectedFile(path: string | null): void;
  summary(): Summary;
}

export const createTally = (isDryRun: boolean, clock: Pick<ProcessTime, 'elapsed'>): Tally => {
  const startedAt = clock.elapsed();
  const counts = { transactions: 0, posted: 0, replayed: 0, untried: 0, rejected: 0 };
  const openedCounts = { accountsOpened: 0, journalsOpened: 0 };
  const rejections: Rejection[] = [];
  const remarks = new Map<string, { line: number; code: string; message: string; times: number }>();
  let file: string | null = null;
  return {
    read: () => void (counts.transactions += 1),
    posted: (rows) => void (counts.posted += rows),
    replayed: (rows) => void (counts.replayed += rows),
    untried: (rows) => void (counts.untried += rows),
    reject: (line, { code, message }) => {
      counts.rejected += 1;
      if (rejections.length < maxToldRejections) rejections.push({ line, code, message });
    },
    remark: (line, code, message) => {
      const id = `${code} ${message}`;
      const before = remarks.get(id);
      if (before) before.times += 1;
      else if (remarks.size < maxRemarks) remarks.set(id, { line, code, message, times: 1 });
    },
    opened: (accountsOpened, journalsOpened) => void Object.assign(openedCounts, { accountsOpened, journalsOpened }),
    rejectedFile: (path) => void (file = path),
    summary: () => ({
      isDryRun,
      ...counts,
      ...openedCounts,
      rejections,
      remarks: [...remarks.values()],
      rejectedFile: file,
      seconds: (clock.elapsed() - startedAt) / 1000,
    }),
  };
};
