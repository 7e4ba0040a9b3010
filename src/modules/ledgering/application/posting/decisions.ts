/** `Prefer: wait`: an answer as soon as a transaction is posted or failed, whichever process posts it. */
import type { ProcessTime } from '../../../../kernel/clock';
import type { LedgerId } from '../../../../kernel/ids';
import { token } from '../../../../kernel/token';
import { decisionsOf, type PostingPlan } from '../../domain/posting';
import type { Decision, TransactionReader } from '../reader';

export interface Decisions {
  /** Whether anybody waits: nearly always nobody does, and nothing needs to be told. */
  readonly isAwaited: boolean;
  /** Tells what became of the transactions of a plan that is committed. */
  tell(plan: PostingPlan): void;
  /** What is told of the transaction; undefined after `milliseconds` without a word. */
  next(transactionId: string, milliseconds: number): Promise<Decision | undefined>;
}

export const DECISIONS = token<Decisions>('Decisions');

export const createDecisions = (clock: Pick<ProcessTime, 'deadline'>): Decisions => {
  const waiting = new Map<string, Set<(decision: Decision) => void>>();
  const decisions = {
    isAwaited: false,
    tell: (plan: PostingPlan) => {
      for (const [id, decision] of decisionsOf(plan)) for (const tell of waiting.get(id) ?? []) tell(decision);
    },
    next: (transactionId: string, milliseconds: number) =>
      new Promise<Decision | undefined>((resolve) => {
        const those = waiting.get(transactionId) ?? new Set();
        waiting.set(transactionId, those);
        const done = (decision?: Decision): void => {
          limit.cancel();
          those.delete(done);
          if (those.size === 0) waiting.delete(transactionId);
          decisions.isAwaited = waiting.size > 0;
          resolve(decision);
        };
        const limit = clock.deadline(milliseconds, done);
        those.add(done);
        decisions.isAwaited = true;
      }),
  };
  return decisions;
};

/** Who posts in this process tells at once; decisions of other processes are looked for, less and less often. */
const firstLookMs = 10;
const maxLookMs = 250;

export const createAwaitDecision =
  (reader: Pick<TransactionReader, 'decision'>, decisions: Decisions, clock: Pick<ProcessTime, 'deadline'>) =>
  async (ledgerId: LedgerId, transactionId: string, seconds: number): Promise<Decision | undefined> => {
    const deadline = clock.deadline(seconds * 1000);
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(maxLookMs, pauseMs * 2)) {
      const leftMs = deadline.leftMs();
      // Listens before it looks, so that nothing is decided in between, and need not wait for the look once it is told.
      const told = decisions.next(transactionId, Math.min(leftMs, pauseMs));
      const found = reader.decision(ledgerId, transactionId);
      found.catch(() => undefined);
      const decision = (await Promise.race([told, found])) ?? (await found) ?? (await told);
      if (decision || leftMs === 0) return decision;
    }
  };

export interface Awaiting {
  /** Waits until the transaction is posted or failed, `seconds` at most; undefined if it still is not. */
  awaitDecision(ledgerId: LedgerId, transactionId: string, seconds: number): Promise<Decision | undefined>;
  /** The same of several, `seconds` at most for all of them; those that are not decided by then are left out. */
  awaitDecisions(
    ledgerId: LedgerId,
    transactionIds: readonly string[],
    seconds: number,
  ): Promise<ReadonlyMap<string, Decision>>;
}

/** Both ways of waiting, of a single transaction and of a batch. */
export const createAwaiting = (
  reader: Pick<TransactionReader, 'decision'>,
  decisions: Decisions,
  clock: Pick<ProcessTime, 'deadline'>,
): Awaiting => {
  const awaitDecision = createAwaitDecision(reader, decisions, clock);
  return {
    awaitDecision,
    // One after the other, so that a batch takes no more connections than a single transaction.
    awaitDecisions: async (ledgerId, transactionIds, seconds) => {
      const deadline = clock.deadline(seconds * 1000);
      const decided = new Map<string, Decision>();
      for (const id of transactionIds) {
        const decision = await awaitDecision(ledgerId, id, deadline.leftMs() / 1000);
        if (!decision) break;
        decided.set(id, decision);
      }
      return decided;
    },
  };
};
