/** Stores the attempts at posting suspect transactions, and reads which processes have a session. */
import type { LedgerId } from '../../../../kernel/ids';
import { plainArray } from '../../../../kernel/postgres/sql';
import { fetchRows, changeRows, insertion, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import { together, writeTogether } from '../../../../kernel/postgres/sql-together';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { PostingAttempt, Presence, QuarantineStore } from '../../application/ports';
import type { TransactionId } from '../../domain/transaction';

export class PostgresQuarantineStore implements QuarantineStore {
  async attempts(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<readonly PostingAttempt[]> {
    const rows = await fetchRows(tx, sql.read_posting_attempts, ofTransactions(ledgerId, ids));
    return rows.map((row) => ({ transactionId: row.transaction_id, owner: row.owner, isAlone: row.is_alone }));
  }

  async presence(tx: Tx, owners: readonly string[]): Promise<Presence> {
    const [row] = await fetchRows(tx, sql.read_presence, { owners });
    if (!row) throw new Error('PostgreSQL did not say which processes are there');
    return { own: row.own, present: new Set(row.present) };
  }

  async mark(tx: Tx, ledgerId: LedgerId, attempts: readonly PostingAttempt[]): Promise<void> {
    await writeTogether(tx, marks, ledgerId, { attempts });
  }

  async unmark(tx: Tx, ledgerId: LedgerId, owner: string, ids: readonly TransactionId[]): Promise<void> {
    await changeRows(tx, sql.unmark_posting_attempts, { ...ofTransactions(ledgerId, ids), owner });
  }
}

const ofTransactions = (ledgerId: LedgerId, ids: readonly TransactionId[]) => ({
  ledger_id: ledgerId,
  transaction_ids: plainArray(ids),
});

const sql = loadStatements(__filename, {
  read_posting_attempts: parameters('ledger_id', 'transaction_ids').rows<{
    readonly transaction_id: TransactionId;
    readonly owner: string;
    readonly is_alone: boolean;
  }>(),
  read_presence: parameters('owners').rows<{ readonly own: string; readonly present: readonly string[] }>(),
  mark_posting_attempts: insertion<PostingAttempt>({
    transaction_id: ({ transactionId }) => transactionId,
    owner: ({ owner }) => owner,
    is_alone: ({ isAlone }) => isAlone,
  }),
  unmark_posting_attempts: parameters('ledger_id', 'transaction_ids', 'owner'),
});

const marks = together('mark_attempts', { attempts: sql.mark_posting_attempts });
