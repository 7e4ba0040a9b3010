/**
 * Whether the database takes writes. Where its disk is full, or it is a standby that follows another, reads go on, so only the
 * writes themselves can tell. After a while without any write the complaint lapses, so that a write is tried again.
 */
import type { ProcessTime } from '../clock';
import { systemClock } from '../system-clock';

export interface WriteHealth {
  failed(error: unknown): void;
  succeeded(): void;
  /** The error that PostgreSQL gave to the last writes in a row; undefined where it is not known to refuse them. */
  complaint(): string | undefined;
}

/** SQLSTATE 53xxx: out of disk, memory, connections, or beyond a configured limit. 25006: it only reads. */
const takesNone = /^(53|25006)/;
const faultsInARow = 3;
const complaintLapsesMs = 10_000;

export const createWriteHealth = (clock: Pick<ProcessTime, 'elapsed'> = systemClock): WriteHealth => {
  let faults = 0;
  let last = { code: '', at: -Infinity };
  return {
    failed: (error) => {
      const code = sqlStateOf(error);
      if (code === undefined || !takesNone.test(code)) return;
      faults += 1;
      last = { code, at: clock.elapsed() };
    },
    succeeded: () => {
      faults = 0;
    },
    complaint: () => (faults >= faultsInARow && clock.elapsed() - last.at < complaintLapsesMs ? last.code : undefined),
  };
};

const sqlStateOf = (error: unknown): string | undefined => {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? undefined : sqlStateOf(cause);
};
