/**
 * The hash chain of a ledger. The hash of each event of the log covers the hash of the preceding event and the content hash of its own
 * subject.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { LoggedEvent } from './event';
import { genesisFormats } from './formats';

/**
 * The head: the last event of the log and the last posting sequence. Only the writer that holds the lock of the head's row may continue
 * them.
 */
export interface LedgerHead {
  readonly lastSequence: bigint;
  readonly lastTransactionSequence: bigint;
  readonly lastHash: Buffer;
}

/** The hash that takes the place of a preceding event's hash in the first event of a ledger. */
export const genesisHash = (ledgerId: LedgerId): Buffer => genesisFormats.hashOf(ledgerId);

/** Returns the head of a ledger after these events. The events must not post transactions. */
export const headAfter = (head: LedgerHead, events: readonly LoggedEvent[]): LedgerHead => {
  const last = events[events.length - 1];
  return last ? { ...head, lastSequence: last.sequence, lastHash: last.hash } : head;
};
