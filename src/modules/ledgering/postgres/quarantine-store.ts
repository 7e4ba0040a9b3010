/** The marks on work that may have ended the process which posted it. */
import type { LedgerId } from '../../../kernel/ids';
import { plainArray } from '../../../kernel/postgres/sql';
import { fetchRows, changeRows, insertion, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import { together, writeTogether } from '../../../kernel/postgres/sql-together';
import type { Tx } from '../../../kernel/unit-of-work';
import type { QuarantineStore } from '../application/ports';
import type { TransactionId } from '../domain/transaction';

export class PostgresQuarantineStore implements QuarantineStore {
  async attempts(
    tx: Tx,
    ledgerId: LedgerId,
    ids: readonly TransactionId[],
  ): Promise<ReadonlyMap<TransactionId, number>> {
    const rows = await fetchRows(tx, sql.read_posting_attempts, ofTransactions(ledgerId, ids));
    return new Map(rows.map((row) => [row.transaction_id, row.attempts]));
  }

  async mark(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<void> {
    await writeTogether(tx, marks, ledgerId, { attempts: ids });
  }

  async unmark(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<void> {
    await changeRows(tx, sql.unmark_posting_attempts, ofTransactions(ledgerId, ids));
  }
}

const ofTransactions = (ledgerId: LedgerId, ids: readonly TransactionId[]) => ({
  ledger_id: ledgerId,
  transaction_ids: plainArray(ids),
});

const sql = loadStatements(__filename, {
  read_posting_attempts: parameters('ledger_id', 'transaction_ids').rows<{
    readonly transaction_id: TransactionId;
    readonly attempts: number;
  }>(),
  mark_posting_attempts: insertion<TransactionId>({ transaction_id: (id) => id }),
  unmark_posting_attempts: parameters('ledger_id', 'transaction_ids'),
});

const marks = together('mark_attempts', { attempts: sql.mark_posting_attempts });
