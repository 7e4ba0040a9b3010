/** Requests of this process that wait for a transaction to be decided. The poster tells them; they look by themselves too. */
import { madeAt } from '../../../kernel/ids';
import type { Observations } from '../../../kernel/observations';
import { token } from '../../../kernel/token';
import { failureOf } from '../domain/failure';
import type { PostingPlan } from '../domain/posting';
import type { Decision } from './reader';

export interface Decisions {
  /** Tells what was decided by a transaction that took so many seconds, from the lock to the commit. */
  announce(plan: PostingPlan, seconds: number): void;
  /** What is announced of the transaction; undefined after `milliseconds` without a word. */
  next(transactionId: string, milliseconds: number): Promise<Decision | undefined>;
}

export const DECISIONS = token<Decisions>('Decisions');

/** What became of each transaction of a plan. */
export const decisionsOf = ({ posted, failed }: PostingPlan): ReadonlyMap<string, Decision> =>
  new Map<string, Decision>([
    ...posted.map(({ transaction }) => [transaction.id, postedDecision] as const),
    ...failed.map(
      ({ transaction, failure }) => [transaction.id, { status: 'failed', failure: failureOf(failure) }] as const,
    ),
  ]);

const postedDecision: Decision = { status: 'posted', failure: null };

export const createDecisions = (observations: Observations): Decisions => {
  const waiting = new Map<string, Set<(decision: Decision) => void>>();
  return {
    announce: (plan, seconds) => {
      const { posted, failed } = plan;
      const oldest = [...posted, ...failed]
        .map(({ transaction }) => transaction.id)
        .reduce((one, other) => (one < other ? one : other));
      observations.posted({
        posted: posted.length,
        failed: failed.length,
        seconds,
        oldestAcceptedAt: madeAt(oldest),
      });
      if (waiting.size === 0) return;
      for (const [id, decision] of decisionsOf(plan)) for (const tell of waiting.get(id) ?? []) tell(decision);
    },
    next: (transactionId, milliseconds) =>
      new Promise((resolve) => {
        const those = waiting.get(transactionId) ?? new Set();
        waiting.set(transactionId, those);
        const done = (decision?: Decision): void => {
          clearTimeout(timer);
          those.delete(done);
          if (those.size === 0) waiting.delete(transactionId);
          resolve(decision);
        };
        const timer = setTimeout(done, milliseconds);
        those.add(done);
      }),
  };
};
