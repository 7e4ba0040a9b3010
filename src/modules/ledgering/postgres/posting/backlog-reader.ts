/** Reads the number of pending transactions of all ledgers. */
import { madeAt } from '../../../../kernel/ids';
import { loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../../kernel/postgres/unit-of-work';
import { maxCountedBacklog, type Backlog, type BacklogReader } from '../../application/backlog-reader';
import type { TransactionId } from '../../domain/transaction';

const sql = loadStatements(__filename, {
  'read-backlog': parameters('beside').rows<{ backlog: { waiting: number; oldest: TransactionId | null } }>(),
});

export class PostgresBacklogReader implements BacklogReader {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  async backlog(): Promise<Backlog> {
    const { rows, nodes } = await this.unitOfWork.nodes.ask(sql['read-backlog'], {});
    const [oldestId = null] = rows.flatMap(({ backlog }) => backlog.oldest ?? []).sort();
    const waiting = rows.reduce((sum, { backlog }) => sum + backlog.waiting, 0);
    return {
      waiting: Math.min(waiting, maxCountedBacklog),
      oldestAcceptedAt: oldestId && madeAt(oldestId),
      oldestId,
      nodes,
    };
  }
}
