/**
 * Records whether the database accepts writes. If its disk is full, if it is a standby, if a right is missing or a commit hangs, reads
 * still work, so only writes reveal the fault. After some time without any write the record is cleared, so that a write is tried again.
 */
import type { ProcessTime } from '../clock';
import { HouseFault, SilentCommit } from '../refusal';
import { systemClock } from '../running/system-clock';

export interface WriteHealth {
  failed(error: unknown): void;
  succeeded(): void;
  /** Returns why recent writes failed; undefined unless the database is known to refuse writes. */
  complaint(): string | undefined;
}

/** Matches SQLSTATE 53xxx (out of disk, memory or connections, or beyond a configured limit) and 25006 (read-only). */
const takesNone = /^(53|25006)/;
const faultsInARow = 3;
const complaintLapsesMs = 10_000;
/**
 * The number of house faults within `complaintLapsesMs` that count as a refusal of writes. A missing right concerns one table, so a
 * successful write to another table does not reset their count.
 */
const maxHouseFaults = 3;

export const createWriteHealth = (clock: Pick<ProcessTime, 'elapsed'> = systemClock): WriteHealth => {
  let inARow = 0;
  let last = { why: '', at: -Infinity };
  /** The times of the last house faults, the latest first. */
  let houseFaults: readonly number[] = [];
  let houseFault = '';
  const isRecent = (at: number): boolean => clock.elapsed() - at < complaintLapsesMs;
  return {
    failed: (error) => {
      const at = clock.elapsed();
      if (error instanceof HouseFault) {
        houseFaults = [at, ...houseFaults].slice(0, maxHouseFaults);
        houseFault = answered(error.code);
        return;
      }
      const code = codeIn(error);
      if (error instanceof SilentCommit) {
        // One silent commit is enough, because it has already lasted for seconds.
        inARow = faultsInARow;
        last = { why: 'a commit has no answer', at };
      } else if (code !== undefined && takesNone.test(code)) {
        inARow += 1;
        last = { why: answered(code), at };
      }
    },
    succeeded: () => {
      inARow = 0;
    },
    complaint: () => {
      if (inARow >= faultsInARow && isRecent(last.at)) return last.why;
      return houseFaults.length === maxHouseFaults && houseFaults.every(isRecent) ? houseFault : undefined;
    },
  };
};

const answered = (code: string): string => `PostgreSQL answers ${code}`;

/** Returns the error code of PostgreSQL or of the operating system, from the first error in the chain of causes that has a code. */
const codeIn = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? undefined : codeIn(cause);
};
