/**
 * Checks that consist of one SQL statement. The statement returns the rows that violate the check, each with its identity and the fault,
 * and the total number of such rows. `offset 0` lets PostgreSQL format the texts only for these rows.
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

/**
 * Declares the statement of a check with the given parameters, and with `max_named`, the number of violations to return. It is not
 * prepared, because it runs only once for each ledger.
 */
export const breachQuery = <const Names extends readonly string[]>(...names: Names) =>
  unprepared(parameters('max_named', ...names).rows<BreachRow>());

/** A check of the store that is run for one ledger at a time. */
export interface LedgerCheck extends Check {
  readonly statement: NamedStatement<'max_named' | 'ledger_id', BreachRow>;
}

/**
 * Loads the checks from the `.sql` file beside the TypeScript file `source`. `promises` has, by the name of each check, the sentence that
 * must be true.
 */
export const ledgerChecks = (
  source: string,
  promises: Readonly<Record<string, string>>,
  /** The names of checks whose rows become notes, because they are not damage. */
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
