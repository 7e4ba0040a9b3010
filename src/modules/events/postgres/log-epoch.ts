/** The epoch of the logs in PostgreSQL (migrations/0043-epochs.sql). A trigger records each new epoch in the installation's log. */
import { ok, refused } from '../../../kernel/refusal';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { LogEpochs } from '../application/ports';

export class PostgresLogEpochs implements LogEpochs {
  constructor(private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read' | 'run'>) {}

  async current(): Promise<string> {
    const [row] = await this.unitOfWork.read({ ledgerIds: [] }, (tx) => fetchRows(tx, sql.read_log_epoch, {}));
    if (!row) throw new Error('the table installation has no row');
    return row.log_epoch;
  }

  async begin(): Promise<string> {
    const begun = await this.unitOfWork.run<never, string>({ ledgerIds: [] }, async (tx) => {
      const [row] = await fetchRows(tx, sql.begin_log_epoch, {});
      if (!row) throw new Error('the table installation has no row');
      return ok(row.log_epoch);
    });
    if (refused(begun)) return begun.left;
    return begun.right;
  }
}

const sql = loadStatements(__filename, {
  read_log_epoch: parameters().rows<{ readonly log_epoch: string }>(),
  begin_log_epoch: parameters().rows<{ readonly log_epoch: string }>(),
});
