/** How much waits to be posted, over all ledgers. */
import { madeAt } from '../../../kernel/ids';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { maxCountedBacklog, type Backlog, type BacklogReader } from '../application/backlog-reader';
import type { TransactionId } from '../domain/transaction';

const sql = loadStatements(__filename, {
  'read-backlog': parameters('max_counted').rows<{ waiting: string; oldest: TransactionId | null }>(),
});

export class PostgresBacklogReader implements BacklogReader {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  backlog(): Promise<Backlog> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) => {
      const [row] = await fetchRows(tx, sql['read-backlog'], { max_counted: maxCountedBacklog });
      return {
        waiting: Number(row?.waiting ?? 0),
        oldestAcceptedAt: row?.oldest ? madeAt(row.oldest) : null,
        oldestId: row?.oldest ?? null,
      };
    });
  }
}
