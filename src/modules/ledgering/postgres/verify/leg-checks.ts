/** String operations: the one thing that stands in two ledgers, so that only the eye that sees all of them can judge it. */
import { ask, sqlBeside } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type CheckResult } from '../../application/books-reader';
import { breaches, judged } from './sql-check';

/** Over all ledgers that the transaction may see. */
export const judgeLegs = async (tx: Tx): Promise<CheckResult> =>
  judged(legsStandTogether, await ask(tx, sql['legs-stand-together'], { max_named: maxNamedBreaches }));

const legsStandTogether = {
  name: 'legs-stand-together',
  promise: 'Both legs of a conversion or transfer are posted, each in its ledger, or there are none.',
};

const sql = sqlBeside(__filename, { 'legs-stand-together': breaches() });
