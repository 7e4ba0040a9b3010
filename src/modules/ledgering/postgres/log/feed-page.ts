/**
 * Finds how many of the requested events fit into a page. Each event includes its whole transaction, even if several events of the page are
 * about the same transaction. Transactions are read a few at a time, so that little more is read than is returned.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { entryBytes, eventWeight, maxPageBytes, transactionWeight } from '../../application/feed-reader';
import type { TransactionRow } from '../../application/reader';
import type { EventType } from '../../domain/event';
import { countTogether, type readTransactions } from '../transactions/transaction-rows';

/** The members of an event from which its size in bytes is estimated. */
export interface PageRow {
  readonly sequence: string;
  readonly type: EventType;
  readonly transaction_id: string | null;
  readonly reason: string | null;
  /** The number of entries of the event's transaction. */
  readonly entry_count: number | null;
  /** The length of the subject's text in the log. */
  readonly content_bytes: number | null;
}

/**
 * The maximum number of entries that were posted or voided between the first and the last event of a page. For the balances, a page with a
 * filter must read even the transactions that it leaves out.
 */
const maxMovedEntries = 20_000;

/**
 * Returns the first rows that together have at most `maxBytes`, but always at least one row, with their transactions. `read` may return
 * only the first few of the requested transactions, as `readTransactions` does.
 */
export const readPage = async <R extends PageRow>(
  rows: readonly R[],
  maxBytes: number,
  read: (ids: readonly string[]) => ReturnType<typeof readTransactions>,
): Promise<{ readonly rows: readonly R[]; readonly transactions: ReadonlyMap<string, TransactionRow> }> => {
  const transactions = new Map<string, TransactionRow>();
  const weights = new Map<string, number>();
  // The number of entries that are read at once depends on `maxBytes`, so that little more is read than is returned.
  const maxEntriesTogether = Math.ceil(Math.min(maxBytes, maxPageBytes) / entryBytes);
  let bytes = 0;
  for (let at = 0; at < rows.length;) {
    const isUnread = ({ transaction_id: id }: PageRow): boolean => id !== null && !transactions.has(id);
    const entriesToRead = (row: PageRow): number => (isUnread(row) ? (row.entry_count ?? 0) : 0);
    const together = rows.slice(at, at + countTogether(rows, at, entriesToRead, maxEntriesTogether));
    const ids = new Set(together.filter(isUnread).map(({ transaction_id: id }) => id as string));
    const found = ids.size > 0 ? await read([...ids]) : { rows: [], isCut: false };
    for (const transaction of found.rows) {
      transactions.set(transaction.id, transaction);
      weights.set(transaction.id, transactionWeight(transaction));
    }
    for (const { transaction_id: id, reason, content_bytes: content } of together) {
      if (found.isCut && id !== null && !transactions.has(id)) break;
      bytes += eventWeight(reason) + (id === null ? (content ?? 0) : (weights.get(id) ?? 0));
      if (bytes > maxBytes && at > 0) return { rows: rows.slice(0, at), transactions };
      at += 1;
    }
  }
  return { rows, transactions };
};

/**
 * Shortens a page with a filter: returns the first rows up to which at most `maxMovedEntries` entries were posted or voided since the
 * page's first transaction; at least one row.
 */
export const rowsBeforeMoves = async <R extends PageRow>(
  tx: Tx,
  ledgerId: LedgerId,
  rows: readonly R[],
): Promise<readonly R[]> => {
  const about = rows.filter(({ transaction_id: id, type }) => id !== null && type !== 'transaction_failed');
  const [first, last] = [about[0], about.at(-1)];
  if (!first || !last || first === last) return rows;
  const [end] = await fetchRows(tx, sql.read_end_of_moves, {
    ...{ ledger_id: ledgerId, after: String(BigInt(first.sequence) - 1n), through: last.sequence },
    max_entries: maxMovedEntries,
  });
  if (!end || end.sequence === null) return rows;
  const until = BigInt(end.sequence);
  return rows.filter(({ sequence }) => BigInt(sequence) < until);
};

const sql = loadStatements(__filename, {
  read_end_of_moves: parameters('ledger_id', 'after', 'through', 'max_entries').rows<{
    readonly sequence: string | null;
  }>(),
});
