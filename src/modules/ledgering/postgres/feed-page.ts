/**
 * How much of what was asked for a page of the feed tells. It is found out before anything of it is read, so that no more is read than
 * is told: an event tells its transaction whole, however often the page tells of the same one.
 */
import type { LedgerId } from '../../../kernel/ids';
import { maxPageBytes } from '../../../kernel/page';
import { plainArray } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { Tx } from '../../../kernel/unit-of-work';
import type { EventType } from '../domain/event';

/** Of an event, what its weight is made of. */
export interface PageRow {
  readonly sequence: string;
  readonly type: EventType;
  readonly transaction_id: string | null;
  readonly reason: string | null;
  /** Of its transaction. */
  readonly entry_count: number | null;
  /** Of the text that was kept of a thing of the chart. */
  readonly content_bytes: number | null;
}

/** What an event is without texts of any length, about: itself, its transaction, and an entry of that with the balance behind it. */
const eventBytes = 600;
const transactionBytes = 900;
const entryBytes = 400;

/** Entries that are weighed at a time: those of any page of ordinary transactions. */
const maxEntriesTogether = 400;

/** Entries that move accounts between the first and the last event of a page: with a filter they are no part of it, and are read too. */
const maxMovedEntries = 20_000;

/** The rows that come to no more than a page may weigh: the first ones, one at least. */
export const rowsOfPage = async <R extends PageRow>(
  tx: Tx,
  ledgerId: LedgerId,
  rows: readonly R[],
): Promise<readonly R[]> => {
  const weights = new Map<string, number>();
  let bytes = 0;
  for (let read = 0; read < rows.length;) {
    const together = rows.slice(read, read + countWithin(rows, read, weights));
    await weigh(tx, ledgerId, together, weights);
    for (const row of together) {
      bytes += weightOf(row, weights);
      if (bytes > maxPageBytes && read > 0) return rows.slice(0, read);
      read += 1;
    }
  }
  return rows;
};

/** How many of the rows from there on tell of so many entries that were not weighed yet; one at least. */
const countWithin = (rows: readonly PageRow[], from: number, weights: ReadonlyMap<string, number>): number => {
  let entries = 0;
  for (let at = from; at < rows.length; at++) {
    const { transaction_id: id, entry_count: count } = rows[at] as PageRow;
    if (id !== null && !weights.has(id)) entries += count ?? 0;
    if (entries > maxEntriesTogether) return Math.max(1, at - from);
  }
  return rows.length - from;
};

const weigh = async (
  tx: Tx,
  ledgerId: LedgerId,
  rows: readonly PageRow[],
  weights: Map<string, number>,
): Promise<void> => {
  const ids = new Set(rows.flatMap(({ transaction_id: id }) => (id === null || weights.has(id) ? [] : [id])));
  if (ids.size === 0) return;
  const asked = { ledger_id: ledgerId, transaction_ids: plainArray([...ids]) };
  for (const { id, weight } of await fetchRows(tx, sql.read_feed_weights, asked)) weights.set(id, Number(weight));
};

const weightOf = (row: PageRow, weights: ReadonlyMap<string, number>): number => {
  const own = eventBytes + Buffer.byteLength(row.reason ?? '');
  if (row.transaction_id === null) return own + (row.content_bytes ?? 0);
  const texts = weights.get(row.transaction_id) ?? 0;
  return own + transactionBytes + (row.entry_count ?? 0) * entryBytes + texts;
};

/** Of a page with a filter, the rows before too many entries moved accounts since its first transaction: the first ones, one at least. */
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
  read_feed_weights: parameters('ledger_id', 'transaction_ids').rows<{
    readonly id: string;
    readonly weight: string;
  }>(),
  read_end_of_moves: parameters('ledger_id', 'after', 'through', 'max_entries').rows<{
    readonly sequence: string | null;
  }>(),
});
