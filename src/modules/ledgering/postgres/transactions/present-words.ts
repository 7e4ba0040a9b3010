/** Reads the present texts of transactions: those of the last amendment of each. */
import type { LedgerId } from '../../../../kernel/ids';
import { instantOf, plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { TransactionRow } from '../../application/reader';

export type PresentWords = Pick<TransactionRow, 'description' | 'reference' | 'metadata' | 'amendedAt'>;

/** Returns the present texts by the transaction's id. Transactions that were never amended are left out. */
export const readPresentWords = async (
  tx: Tx,
  ledgerId: LedgerId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PresentWords>> => {
  if (ids.length === 0) return new Map();
  const found = await fetchRows(tx, sql.read_present_words, { ledger_id: ledgerId, transaction_ids: plainArray(ids) });
  return new Map(
    found.map(({ id, amended_at, ...words }) => [id, { ...words, amendedAt: instantOf(amended_at) }] as const),
  );
};

const sql = loadStatements(__filename, {
  read_present_words: parameters('ledger_id', 'transaction_ids').rows<{
    readonly id: string;
    readonly description: string;
    readonly reference: string | null;
    readonly metadata: TransactionRow['metadata'];
    readonly amended_at: string;
  }>(),
});
