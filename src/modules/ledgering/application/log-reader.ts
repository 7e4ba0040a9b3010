/** Reads a ledger's log for proofs: the hashes of its events, and the event that decided a transaction. */
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
  /** The hash of the preceding event. */
  readonly before: Buffer;
  readonly recorded: RecordedDraft;
}

export interface LogReader {
  /** Returns the ledgers that have at least `least` events. */
  ends(least: bigint): Promise<readonly LedgerEnd[]>;
  /** Returns the hashes of the events after the given sequence up to the first gap, concatenated: 33 bytes each. */
  hashes(ledgerId: LedgerId, after: bigint, limit: number): Promise<Buffer>;
  /**
   * Returns the event that decided the transaction. 'waiting' if the transaction is pending; undefined if the ledger has no such
   * transaction.
   */
  decision(ledgerId: LedgerId, transactionId: TransactionId): Promise<DecidingEvent | 'waiting' | undefined>;
}

export const LOG_READER = token<LogReader>('LogReader');
