/** Reads the log for checkpoints and receipts, in memory. */
import type { LedgerId } from '../../../kernel/ids';
import type { DecidingEvent, LedgerEnd, LogReader } from '../application/log-reader';
import { genesisHash } from '../domain/chain';
import type { TransactionId } from '../domain/transaction';
import { headOf } from './ledger-books';
import { MemoryReader } from './reading';

export class MemoryLogReader extends MemoryReader implements LogReader {
  ends(least: bigint): Promise<readonly LedgerEnd[]> {
    return this.inAll((all) =>
      all
        .map((books) => ({ ledgerId: books.ledger.id, lastSequence: headOf(books).lastSequence }))
        .filter(({ lastSequence }) => lastSequence >= least),
    );
  }

  hashes(ledgerId: LedgerId, after: bigint, limit: number): Promise<Buffer> {
    return this.inLedger(ledgerId, (books) => {
      const hashes: Buffer[] = [];
      for (let sequence = after + 1n; hashes.length < limit; sequence++) {
        const logged = books.log.get(sequence);
        if (!logged) break;
        hashes.push(logged.event.hash);
      }
      return Buffer.concat(hashes);
    });
  }

  decision(ledgerId: LedgerId, transactionId: TransactionId): Promise<DecidingEvent | 'waiting' | undefined> {
    return this.inLedger(ledgerId, (books) => {
      const kept = books.transactions.get(transactionId);
      if (!kept) return undefined;
      const event = [...books.log.values()].find(
        ({ event: { type, transactionId: id } }) =>
          id === transactionId && (type === 'transaction_posted' || type === 'transaction_failed'),
      )?.event;
      if (!event) return 'waiting';
      const { draft, fingerprint } = kept.acceptance;
      return {
        event,
        before: books.log.get(event.sequence - 1n)?.event.hash ?? genesisHash(ledgerId),
        recorded: {
          id: draft.id,
          draft,
          fingerprint,
          entryCount: draft.entries.length,
          contentHash: event.contentHash,
        },
      };
    });
  }
}
