/** Checks that a search by an indexed attribute finds every transaction that has it. Another check compares what is in the index. */
import type { LedgerId } from '../../../../kernel/ids';
import { fetchRows, loadStatements, parameters, unprepared } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type CheckResult } from '../../application/books-reader';
import { breachQuery, judged } from './sql-check';

export const judgeAttributeIndex = async (tx: Tx, ledgerId: LedgerId): Promise<CheckResult> => {
  const keys = (await fetchRows(tx, sql.read_indexed_keys, { ledger_id: ledgerId })).map(({ key }) => key);
  if (keys.length === 0) return judged(attributesAreIndexed, []);
  const wanted = { max_named: maxNamedBreaches, ledger_id: ledgerId, keys };
  return judged(attributesAreIndexed, await fetchRows(tx, sql.find_unindexed, wanted));
};

const attributesAreIndexed = {
  name: 'attributes-are-indexed',
  promise: 'A search by an attribute that is indexed finds each transaction that has it.',
};

const sql = loadStatements(__filename, {
  read_indexed_keys: unprepared(parameters('ledger_id').rows<{ readonly key: string }>()),
  find_unindexed: breachQuery('ledger_id', 'keys'),
});
