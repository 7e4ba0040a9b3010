/** What the service reports about its own work, for operators. Every call returns at once and costs next to nothing. */
import { token } from './token';

export interface Observations {
  /** The transactions of one request were made durable, or refused, after so many seconds. */
  accepted(transactions: number, seconds: number): void;
  posted(batch: PostedBatch): void;
  /** A group of posts was written in vain, because the head had moved or a key was used: in which mode. */
  writeConflicted(mode: WriteMode): void;
  /** What came of a read that the caller allows the replica to answer. */
  replicaAsked(outcome: ReplicaOutcome): void;
  /** A webhook was attempted, so many seconds after its event. */
  webhookAttempted(outcome: WebhookOutcome, seconds: number): void;
  /** How many events the endpoint that is furthest behind is behind, and how many endpoints are paused. */
  webhooksStand(standing: { readonly lag: number; readonly paused: number }): void;
  /** Holds were released, because their time was over. */
  holdsExpired(holds: number): void;
  /** Somebody tried to sign in. */
  signInJudged(outcome: SignInOutcome): void;
  /** A verification has ended. */
  verified(verification: EndedVerification): void;
  /** A statement was answered, so many seconds after PostgreSQL could begin with it. */
  statementAnswered(name: string, seconds: number): void;
  /** A report was not given, because what it says of the books contradicts itself. */
  reportUnbalanced(report: BalancedReport): void;
}

/** How a group of posts is written: ahead of what is on its way, under the lock of the head, or into the queue. */
export const writeModes = ['ahead', 'under the lock', 'queued'] as const;
export type WriteMode = (typeof writeModes)[number];

/** Reports in which two sums must be the same. */
export const balancedReports = ['trial balance', 'balance sheet'] as const;
export type BalancedReport = (typeof balancedReports)[number];

export const signInOutcomes = ['succeeded', 'failed', 'limited'] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

/** What was verified: everything there is, the books of a tenant, one ledger. */
export const verifiedScopes = ['all', 'tenant', 'ledger'] as const;
export const verificationResults = ['passed', 'failed', 'broken off'] as const;

export interface EndedVerification {
  readonly scope: (typeof verifiedScopes)[number];
  readonly result: (typeof verificationResults)[number];
  /** Rows that break a promise. */
  readonly findings: number;
  readonly seconds: number;
  readonly finishedAt: Date;
}

export const webhookOutcomes = ['taken', 'tried again', 'gone', 'paused'] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

/** All but the first are answered by the primary. Conflict: replaying what the primary wrote ended the read. */
export const replicaOutcomes = ['answered', 'behind', 'conflict', 'away'] as const;
export type ReplicaOutcome = (typeof replicaOutcomes)[number];

export interface PostedBatch {
  readonly posted: number;
  /** Why each of the others failed: the code that the transaction tells. */
  readonly failed: readonly string[];
  /** Seconds from the lock to the commit. */
  readonly seconds: number;
  /** When the transaction that waited longest was accepted. */
  readonly oldestAcceptedAt: Date;
}

export const unobserved: Observations = {
  accepted: () => undefined,
  posted: () => undefined,
  writeConflicted: () => undefined,
  replicaAsked: () => undefined,
  webhookAttempted: () => undefined,
  webhooksStand: () => undefined,
  holdsExpired: () => undefined,
  signInJudged: () => undefined,
  verified: () => undefined,
  statementAnswered: () => undefined,
  reportUnbalanced: () => undefined,
};

export const OBSERVATIONS = token<Observations>('Observations');
