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
      const found = await reader.decision(ledgerId, transactionId);
      const leftMs = deadline - Date.now();
      if (found || leftMs <= 0) return found;
      const told = await decisions.next(transactionId, Math.min(leftMs, pauseMs));
      if (told) return told;
    }
  };
