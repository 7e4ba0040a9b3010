/** Waits until a transaction is posted or failed (`Prefer: wait`), whichever process decides it. */
import type { ProcessTime } from '../../../../kernel/clock';
import type { LedgerId } from '../../../../kernel/ids';
import { afterWriting } from '../../../../kernel/refusal';
import { token } from '../../../../kernel/token';
import { decisionsOf, type PostingPlan } from '../../domain/posting';
import type { Decision, TransactionReader } from '../reader';

export interface Decisions {
  /** True if any caller waits for a decision. Usually no caller does, so nothing needs to be reported. */
  readonly isAwaited: boolean;
  /** Reports the decisions of a committed plan to the callers that wait for them. */
  tell(plan: PostingPlan): void;
  /** Waits for the decision on a transaction; undefined if the transaction is not decided within `milliseconds`. */
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

/**
 * The first interval at which decisions of other processes are polled; each further interval is twice as long. The poster of this process
 * reports its decisions at once.
 */
const firstLookMs = 10;
const maxLookMs = 250;

export const createAwaitDecision =
  (reader: Pick<TransactionReader, 'decisions'>, decisions: Decisions, clock: Pick<ProcessTime, 'deadline'>) =>
  async (ledgerId: LedgerId, transactionId: string, seconds: number): Promise<Decision | undefined> => {
    const deadline = clock.deadline(seconds * 1000);
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(maxLookMs, pauseMs * 2)) {
      const leftMs = deadline.leftMs();
      // The listener is registered before the read, so that no decision is missed in between. The first of the two that finds the decision
      // ends the wait.
      const told = decisions.next(transactionId, Math.min(leftMs, pauseMs));
      const found = reader.decisions(ledgerId, [transactionId]).then((known) => known.get(transactionId));
      found.catch(() => undefined);
      const decision = (await Promise.race([told, found])) ?? (await found) ?? (await told);
      if (decision || leftMs === 0) return decision;
    }
  };

export interface Awaiting {
  /** Waits at most `seconds` until the transaction is posted or failed; undefined if it is still pending. */
  awaitDecision(ledgerId: LedgerId, transactionId: string, seconds: number): Promise<Decision | undefined>;
  /** Returns the decisions on the transactions. With `seconds` > 0: all decisions made within that time. With 0: those made so far. */
  decisions(ledgerId: LedgerId, ids: readonly string[], seconds: number): Promise<ReadonlyMap<string, Decision>>;
}

export const createAwaiting = (
  reader: Pick<TransactionReader, 'decisions'>,
  decisions: Decisions,
  clock: Pick<ProcessTime, 'deadline'>,
): Awaiting => {
  const awaitDecision = createAwaitDecision(reader, decisions, clock);
  // Waits for the transactions one after another, so that a batch uses no more connections than a single transaction.
  const awaitAll = async (
    ledgerId: LedgerId,
    ids: readonly string[],
    seconds: number,
  ): Promise<ReadonlyMap<string, Decision>> => {
    const deadline = clock.deadline(seconds * 1000);
    const decided = new Map<string, Decision>();
    for (const id of ids) {
      const decision = await awaitDecision(ledgerId, id, deadline.leftMs() / 1000);
      if (!decision) break;
      decided.set(id, decision);
    }
    return decided;
  };
  return {
    awaitDecision,
    decisions: (ledgerId, ids, seconds) =>
      afterWriting(seconds > 0 ? awaitAll(ledgerId, ids, seconds) : reader.decisions(ledgerId, ids)),
  };
};
