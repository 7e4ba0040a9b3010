/** Checks that the stored texts of amended transactions, which lists show, are those of the amending events. */
import type { LedgerId } from '../../../../kernel/ids';
import { instantOf } from '../../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters, unprepared } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type CheckResult } from '../../application/books-reader';
import { areSame, type Words } from '../../domain/amendment';
import { readRecorded } from '../../domain/formats/reading';
import { breachQuery, judged, type BreachRow } from './sql-check';

const rowsAtOnce = 1_000;

export const judgeAmendments = async (tx: Tx, ledgerId: LedgerId): Promise<CheckResult> => {
  const found = await fetchRows(tx, sql.find_amended_by_nothing, { ledger_id: ledgerId, max_named: maxNamedBreaches });
  const named: BreachRow[] = [...found];
  let total = Number(found[0]?.total ?? 0);
  for (let after = '0'; ;) {
    const rows = await fetchRows(tx, sql.read_amended, { ledger_id: ledgerId, after, limit: rowsAtOnce });
    for (const row of rows) {
      const detail = differenceOf(row);
      if (detail === undefined) continue;
      total += 1;
      if (named.length < maxNamedBreaches)
        named.push({ place: `transaction ${row.transaction_id}, event ${row.sequence}`, detail, total: '' });
    }
    if (rows.length < rowsAtOnce)
      return judged(
        amendedWords,
        named.map((row) => ({ ...row, total: String(total) })),
      );
    after = rows.at(-1)?.sequence ?? after;
  }
};

const amendedWords = {
  name: 'amended-words',
  promise:
    'The description, reference and metadata of each amended transaction are those of its last amendment in the log, and no other transaction was amended.',
};

const differenceOf = (row: AmendedRow): string | undefined => {
  if (!row.is_kept) return 'the log has an amendment of it, but the amended words are missing';
  // A missing text is reported by another check.
  if (row.content === null) return undefined;
  const recorded = readRecorded(row.content);
  if (recorded.kind !== 'amendment') return 'the text of the event does not describe an amendment';
  const { after, amendedAt } = recorded.amendment;
  return areSame(row as Words, after) && instantOf(row.amended_at as string).getTime() === amendedAt.getTime()
    ? undefined
    : 'its words differ from those of the event';
};

interface AmendedRow extends Partial<Words> {
  readonly sequence: string;
  readonly transaction_id: string;
  readonly content: string | null;
  readonly is_kept: boolean;
  readonly amended_at: string | null;
}

const sql = loadStatements(__filename, {
  read_amended: unprepared(parameters('ledger_id', 'after', 'limit').rows<AmendedRow>()),
  find_amended_by_nothing: breachQuery('ledger_id'),
});
