/** `Prefer: wait`: an answer as soon as a transaction is posted or failed, whoever posts it. */
import type { LedgerId } from '../../../kernel/ids';
import type { Decisions } from './decisions';
import type { TransactionReader } from './reader';

/** The poster of this process tells at once; for those of others we look again, less and less often. */
const firstLookMs = 10;
const maxLookMs = 250;

export const createAwaitDecision =
  (reader: TransactionReader, decisions: Decisions) =>
  async (ledgerId: LedgerId, transactionId: string, seconds: number): Promise<boolean> => {
    const deadline = Date.now() + seconds * 1000;
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(maxLookMs, pauseMs * 2)) {
      if (await reader.isDecided(ledgerId, transactionId)) return true;
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) return false;
      await decisions.next(transactionId, Math.min(leftMs, pauseMs));
    }
  };
