/** String operations: the one thing that stands in two ledgers, so that only the eye that sees all of them can judge it. */
import { fetchRows, loadStatements } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type CheckResult } from '../../application/books-reader';
import { breachQuery, judged } from './sql-check';

/** Over all ledgers that the transaction may see. */
export const judgeLegs = async (tx: Tx): Promise<CheckResult> =>
  judged(legsStandTogether, await fetchRows(tx, sql['legs-stand-together'], { max_named: maxNamedBreaches }));

const legsStandTogether = {
  name: 'legs-stand-together',
  promise:
    'Both legs of a conversion or transfer are posted, each in its ledger, or there are none; and both logs tell alike of it, behind the leg.',
};

const sql = loadStatements(__filename, { 'legs-stand-together': breachQuery() });
