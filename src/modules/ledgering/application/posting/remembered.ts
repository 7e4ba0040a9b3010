/**
 * Accepted intents that this process is to post itself, so that it need not read them from the queue again. Bounded by what
 * they take in memory: a hundred entries with metadata weigh a thousand times what two without do.
 */
import type { PendingTransaction, TransactionId } from '../../domain/transaction';

export interface Remembered {
  readonly byId: ReadonlyMap<TransactionId, PendingTransaction>;
  /**
   * Adds a transaction. If there is no room, the oldest ones are dropped, such as those that another process posted, which are
   * never claimed here.
   */
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

/** An entry without description and metadata, and a transaction without entries, as V8 keeps them, about. */
const bareBytes = 400;

const bytesOf = ({ entries }: PendingTransaction): number =>
  entries.reduce(
    (sum, { description, metadata }) =>
      sum + bareBytes + 2 * (description?.length ?? 0) + (metadata === null ? 0 : 2 * JSON.stringify(metadata).length),
    bareBytes,
  );
