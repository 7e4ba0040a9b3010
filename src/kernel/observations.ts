/** What the service reports about its own work, for operators. Every call returns at once and costs next to nothing. */
import { token } from './token';

export interface Observations {
  /** The transactions of one request were made durable, or refused, after so many seconds. */
  accepted(transactions: number, seconds: number): void;
  posted(batch: PostedBatch): void;
}

export interface PostedBatch {
  readonly posted: number;
  readonly failed: number;
  /** Seconds from the lock to the commit. */
  readonly seconds: number;
  /** When the transaction that waited longest was accepted. */
  readonly oldestAcceptedAt: Date;
}

export const unobserved: Observations = { accepted: () => undefined, posted: () => undefined };

export const OBSERVATIONS = token<Observations>('Observations');
