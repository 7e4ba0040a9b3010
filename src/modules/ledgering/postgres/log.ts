/** Appending to a ledger's log: the events and the head they move, in one statement. */
import type { LedgerId } from '../../../kernel/ids';
import { bytesArray, plainArray, query, statement, textArray } from '../../../kernel/postgres/sql';
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
  await query(tx, appendEvents, [ledgerId, ...loggedValues(events, lastTransactionSequence)]);
};

/** How many parameters `logged` takes. */
export const loggedParameters = 13;

/** Parts of a `with`, whose parameters begin at `first`: `moved` is the head's row, unless it stood somewhere else. */
export const logged = (first: number): string => {
  const $ = (index: number): string => `$${first + index}`;
  return `appended as (
     insert into ledger_log (ledger_id, sequence, type, transaction_id, account_id, actor, reason, occurred_at,
                             content_hash, hash)
     select $1, e.*
       from unnest(${$(0)}::bigint[], ${$(1)}::text[], ${$(2)}::uuid[], ${$(3)}::uuid[], ${$(4)}::text[], ${$(5)}::text[],
                   ${$(6)}::timestamptz[], ${$(7)}::bytea[], ${$(8)}::bytea[]) as e
   ), moved as (
     update ledger_heads
        set last_sequence = ${$(9)}, last_hash = ${$(10)},
            last_transaction_sequence = coalesce(${$(11)}, last_transaction_sequence)
      where ledger_id = $1 and last_sequence = ${$(12)}
     returning 1
   )`;
};

/** The parameters of `logged` for one event or more. */
export const loggedValues = (events: readonly LoggedEvent[], lastTransactionSequence?: bigint): readonly unknown[] => {
  const first = events[0] as LoggedEvent;
  const last = events[events.length - 1] as LoggedEvent;
  return [
    plainArray(events.map(({ sequence }) => sequence)),
    plainArray(events.map(({ type }) => type)),
    plainArray(events.map(({ transactionId }) => transactionId)),
    plainArray(events.map(({ accountId }) => accountId)),
    events.map(({ actor }) => actor),
    textArray(events.map(({ reason }) => reason)),
    plainArray(events.map(({ occurredAt }) => `"${occurredAt.toISOString()}"`)),
    bytesArray(events.map(({ contentHash }) => contentHash)),
    bytesArray(events.map(({ hash }) => hash)),
    last.sequence.toString(),
    last.hash,
    lastTransactionSequence?.toString() ?? null,
    (first.sequence - 1n).toString(),
  ];
};

const appendEvents = statement(
  'append_events',
  `with ${logged(2)}
   select refuse_unplanned('{1}', array(select count(*) from moved)::integer[])`,
);
