/** Appending to a ledger's log: the events and the head they move, in one statement. */
import type { LedgerId } from '../../../kernel/ids';
import { bytesArray, plainArray, textArray } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters, type ParameterValues } from '../../../kernel/postgres/sql-file';
import type { Tx } from '../../../kernel/unit-of-work';
import type { LoggedEvent } from '../domain/event';

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

/** The parameters of events and of the head that they move, in each statement that appends to a log. */
export const loggedParameters = [
  ...(['event_sequences', 'event_types', 'event_transaction_ids', 'event_account_ids', 'event_actors'] as const),
  ...(['event_reasons', 'event_occurred_at', 'event_content_hashes', 'event_hashes'] as const),
  ...(['last_sequence', 'last_hash', 'last_transaction_sequence', 'sequence_before'] as const),
] as const;

/** Of one event or more. */
export const loggedValues = (
  events: readonly LoggedEvent[],
  lastTransactionSequence?: bigint,
): ParameterValues<typeof loggedParameters> => {
  const first = events[0] as LoggedEvent;
  const last = events[events.length - 1] as LoggedEvent;
  return {
    event_sequences: plainArray(events.map(({ sequence }) => sequence)),
    event_types: plainArray(events.map(({ type }) => type)),
    event_transaction_ids: plainArray(events.map(({ transactionId }) => transactionId)),
    event_account_ids: plainArray(events.map(({ accountId }) => accountId)),
    event_actors: events.map(({ actor }) => actor),
    event_reasons: textArray(events.map(({ reason }) => reason)),
    event_occurred_at: plainArray(events.map(({ occurredAt }) => `"${occurredAt.toISOString()}"`)),
    event_content_hashes: bytesArray(events.map(({ contentHash }) => contentHash)),
    event_hashes: bytesArray(events.map(({ hash }) => hash)),
    last_sequence: last.sequence.toString(),
    last_hash: last.hash,
    last_transaction_sequence: lastTransactionSequence?.toString() ?? null,
    sequence_before: (first.sequence - 1n).toString(),
  };
};

const sql = loadStatements(__filename, { append_events: parameters('ledger_id', ...loggedParameters) });
