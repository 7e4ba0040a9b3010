/** `Prefer: wait`: an answer as soon as a transaction is posted or failed, whichever process posts it. */
import { madeAt, type LedgerId } from '../../../../kernel/ids';
import type { Observations } from '../../../../kernel/observations';
import { token } from '../../../../kernel/token';
import { failureOf } from '../../domain/failure';
import type { PostingPlan } from '../../domain/posting';
import type { Decision, TransactionReader } from '../reader';

export interface Decisions {
  /** Tells what was decided by a transaction that took so many seconds, from the lock to the commit. */
  announce(plan: PostingPlan, seconds: number): void;
  /** What is announced of the transaction; undefined after `milliseconds` without a word. */
  next(transactionId: string, milliseconds: number): Promise<Decision | undefined>;
}

export const DECISIONS = token<Decisions>('Decisions');

/** What became of each transaction of a plan. */
export const decisionsOf = ({ posted, failed }: PostingPlan): ReadonlyMap<string, Decision> => {
  const decisions = new Map<string, Decision>();
  for (const { transaction } of posted) decisions.set(transaction.id, postedDecision);
  for (const { transaction, failure } of failed)
    decisions.set(transaction.id, { status: 'failed', failure: failureOf(failure) });
  return decisions;
};

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

/** Who posts in this process tells at once; decisions of other processes are looked for, less and less often. */
const firstLookMs = 10;
const maxLookMs = 250;

export const createAwaitDecision =
  (reader: Pick<TransactionReader, 'decision'>, decisions: Decisions) =>
  async (ledgerId: LedgerId, transactionId: string, seconds: number): Promise<Decision | undefined> => {
    const deadline = Date.now() + seconds * 1000;
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(maxLookMs, pauseMs * 2)) {
      const leftMs = Math.max(0, deadline - Date.now());
      // Listens before it looks, so that nothing is decided in between, and need not wait for the look once it is told.
      const told = decisions.next(transactionId, Math.min(leftMs, pauseMs));
      const found = reader.decision(ledgerId, transactionId);
      found.catch(() => undefined);
      const decision = (await Promise.race([told, found])) ?? (await found) ?? (await told);
      if (decision || leftMs === 0) return decision;
    }
  };
