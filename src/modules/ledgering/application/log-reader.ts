/** A ledger's log for those who prove it to strangers: the hashes of its events, and what decided a transaction. */
import type { LedgerId } from '../../../kernel/ids';
import { token } from '../../../kernel/token';
import type { LoggedEvent } from '../domain/event';
import type { TransactionId } from '../domain/transaction';
import type { RecordedDraft } from './books-reader';

export interface LedgerEnd {
  readonly ledgerId: LedgerId;
  readonly lastSequence: bigint;
}

/** The event that posted or failed a transaction. */
export interface DecidingEvent {
  readonly event: LoggedEvent;
  /** The hash of the event before it. */
  readonly before: Buffer;
  readonly recorded: RecordedDraft;
}

export interface LogReader {
  /** The ledgers that have at least this many events. */
  ends(least: bigint): Promise<readonly LedgerEnd[]>;
  /** The hashes of the events behind that sequence up to the first gap, one behind the other: 33 bytes each. */
  hashes(ledgerId: LedgerId, after: bigint, limit: number): Promise<Buffer>;
  /** Undefined where the ledger has no such transaction. */
  decision(ledgerId: LedgerId, transactionId: TransactionId): Promise<DecidingEvent | 'waiting' | undefined>;
}

export const LOG_READER = token<LogReader>('LogReader');
