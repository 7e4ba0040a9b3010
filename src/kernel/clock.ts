/**
 * Time has two faces. The ledger's time dates things and decides what is due, and all processes that share a ledger must agree on it.
 * A process's own time measures and waits; it never goes back and says nothing about dates. Everything that dates, measures or waits
 * asks this port, so a test that moves the clock moves all of it.
 */
import type { LedgerId } from './ids';

export interface LedgerTime {
  /** The real time, or that of the ledger: they differ where it has a test clock that was moved (`test-clocks`). */
  now(ledgerId?: LedgerId): Date;
}

export interface ProcessTime {
  /** Milliseconds since a fixed moment of this process. Only differences mean something. */
  elapsed(): number;
  /** Resolves after so many milliseconds, or as soon as the signal aborts; the caller asks the signal which it was. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `act` once after so many milliseconds, unless the deadline is cancelled. A deadline does not keep a process alive. */
  deadline(ms: number, act?: () => void): Deadline;
}

export interface Deadline {
  /** Milliseconds until it is reached; 0 afterwards. */
  leftMs(): number;
  cancel(): void;
}

export interface Clock extends LedgerTime, ProcessTime {}
