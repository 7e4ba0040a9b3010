/** Who waits for a transaction to be decided, in this process. The poster tells; the caller looks again by itself too. */
import type { PostingOutcome } from '../domain/posting';

export interface Decisions {
  announce(outcomes: readonly PostingOutcome[]): void;
  /** Resolves when the transaction is announced, or after `milliseconds`. */
  next(transactionId: string, milliseconds: number): Promise<void>;
}

export const createDecisions = (): Decisions => {
  const waiting = new Map<string, Set<() => void>>();
  return {
    announce: (outcomes) => {
      if (waiting.size === 0) return;
      for (const { id } of outcomes) for (const resolve of waiting.get(id) ?? []) resolve();
    },
    next: (transactionId, milliseconds) =>
      new Promise((resolve) => {
        const those = waiting.get(transactionId) ?? new Set();
        waiting.set(transactionId, those);
        const done = (): void => {
          clearTimeout(timer);
          those.delete(done);
          if (those.size === 0) waiting.delete(transactionId);
          resolve();
        };
        const timer = setTimeout(done, milliseconds);
        those.add(done);
      }),
  };
};
