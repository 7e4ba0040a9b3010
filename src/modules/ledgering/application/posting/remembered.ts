/**
 * Accepted intents that this process will post, kept in memory so that they need not be read from the queue again. The memory is bounded in
 * bytes, because a transaction of a hundred entries with metadata can need a thousand times as much as one of two entries without metadata.
 */
import type { PendingTransaction, TransactionId } from '../../domain/transaction';

export interface Remembered {
  readonly byId: ReadonlyMap<TransactionId, PendingTransaction>;
  /** Adds a transaction. If the memory is full, drops the oldest transactions, which another process may have posted already. */
  add(transaction: PendingTransaction): void;
  forget(id: TransactionId): void;
}

export const createRemembered = (maxBytes: number): Remembered => {
  const byId = new Map<TransactionId, PendingTransaction>();
  const weights = new Map<TransactionId, number>();
  let bytes = 0;
  const forget = (id: TransactionId): void => {
    bytes -= weights.get(id) ?? 0;
    weights.delete(id);
    byId.delete(id);
  };
  return {
    byId,
    add: (transaction) => {
      forget(transaction.id);
      const weight = bytesOf(transaction);
      byId.set(transaction.id, transaction);
      weights.set(transaction.id, weight);
      bytes += weight;
      for (const id of byId.keys()) {
        if (bytes <= maxBytes) return;
        forget(id);
      }
    },
    forget,
  };
};

/** The approximate number of bytes that V8 uses for an entry without description and metadata, or for a transaction without its entries. */
const bareBytes = 400;

const bytesOf = ({ entries }: PendingTransaction): number =>
  entries.reduce(
    (sum, { description, metadata }) =>
      sum + bareBytes + 2 * (description?.length ?? 0) + (metadata === null ? 0 : 2 * JSON.stringify(metadata).length),
    bareBytes,
  );
