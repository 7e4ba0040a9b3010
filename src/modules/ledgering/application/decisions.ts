/** Who waits for a transaction to be decided, in this process. Whoever posts tells; the caller looks again by itself too. */
import { madeAt } from '../../../kernel/ids';
import type { Observations } from '../../../kernel/observations';
import type { PostingPlan } from '../domain/posting';

export interface Decisions {
  /** Tells what was decided by a transaction that took so many seconds, from the lock to the commit. */
  announce(plan: PostingPlan, seconds: number): void;
  /** Resolves when the transaction is announced, or after `milliseconds`. */
  next(transactionId: string, milliseconds: number): Promise<void>;
}

export const createDecisions = (observations: Observations): Decisions => {
  const waiting = new Map<string, Set<() => void>>();
  return {
    announce: ({ posted, failed }, seconds) => {
      const decided = [...posted, ...failed].map(({ transaction }) => transaction.id);
      const oldest = decided.reduce((one, other) => (one < other ? one : other));
      observations.posted({
        posted: posted.length,
        failed: failed.length,
        seconds,
        oldestAcceptedAt: madeAt(oldest),
      });
      if (waiting.size === 0) return;
      for (const id of decided) for (const resolve of waiting.get(id) ?? []) resolve();
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
