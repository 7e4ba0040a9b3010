/** The verification of everything that a worker makes on a schedule, and how the last one ended. */
import type { verificationResults } from '../../../kernel/observations';
import type { VerifiedFinding } from './verification';

export type ScheduledResult = (typeof verificationResults)[number];

export interface ScheduledEnd {
  readonly finishedAt: Date;
  readonly result: ScheduledResult;
  readonly ledgers: number;
  readonly events: number;
  /** Rows that break a check. */
  readonly findings: number;
  /** The first of the findings, at most `maxKeptFindings`. */
  readonly named: readonly VerifiedFinding[];
}

export interface ScheduledVerification {
  /** Null where no process has one in hand. */
  readonly runningSince: Date | null;
  /** Null where none has ended yet. */
  readonly last: ScheduledEnd | null;
}

/** After so many intervals everything is hashed again, and not only what follows the events of the last time. */
export const wholeAfterIntervals = 7;
/** A verification that broke off is tried again after this time, or after the interval if that is shorter. */
export const afterBreakMs = 15 * 60_000;
/** A process that dies leaves its lease for that long. It is renewed before each ledger. */
export const leaseMs = 60 * 60_000;
/** Between two ledgers nothing is verified for as long as the last one took, and at most for that long. */
export const mostRestMs = 60_000;
