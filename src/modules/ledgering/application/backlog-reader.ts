/** Reads the work that waits to be posted, for monitoring. */
import { token } from '../../../kernel/token';
import type { TransactionId } from '../domain/transaction';

export interface Backlog {
  /** The number of waiting transactions of all ledgers, at most `maxCountedBacklog`. */
  readonly waiting: number;
  /** The time at which the accepting process accepted the oldest of them; null if none waits. */
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
