/** Figures about the service's own work, for operators. Every call returns at once and costs almost nothing. */
import { token } from './token';

export interface Observations {
  /** Reports that the transactions of one request were made durable, or refused, after this many seconds. */
  accepted(transactions: number, seconds: number): void;
  posted(batch: PostedBatch): void;
  /**
   * Reports that the write of a group of posts was refused because the head had moved or a key was already used, and in
   * which mode it was written.
   */
  writeConflicted(mode: WriteMode): void;
  /** Reports which database answered a read that the replica was allowed to answer, and why. */
  replicaAsked(outcome: ReplicaOutcome): void;
  /** Reports an attempt to deliver a webhook, and the seconds since its event. */
  webhookAttempted(outcome: WebhookOutcome, seconds: number): void;
  /** Reports how many events the slowest endpoint is behind, and how many endpoints are paused. */
  webhooksStand(standing: { readonly lag: number; readonly paused: number }): void;
  /** Reports an attempt to send a checkpoint to its receiver. */
  checkpointSent(outcome: SendOutcome): void;
  /** Reports the number of logs whose last checkpoint the receiver does not have. */
  checkpointsStand(standing: { readonly unsent: number }): void;
  /** Reports a request for a cosignature to the witness of this name. */
  witnessAsked(witness: string, outcome: SendOutcome): void;
  /** Reports the number of logs whose last checkpoint a witness has not co-signed. */
  witnessStands(witness: string, standing: { readonly lacking: number }): void;
  /** Reports how many holds were released because they had expired. */
  holdsExpired(holds: number): void;
  /** Reports an attempt to sign in. */
  signInJudged(outcome: SignInOutcome): void;
  /** Reports the end of a verification. */
  verified(verification: EndedVerification): void;
  /** Reports that a statement was answered, and the seconds since PostgreSQL could begin to run it. */
  statementAnswered(name: string, seconds: number): void;
  /** Reports that a report was withheld: two of its sums differ, although they must be equal. */
  reportUnbalanced(report: BalancedReport): void;
}

/** How posts are written: before earlier groups are committed (`ahead`), under the lock of the head, or into the poster's queue. */
export const writeModes = ['ahead', 'under the lock', 'queued'] as const;
export type WriteMode = (typeof writeModes)[number];

/** The reports that are withheld if two of their sums, which must be equal, differ. */
export const balancedReports = ['trial balance', 'balance sheet', 'cash flow statement'] as const;
export type BalancedReport = (typeof balancedReports)[number];

export const signInOutcomes = ['succeeded', 'failed', 'limited'] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

/** The scope of a verification: the whole installation, the books of a tenant, or one ledger. */
export const verifiedScopes = ['all', 'tenant', 'ledger'] as const;
export const verificationResults = ['passed', 'failed', 'broken off'] as const;

export interface EndedVerification {
  readonly scope: (typeof verifiedScopes)[number];
  readonly result: (typeof verificationResults)[number];
  /** The number of rows that violate an invariant. */
  readonly findings: number;
  readonly seconds: number;
  readonly finishedAt: Date;
}

export const webhookOutcomes = ['taken', 'tried again', 'gone', 'paused'] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

/**
 * Outcomes of sending a checkpoint. `refused`: the receiver refused this checkpoint. `away`: no answer, or a refusal of every checkpoint.
 */
export const sendOutcomes = ['taken', 'refused', 'away'] as const;
export type SendOutcome = (typeof sendOutcomes)[number];

/**
 * Outcomes of reads that the replica may answer. `answered`: by the replica; otherwise the primary answered. `conflict`: the replica
 * cancelled the read in order to replay the primary's writes.
 */
export const replicaOutcomes = ['answered', 'behind', 'conflict', 'away'] as const;
export type ReplicaOutcome = (typeof replicaOutcomes)[number];

export interface PostedBatch {
  readonly posted: number;
  /** The error codes of the transactions that failed. */
  readonly failed: readonly string[];
  /** Seconds from taking the lock to the commit. */
  readonly seconds: number;
  /** The time of acceptance of the transaction that waited longest. */
  readonly oldestAcceptedAt: Date;
}

export const unobserved: Observations = {
  accepted: () => undefined,
  posted: () => undefined,
  writeConflicted: () => undefined,
  replicaAsked: () => undefined,
  webhookAttempted: () => undefined,
  webhooksStand: () => undefined,
  checkpointSent: () => undefined,
  checkpointsStand: () => undefined,
  witnessAsked: () => undefined,
  witnessStands: () => undefined,
  holdsExpired: () => undefined,
  signInJudged: () => undefined,
  verified: () => undefined,
  statementAnswered: () => undefined,
  reportUnbalanced: () => undefined,
};

export const OBSERVATIONS = token<Observations>('Observations');
