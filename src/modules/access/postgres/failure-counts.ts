/** Failed sign-ins in PostgreSQL, where all processes count together. */
import { instantOf } from '../../../kernel/postgres/sql';
import { changeRows, fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import { textArray } from '../../../kernel/postgres/sql-rows';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { FailureCounts } from '../application/ports';
import type { FailureBudget } from '../domain/sign-in-budget';

const controlPlane = { ledgerIds: [] };

export class PostgresFailureCounts implements FailureCounts {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  spend(budgets: readonly FailureBudget[], now: Date, windowMs: number): Promise<Outcome<Date, void>> {
    const over_before = new Date(now.getTime() - windowMs).toISOString();
    const at = now.toISOString();
    // The subjects are sorted: two requests that count the same subjects then lock them in the same order, so they cannot deadlock.
    const subjects = budgets.map(({ subject }) => subject).toSorted();
    return this.unitOfWork.run<Date, void>(controlPlane, async (tx) => {
      const counting = subjects.map((subject) => fetchRows(tx, sql.count_failure, { subject, at, over_before }));
      const counts = (await Promise.all(counting)).flat();
      const limits = new Map(budgets.map(({ subject, limit }) => [subject, limit]));
      const beyond = counts.filter(({ subject, count }) => count > (limits.get(subject) ?? 0));
      const ends = beyond.map(({ window_start }) => instantOf(window_start).getTime() + windowMs);
      // The refusal rolls the counts back, so that a refused attempt is counted in no budget.
      if (ends.length > 0) return refuse(new Date(Math.max(...ends)));
      await changeRows(tx, sql.forget_failures, { over_before });
      return ok(undefined);
    });
  }

  async giveBack(budgets: readonly FailureBudget[]): Promise<void> {
    const subjects = textArray(budgets.map(({ subject }) => subject));
    await this.unitOfWork.run<never, void>(controlPlane, async (tx) => {
      await changeRows(tx, sql.take_back_failures, { subjects });
      return ok(undefined);
    });
  }
}

const sql = loadStatements(__filename, {
  count_failure: parameters('subject', 'at', 'over_before').rows<{
    subject: string;
    window_start: string;
    count: number;
  }>(),
  take_back_failures: parameters('subjects'),
  forget_failures: parameters('over_before'),
});
