/** The schedule of verifications in PostgreSQL (migrations/0037-scheduled-verification.sql). */
import { ok } from '../../../kernel/refusal';
import { instantOf } from '../../../kernel/postgres/sql';
import { changeRows, fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { ScheduleStore } from '../application/ports';
import type { ScheduledEnd, ScheduledResult, ScheduledVerification } from '../domain/schedule';
import type { VerifiedFinding } from '../domain/verification';

export class PostgresScheduleStore implements ScheduleStore {
  constructor(private readonly unitOfWork: Pick<PostgresUnitOfWork, 'read' | 'run'>) {}

  take(holder: string, { at, until, due }: Parameters<ScheduleStore['take']>[1]): Promise<boolean> {
    const values = { holder, at: at.toISOString(), until: until.toISOString(), due: due.toISOString() };
    return this.written(async (tx) => (await fetchRows(tx, sql.take_verification, values)).length > 0);
  }

  renew(holder: string, until: Date): Promise<boolean> {
    const values = { holder, until: until.toISOString() };
    return this.written(async (tx) => (await fetchRows(tx, sql.renew_verification, values)).length > 0);
  }

  leave(holder: string, at: Date): Promise<void> {
    return this.written((tx) =>
      changeRows(tx, sql.leave_verification, { holder, at: at.toISOString() }).then(() => undefined),
    );
  }

  finish(holder: string, { finishedAt, result, ledgers, events, findings, named }: ScheduledEnd): Promise<void> {
    const values = {
      ...{ holder, at: finishedAt.toISOString(), result, named: JSON.stringify(named) },
      ...{ ledgers: String(ledgers), events: String(events), findings: String(findings) },
    };
    return this.written((tx) => changeRows(tx, sql.finish_verification, values).then(() => undefined));
  }

  async read(): Promise<ScheduledVerification> {
    const [row] = await this.unitOfWork.read({ ledgerIds: [] }, (tx) =>
      fetchRows(tx, sql.read_verification_schedule, {}),
    );
    if (!row) return { runningSince: null, last: null };
    const { begun_at, finished_at, result, ledgers, events, findings, named } = row;
    return {
      runningSince: begun_at === null ? null : instantOf(begun_at),
      last:
        finished_at === null || result === null
          ? null
          : {
              ...{ finishedAt: instantOf(finished_at), result, named },
              ...{ ledgers: Number(ledgers), events: Number(events), findings: Number(findings) },
            },
    };
  }

  private async written<A>(work: (tx: Tx) => Promise<A>): Promise<A> {
    const outcome = await this.unitOfWork.run<never, A>({ ledgerIds: [] }, async (tx) => ok(await work(tx)));
    return (outcome as { readonly right: A }).right;
  }
}

const sql = loadStatements(__filename, {
  take_verification: parameters('holder', 'at', 'until', 'due').rows<{ readonly is_taken: boolean }>(),
  renew_verification: parameters('holder', 'until').rows<{ readonly is_held: boolean }>(),
  leave_verification: parameters('holder', 'at'),
  finish_verification: parameters('holder', 'at', 'result', 'ledgers', 'events', 'findings', 'named'),
  read_verification_schedule: parameters().rows<{
    readonly begun_at: string | null;
    readonly finished_at: string | null;
    readonly result: ScheduledResult | null;
    readonly ledgers: string;
    readonly events: string;
    readonly findings: string;
    readonly named: readonly VerifiedFinding[];
  }>(),
});
