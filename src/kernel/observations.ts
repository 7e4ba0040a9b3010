/** What the service notes about its own work, for whoever watches it. Every call returns at once and costs next to nothing. */
import { token } from './token';

export interface Observations {
  /** Transactions of one request were made durable, or refused, after so many seconds. */
  accepted(transactions: number, seconds: number): void;
  posted(batch: PostedBatch): void;
}

export interface PostedBatch {
  readonly posted: number;
  readonly failed: number;
  /** From the lock to the commit. */
  readonly seconds: number;
  /** When the one that waited longest was accepted. */
  readonly oldestAcceptedAt: Date;
}

export const unobserved: Observations = { accepted: () => undefined, posted: () => undefined };

export const OBSERVATIONS = token<Observations>('Observations');
