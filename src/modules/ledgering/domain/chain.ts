/**
 * The proof of a ledger's history: each event of the log is hashed together with the hash before it, and names the hash of
 * what it is about.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { LoggedEvent } from './event';
import { genesisFormats } from './formats';

/** The row whose lock makes one writer of many: the end of the log and of the posting sequence. */
export interface LedgerHead {
  readonly lastSequence: bigint;
  readonly lastTransactionSequence: bigint;
  readonly lastHash: Buffer;
}

/** The hash that the first event of a ledger is chained to. */
export const genesisHash = (ledgerId: LedgerId): Buffer => genesisFormats.hashOf(ledgerId);

/** The head of a ledger after these events, none of which posted anything. */
export const headAfter = (head: LedgerHead, events: readonly LoggedEvent[]): LedgerHead => {
  const last = events[events.length - 1];
  return last ? { ...head, lastSequence: last.sequence, lastHash: last.hash } : head;
};
