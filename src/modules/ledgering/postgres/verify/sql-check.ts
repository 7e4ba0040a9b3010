/**
 * Checks that one statement makes each: it gives the rows that break the promise, which row and what is wrong with it, and how
 * many there are in all. `offset 0` keeps the words from being made before the rows are found.
 */
import type { LedgerId } from '../../../../kernel/ids';
import {
  fetchRows,
  loadStatements,
  parameters,
  unprepared,
  type NamedStatement,
} from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type Check, type CheckResult } from '../../application/books-reader';

export interface BreachRow {
  readonly place: string;
  readonly detail: string;
  readonly total: string;
}

/** A statement that takes those parameters, and how many breaches to name. Asked once a ledger: not worth keeping prepared. */
export const breachQuery = <const Names extends readonly string[]>(...names: Names) =>
  unprepared(parameters('max_named', ...names).rows<BreachRow>());

/** A check of one ledger at a time. */
export interface LedgerCheck extends Check {
  readonly statement: NamedStatement<'max_named' | 'ledger_id', BreachRow>;
}

/** The checks of the `.sql` file beside that TypeScript file, by their names and what they promise. */
export const ledgerChecks = (
  source: string,
  promises: Readonly<Record<string, string>>,
  /** Checks whose rows become notes, because they are no damage. */
  notes: readonly string[] = [],
): readonly LedgerCheck[] => {
  const judging = breachQuery('ledger_id');
  const sql = loadStatements(source, Object.fromEntries(Object.keys(promises).map((name) => [name, judging])));
  return Object.entries(sql).map(([name, statement]) => ({
    ...{ name, promise: promises[name] as string, statement },
    isNote: notes.includes(name),
  }));
};

export const judge = async (tx: Tx, check: LedgerCheck, ledgerId: LedgerId): Promise<CheckResult> =>
  judged(check, await fetchRows(tx, check.statement, { max_named: maxNamedBreaches, ledger_id: ledgerId }));

export const judged = ({ name, promise, isNote }: Check, rows: readonly BreachRow[]): CheckResult => ({
  check: { name, promise, ...(isNote ? { isNote } : {}) },
  total: Number(rows[0]?.total ?? 0),
  named: rows.map(({ place, detail }) => ({ where: place, detail })),
});
