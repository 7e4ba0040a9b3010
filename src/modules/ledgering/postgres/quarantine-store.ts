/** The marks on work that may have ended the process which posted it. */
import type { LedgerId } from '../../../kernel/ids';
import { execute, plainArray, query, statement } from '../../../kernel/postgres/sql';
import type { Tx } from '../../../kernel/unit-of-work';
import type { QuarantineStore } from '../application/ports';
import type { TransactionId } from '../domain/transaction';

export class PostgresQuarantineStore implements QuarantineStore {
  async attempts(
    tx: Tx,
    ledgerId: LedgerId,
    ids: readonly TransactionId[],
  ): Promise<ReadonlyMap<TransactionId, number>> {
    const rows = await query<{ transaction_id: string; attempts: number }>(tx, readAttempts, [
      ledgerId,
      plainArray(ids),
    ]);
    return new Map(rows.map((row) => [row.transaction_id as TransactionId, row.attempts]));
  }

  async mark(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<void> {
    await execute(tx, markAttempts, [ledgerId, plainArray(ids)]);
  }

  async unmark(tx: Tx, ledgerId: LedgerId, ids: readonly TransactionId[]): Promise<void> {
    await execute(tx, unmarkAttempts, [ledgerId, plainArray(ids)]);
  }
}

const readAttempts = statement(
  'read_posting_attempts',
  'select transaction_id, attempts from posting_attempts where ledger_id = $1 and transaction_id = any ($2::uuid[])',
);

const markAttempts = statement(
  'mark_posting_attempts',
  `insert into posting_attempts as a (ledger_id, transaction_id, attempts)
   select $1, id, 1 from unnest($2::uuid[]) as m (id)
   on conflict (ledger_id, transaction_id) do update set attempts = a.attempts + 1`,
);

const unmarkAttempts = statement(
  'unmark_posting_attempts',
  'delete from posting_attempts where ledger_id = $1 and transaction_id = any ($2::uuid[])',
);
