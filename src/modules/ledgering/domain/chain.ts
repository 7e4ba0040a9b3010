/**
 * The proof of a ledger's history: the hash of each event of the log covers the hash of the event before it, and the hash of its own
 * subject.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { LoggedEvent } from './event';
import { genesisFormats } from './formats';

/** The end of the log and of the posting sequence. The lock of this row lets only one writer at a time continue them. */
export interface LedgerHead {
  readonly lastSequence: bigint;
  readonly lastTransactionSequence: bigint;
  readonly lastHash: Buffer;
}

/** The hash that the first event of a ledger is chained to. */
export const genesisHash = (ledgerId: LedgerId): Buffer => genesisFormats.hashOf(ledgerId);

/** The head of a ledger after these events, if none of them posted a transaction. */
export const headAfter = (head: LedgerHead, events: readonly LoggedEvent[]): LedgerHead => {
  const last = events[events.length - 1];
  return last ? { ...head, lastSequence: last.sequence, lastHash: last.hash } : head;
};
