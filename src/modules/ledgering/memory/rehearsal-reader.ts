/** Reads what a dry run has written in memory, before it is undone. */
import { layers } from '../../../kernel/accounting';
import type { LedgerId } from '../../../kernel/ids';
import type { Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { TransactionRow } from '../application/reader';
import type { RehearsalReader, StandingTotals } from '../application/rehearsal-reader';
import type { AccountId } from '../domain/account';
import type { TransactionId } from '../domain/transaction';
import { totalsAsOf } from './balances';
import { booksOf, type BooksByLedger } from './ledger-books';
import { presentRowIn } from './transaction-reader';

export class MemoryRehearsalReader implements RehearsalReader {
  constructor(private readonly books: BooksByLedger) {}

  async transactions(_: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<readonly TransactionRow[]> {
    const books = booksOf(this.books, ledgerId);
    return ids.flatMap((id) => {
      const kept = books.transactions.get(id);
      return kept ? [presentRowIn(books, kept)] : [];
    });
  }

  async totals(
    _: Tx,
    ledgerId: LedgerId,
    accountIds: readonly AccountId[],
    asOf: Day,
  ): Promise<readonly StandingTotals[]> {
    const books = booksOf(this.books, ledgerId);
    return [...books.accounts.values()]
      .filter(({ id }) => accountIds.includes(id))
      .sort((one, other) => (one.code < other.code ? -1 : 1))
      .flatMap(({ id, code, normalBalance }) => {
        const { upTo } = totalsAsOf(books, new Set([id]), asOf);
        return layers.toSorted().map((layer) => {
          const { debits, credits } = upTo[layer];
          return { accountId: id, accountCode: code, normalBalance, layer, debits, credits };
        });
      });
  }
}
