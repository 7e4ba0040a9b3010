/**
 * What of the pending layer holds nothing, because it was reversed or reverses: sums over the days on which that was so,
 * which only reversals write.
 */
import { loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { BalanceTotals } from '../application/reader';

export interface UndoneRow {
  readonly debits: string;
  readonly credits: string;
}

export const toUndone = (row: UndoneRow | undefined): BalanceTotals['undone'] => ({
  debits: BigInt(row?.debits ?? 0),
  credits: BigInt(row?.credits ?? 0),
});

export const { read_undone: readUndone, read_undone_of_set: readUndoneOfSet } = loadStatements(__filename, {
  read_undone: parameters('ledger_id', 'code', 'as_of').rows<UndoneRow>(),
  read_undone_of_set: parameters('ledger_id', 'account_set_id', 'as_of').rows<UndoneRow>(),
});
