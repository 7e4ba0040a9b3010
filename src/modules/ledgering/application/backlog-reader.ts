/** Reads the work that waits to be posted, for monitoring. */
import { token } from '../../../kernel/token';
import type { TransactionId } from '../domain/transaction';

export interface Backlog {
  /** Transactions of all ledgers, up to `maxCountedBacklog`. */
  readonly waiting: number;
  /** By the clock of the process that accepted it. */
  readonly oldestAcceptedAt: Date | null;
  readonly oldestId: TransactionId | null;
  /** The nodes that keep ledgers; empty on a single node. */
  readonly nodes: readonly { readonly name: string; readonly isAway: boolean }[];
}

export interface BacklogReader {
  backlog(): Promise<Backlog>;
}

export const maxCountedBacklog = 100_000;

export const BACKLOG_READER = token<BacklogReader>('BacklogReader');
