/** Appending to a ledger's log: the events and the head they move, in one statement. */
import type { LedgerId } from '../../../kernel/ids';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { Tx } from '../../../kernel/unit-of-work';
import type { LoggedEvent } from '../domain/event';
import { loggedParameters, loggedValues } from './written-rows';

/**
 * Needs the lock of the ledger's head, and throws when the head is not where the first event continues.
 * `lastTransactionSequence` is given where transactions were posted.
 */
export const appendToLog = async (
  tx: Tx,
  ledgerId: LedgerId,
  events: readonly LoggedEvent[],
  lastTransactionSequence?: bigint,
): Promise<void> => {
  if (events.length === 0) return;
  await fetchRows(tx, sql.append_events, { ledger_id: ledgerId }, loggedValues(events, lastTransactionSequence));
};

const sql = loadStatements(__filename, { append_events: parameters('ledger_id', ...loggedParameters) });
