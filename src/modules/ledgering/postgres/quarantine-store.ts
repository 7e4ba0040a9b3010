/** The marks on work that may have ended the process which posted it. */
import type { LedgerId } from '../../../kernel/ids';
import { plainArray } from '../../../kernel/postgres/sql';
import { ask, change, sqlBeside, taking } from '../../../kernel/postgres/sql-file';
import type { Tx } from '../../../kernel/unit-of-work';
import type { QuarantineStore } from '../application/ports';
import type { TransactionId } from '../domain/transaction';

export class PostgresQuarantineStore implements QuarantineStore {
  async attempts(
    tx: Tx,
    ledgerId: LedgerId,
    ids: readonly TransactionId[],
  ): Promise<ReadonlyMap<TransactionId, number>> {
    const rows = await ask(tx, sql.read_posting_attempts, ofTransactions(ledgerId, ids));
    return new Map(rows.map((row) => [row.transaction_id, row.attempts]));
  }

  async mark(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<void> {
    await change(tx, sql.mark_posting_attempts, ofTransactions(ledgerId, ids));
  }

  async unmark(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<void> {
    await change(tx, sql.unmark_posting_attempts, ofTransactions(ledgerId, ids));
  }
}

const ofTransactions = (ledgerId: LedgerId, ids: readonly TransactionId[]) => ({
  ledger_id: ledgerId,
  transaction_ids: plainArray(ids),
});

const sql = sqlBeside(__filename, {
  read_posting_attempts: taking('ledger_id', 'transaction_ids').giving<{
    readonly transaction_id: TransactionId;
    readonly attempts: number;
  }>(),
  mark_posting_attempts: taking('ledger_id', 'transaction_ids'),
  unmark_posting_attempts: taking('ledger_id', 'transaction_ids'),
});
