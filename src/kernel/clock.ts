/**
 * There are two kinds of time. The ledger's time dates records and decides what is due; all processes that share a
 * ledger must agree on it. A process's own time measures durations and waits; it never goes back and says nothing about
 * dates. Everything that dates, measures or waits calls this port, so a test that moves the clock moves all of it.
 */
import type { LedgerId } from './ids';

export interface LedgerTime {
  /**
   * Returns the real time, or the time of the given ledger: the two differ if the ledger has a test clock that has been moved
   * (`test-clocks`).
   */
  now(ledgerId?: LedgerId): Date;
}

export interface ProcessTime {
  /**
   * Returns the milliseconds since a fixed moment of this process. Only differences between two readings are
   * meaningful.
   */
  elapsed(): number;
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts; the caller checks the signal to know which of the two happened. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `act` once after `ms` milliseconds unless the deadline is cancelled. Network answers that have arrived by then are read before
   * `act` is called. A deadline does not keep the process alive.
   */
  deadline(ms: number, act?: () => void): Deadline;
}

export interface Deadline {
  /** Returns the milliseconds until the deadline; 0 after it has passed. */
  leftMs(): number;
  cancel(): void;
}

export interface Clock extends LedgerTime, ProcessTime {}
