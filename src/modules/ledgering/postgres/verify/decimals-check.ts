/**
 * Checks the decimals of amounts. An amount is a whole number of the smallest unit, so its value depends on the decimals with which it was
 * read.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { fetchRows, loadStatements } from '../../../../kernel/postgres/sql-file';
import type { Tx } from '../../../../kernel/unit-of-work';
import { maxNamedBreaches, type CheckResult } from '../../application/books-reader';
import { findTerms } from '../chart/ledger-terms';
import { breachQuery, judged } from './sql-check';

export const judgeDecimals = async (tx: Tx, ledgerId: LedgerId): Promise<CheckResult> => {
  const terms = await findTerms(tx, ledgerId);
  // A missing ledger is reported by another check.
  if (!terms) return judged(decimalsOfLedger, []);
  const rows = await fetchRows(tx, sql['decimals-of-ledger'], {
    ...{ max_named: maxNamedBreaches, ledger_id: ledgerId },
    storage_decimals: terms.denomination.storageDecimals,
  });
  return judged(decimalsOfLedger, rows);
};

const decimalsOfLedger = {
  name: 'decimals-of-ledger',
  promise: 'The amounts of each transaction were read with the decimals that the ledger has.',
};

const sql = loadStatements(__filename, { 'decimals-of-ledger': breachQuery('ledger_id', 'storage_decimals') });
