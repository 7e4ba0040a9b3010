/** How much waits to be posted, over all ledgers. */
import { madeAt } from '../../../kernel/ids';
import { query, statement } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { maxCountedBacklog, type Backlog, type BacklogReader } from '../application/backlog-reader';
import type { TransactionId } from '../domain/transaction';

// Takes no lock. Counts no further than its bound.
const readBacklog = statement('read-backlog', 'select waiting, oldest from posting_backlog($1)');

export class PostgresBacklogReader implements BacklogReader {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  backlog(): Promise<Backlog> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) => {
      const [row] = await query<{ waiting: string; oldest: TransactionId | null }>(tx, readBacklog, [
        maxCountedBacklog,
      ]);
      return {
        waiting: Number(row?.waiting ?? 0),
        oldestAcceptedAt: row?.oldest ? madeAt(row.oldest) : null,
        oldestId: row?.oldest ?? null,
      };
    });
  }
}
