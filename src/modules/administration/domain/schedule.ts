/** The scheduled verification of everything by a worker, and the result of the last one. */
import type { verificationResults } from '../../../kernel/observations';
import type { VerifiedFinding } from './verification';

export type ScheduledResult = (typeof verificationResults)[number];

export interface ScheduledEnd {
  readonly finishedAt: Date;
  readonly result: ScheduledResult;
  readonly ledgers: number;
  readonly events: number;
  /** The number of rows that violate a check. */
  readonly findings: number;
  /** The first of the findings, at most `maxKeptFindings`. */
  readonly named: readonly VerifiedFinding[];
}

export interface ScheduledVerification {
  /** When the current verification began; null if no process is verifying now. */
  readonly runningSince: Date | null;
  /** The result of the last verification; null if none has ended yet. */
  readonly last: ScheduledEnd | null;
}

/** After this many intervals all events are hashed again, not only those since the last verification. */
export const wholeAfterIntervals = 7;
/** After this time, or after the interval if that is shorter, a verification that broke off is tried again. */
export const afterBreakMs = 15 * 60_000;
/**
 * The duration of a lease: if the process that holds it dies, another process can take it after this time. A running process renews its
 * lease before each ledger.
 */
export const leaseMs = 60 * 60_000;
/** The longest rest between two ledgers; usually the process rests for as long as the last ledger took. */
export const mostRestMs = 60_000;
