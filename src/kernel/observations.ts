/** What the service reports about its own work, for operators. Every call returns at once and costs next to nothing. */
import { token } from './token';

export interface Observations {
  /** The transactions of one request were made durable, or refused, after so many seconds. */
  accepted(transactions: number, seconds: number): void;
  posted(batch: PostedBatch): void;
  /** What came of a read that the caller allows the replica to answer. */
  replicaAsked(outcome: ReplicaOutcome): void;
  /** A webhook was attempted, so many seconds after its event. */
  webhookAttempted(outcome: WebhookOutcome, seconds: number): void;
  /** How many events the endpoint that is furthest behind is behind, and how many endpoints are paused. */
  webhooksStand(standing: { readonly lag: number; readonly paused: number }): void;
  /** A report was not given, because what it says of the books contradicts itself. */
  reportUnbalanced(report: BalancedReport): void;
}

/** Reports in which two sums must be the same. */
export const balancedReports = ['trial balance', 'balance sheet'] as const;
export type BalancedReport = (typeof balancedReports)[number];

export const webhookOutcomes = ['taken', 'tried again', 'gone', 'paused'] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

/** All but the first are answered by the primary. Conflict: replaying what the primary wrote ended the read. */
export const replicaOutcomes = ['answered', 'behind', 'conflict', 'away'] as const;
export type ReplicaOutcome = (typeof replicaOutcomes)[number];

export interface PostedBatch {
  readonly posted: number;
  readonly failed: number;
  /** Seconds from the lock to the commit. */
  readonly seconds: number;
  /** When the transaction that waited longest was accepted. */
  readonly oldestAcceptedAt: Date;
}

export const unobserved: Observations = {
  accepted: () => undefined,
  posted: () => undefined,
  replicaAsked: () => undefined,
  webhookAttempted: () => undefined,
  webhooksStand: () => undefined,
  reportUnbalanced: () => undefined,
};

export const OBSERVATIONS = token<Observations>('Observations');
