/** Sums over stretches of the log in PostgreSQL, computed on the node that stores them. */
import type { LedgerId } from '../../../../kernel/ids';
import { queryText } from '../../../../kernel/postgres/sql';
import { changeRows, fetchRows, loadStatements, parameters, unprepared } from '../../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../../kernel/unit-of-work';
import type { StretchStore } from '../../application/ports';
import type { Stretch } from '../../domain/stretch';

export class PostgresStretchStore implements StretchStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  async ledgersOfEvents(
    least: bigint,
  ): Promise<readonly { readonly ledgerId: LedgerId; readonly lastSequence: bigint }[]> {
    const { rows } = await this.unitOfWork.nodes.ask(sql.find_ledgers_of_events, { least: String(least) });
    return rows.map((row) => ({ ledgerId: row.ledger_id, lastSequence: BigInt(row.last_sequence) }));
  }

  stretches(ledgerId: LedgerId): Promise<readonly Stretch[]> {
    return this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => readStretches(tx, ledgerId));
  }

  async sum(
    tx: Tx,
    ledgerId: LedgerId,
    { level, after, through }: Pick<Stretch, 'level' | 'after' | 'through'>,
    known: readonly Stretch[],
  ): Promise<Stretch | undefined> {
    const transactionsAfter = await readPostedThrough(tx, ledgerId, after, known);
    const transactionsThrough = await readPostedThrough(tx, ledgerId, through, known);
    const stretch = { level, after, through, transactionsThrough };
    const place = { ledger_id: ledgerId, level: String(level), after: String(after), through: String(through) };
    const written = await changeRows(tx, sql.insert_stretch, {
      ...place,
      transactions_through: String(transactionsThrough),
    });
    if (written === 0) return undefined;
    // The timeout is set by an SQL command, because it must also apply on the ledger's node.
    await queryText(tx, `set local statement_timeout = ${sumTimeoutMs}`, []);
    if (level > 0) await fetchRows(tx, sql.sum_stretches, place);
    else
      await fetchRows(tx, sql.sum_entries, {
        ...{ ledger_id: ledgerId, after: place.after, through: place.through },
        transactions_after: String(transactionsAfter),
        transactions_through: String(transactionsThrough),
      });
    return stretch;
  }
}

/**
 * The timeout of a sum. Half a million rows take this long on a busy machine. It may be long, because no request waits for a sum, and the
 * work of a cancelled sum is lost.
 */
const sumTimeoutMs = 120_000;

export const readStretches = async (tx: Tx, ledgerId: LedgerId): Promise<readonly Stretch[]> =>
  (await fetchRows(tx, sql.read_stretches, { ledger_id: ledgerId })).map((row) => ({
    level: row.level,
    after: BigInt(row.after),
    through: BigInt(row.through),
    transactionsThrough: BigInt(row.transactions_through),
  }));

const beginning: Pick<Stretch, 'through' | 'transactionsThrough'> = { through: 0n, transactionsThrough: 0n };

/**
 * Returns the posting sequence of the last transaction that was posted up to a sequence of the log. Searches from the last stretch before
 * that sequence.
 */
export const readPostedThrough = async (
  tx: Tx,
  ledgerId: LedgerId,
  sequence: bigint,
  known: readonly Stretch[],
): Promise<bigint> => {
  const before = known.filter(({ through }) => through <= sequence);
  const { through: after, transactionsThrough } = before.reduce(
    (one, other) => (other.through > one.through ? other : one),
    beginning,
  );
  if (after === sequence) return transactionsThrough;
  const asked = { ledger_id: ledgerId, after: String(after), through: String(sequence) };
  const [row] = await fetchRows(tx, sql.read_posted_through, asked);
  return row ? BigInt(row.sequence) : transactionsThrough;
};

const sql = loadStatements(__filename, {
  find_ledgers_of_events: parameters('least', 'beside').rows<{ ledger_id: LedgerId; last_sequence: string }>(),
  read_stretches: parameters('ledger_id').rows<{
    readonly level: number;
    readonly after: string;
    readonly through: string;
    readonly transactions_through: string;
  }>(),
  read_posted_through: parameters('ledger_id', 'after', 'through').rows<{ readonly sequence: string }>(),
  insert_stretch: parameters('ledger_id', 'level', 'after', 'through', 'transactions_through'),
  sum_entries: unprepared(
    parameters('ledger_id', 'after', 'through', 'transactions_after', 'transactions_through').rows<object>(),
  ),
  sum_stretches: unprepared(parameters('ledger_id', 'level', 'after', 'through').rows<object>()),
});
