/** `Prefer: wait`: an answer as soon as a transaction is posted or failed, whoever posts it. */
import type { LedgerId } from '../../../kernel/ids';
import type { Decisions } from './decisions';
import type { Decision, TransactionReader } from './reader';

/** The poster of this process tells at once; for those of others we look again, less and less often. */
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
