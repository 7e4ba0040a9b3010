/** Reads the acts of one API key or one operator in the books, in memory. */
import { isBehind, pageOfActs, type ActsQuestion } from '../../../kernel/acts';
import type { LedgerId } from '../../../kernel/ids';
import type { Slice } from '../../../kernel/page';
import type { ActsReader, LedgerAct } from '../application/acts-reader';
import { MemoryReader } from './reading';
import { activityOf } from './transaction-reader';

export class MemoryActsReader extends MemoryReader implements ActsReader {
  async acts(
    ledgerIds: readonly LedgerId[],
    { actor, since }: ActsQuestion,
    slice: Slice,
  ): Promise<readonly LedgerAct[]> {
    const found = await Promise.all(
      ledgerIds.map((logId) =>
        this.inLedger(logId, ({ log }) => [...log.values()].map((logged) => ({ ...activityOf(logged), logId }))),
      ),
    );
    const wanted = found
      .flat()
      .filter((act) => act.actor === actor && (since === undefined || act.occurredAt >= since))
      .filter(isBehind(slice));
    return pageOfActs(wanted, { ...slice, limit: slice.limit + 1 }).items;
  }
}
