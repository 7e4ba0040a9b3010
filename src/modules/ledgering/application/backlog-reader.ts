/** Reads how much work is pending, for monitoring. */
import { token } from '../../../kernel/token';
import type { TransactionId } from '../domain/transaction';

export interface Backlog {
  /** The number of pending transactions in all ledgers, counted up to `maxCountedBacklog`. */
  readonly waiting: number;
  /**
   * The time at which the oldest pending transaction was accepted, by the clock of the accepting process; null if no transaction is
   * pending.
   */
  readonly oldestAcceptedAt: Date | null;
  readonly oldestId: TransactionId | null;
  /** The nodes that hold ledgers, and whether each is unreachable; empty on a single node. */
  readonly nodes: readonly { readonly name: string; readonly isAway: boolean }[];
}

export interface BacklogReader {
  backlog(): Promise<Backlog>;
}

export const maxCountedBacklog = 100_000;

export const BACKLOG_READER = token<BacklogReader>('BacklogReader');
