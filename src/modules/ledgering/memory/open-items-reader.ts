/** Sums entries by open item and day in memory, by replaying the log up to a sequence. */
import type { ItemDay, OpenItemsQuestion, OpenItemsReader } from '../application/open-items-reader';
import type { ReadScope } from '../application/reader';
import type { TransactionId } from '../domain/transaction';
import { playedTo } from './books-then';
import type { LedgerBooks } from './ledger-books';
import { MemoryReader } from './reading';

export class MemoryOpenItemsReader extends MemoryReader implements OpenItemsReader {
  itemDays({ ledgerId }: ReadScope, question: OpenItemsQuestion): Promise<readonly ItemDay[]> {
    return this.inLedger(ledgerId, (books) => daysIn(books, question));
  }
}

const daysIn = (
  books: LedgerBooks,
  { accountIds, layer, to, knownAtSequence, attribute, limit }: OpenItemsQuestion,
): readonly ItemDay[] => {
  const wanted = new Set<string>(accountIds);
  const sums = new Map<string, ItemDay>();
  const valueOf = (id: string): string | null =>
    attribute === undefined
      ? null
      : (books.transactions.get(id as TransactionId)?.acceptance.draft.attributes?.[attribute] ?? null);
  for (const id of playedTo(books, knownAtSequence).inForce) {
    const draft = books.transactions.get(id)?.acceptance.draft;
    if (!draft || draft.effectiveDate > to) continue;
    const { effectiveDate: day, undoesTransactionId, settlesTransactionId } = draft;
    const holdId = layer === 'settled' ? null : (undoesTransactionId ?? settlesTransactionId ?? id);
    const value = valueOf(holdId ?? id);
    for (const { accountId, layer: of, type, amount } of draft.entries) {
      if (of !== layer || !wanted.has(accountId)) continue;
      const key = JSON.stringify([accountId, holdId, value, day]);
      const { debits, credits } = sums.get(key) ?? { debits: 0n, credits: 0n };
      const added = type === 'debit' ? { debits: debits + amount, credits } : { debits, credits: credits + amount };
      sums.set(key, { accountId, holdId, value, day, ...added });
    }
  }
  return [...sums.values()].slice(0, limit);
};
