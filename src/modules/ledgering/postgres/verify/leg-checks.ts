/** Checks of conversions and transfers. Each concerns two ledgers, so only a transaction with access to both can check it. */
import { fetchRows, loadStatements } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type CheckResult } from '../../application/books-reader';
import { breachQuery, judged } from './sql-check';

/** Checks the operations of all ledgers to which the transaction has access. */
export const judgeLegs = async (tx: Tx): Promise<CheckResult> =>
  judged(legsStandTogether, await fetchRows(tx, sql['legs-stand-together'], { max_named: maxNamedBreaches }));

const legsStandTogether = {
  name: 'legs-stand-together',
  promise:
    'Either both legs of a conversion or transfer are posted, each in its ledger, or neither is; and the event after each leg describes the same operation.',
};

const sql = loadStatements(__filename, { 'legs-stand-together': breachQuery() });
