/** How much waits to be posted, over all ledgers. */
import { madeAt } from '../../../kernel/ids';
import { ask, sqlBeside, taking } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { maxCountedBacklog, type Backlog, type BacklogReader } from '../application/backlog-reader';
import type { TransactionId } from '../domain/transaction';

const sql = sqlBeside(__filename, {
  'read-backlog': taking('max_counted').giving<{ waiting: string; oldest: TransactionId | null }>(),
});

export class PostgresBacklogReader implements BacklogReader {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  backlog(): Promise<Backlog> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) => {
      const [row] = await ask(tx, sql['read-backlog'], { max_counted: maxCountedBacklog });
      return {
        waiting: Number(row?.waiting ?? 0),
        oldestAcceptedAt: row?.oldest ? madeAt(row.oldest) : null,
        oldestId: row?.oldest ?? null,
      };
    });
  }
}
