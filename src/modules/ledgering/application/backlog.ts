/** What waits to be posted: for whoever watches the service. */
import { token } from '../../../kernel/token';

export interface Backlog {
  /** Transactions of all ledgers, up to `maxCountedBacklog`. */
  readonly waiting: number;
  readonly oldestAcceptedAt: Date | null;
}

export interface BacklogReader {
  backlog(): Promise<Backlog>;
}

export const maxCountedBacklog = 100_000;

export const BACKLOG_READER = token<BacklogReader>('BacklogReader');
