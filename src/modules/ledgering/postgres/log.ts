/** Appending to a ledger's log: the events and the head they move, in one statement. */
import type { LedgerId } from '../../../kernel/ids';
import { bytesArray, execute, plainArray, statement } from '../../../kernel/postgres/sql';
import type { Tx } from '../../../kernel/unit-of-work';
import type { LoggedEvent } from '../domain/chain';

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
  const first = events[0];
  const last = events[events.length - 1];
  if (!first || !last) return;
  const moved = await execute(tx, appendEvents, [
    ledgerId,
    plainArray(events.map(({ sequence }) => sequence)),
    plainArray(events.map(({ type }) => type)),
    plainArray(events.map(({ transactionId }) => transactionId)),
    plainArray(events.map(({ accountId }) => accountId)),
    events.map(({ actor }) => actor),
    events.map(({ reason }) => reason),
    plainArray(events.map(({ occurredAt }) => `"${occurredAt.toISOString()}"`)),
    bytesArray(events.map(({ contentHash }) => contentHash)),
    bytesArray(events.map(({ hash }) => hash)),
    last.sequence.toString(),
    last.hash,
    lastTransactionSequence?.toString() ?? null,
    (first.sequence - 1n).toString(),
  ]);
  if (moved !== 1) throw new Error(`the head of ledger ${ledgerId} is not at ${first.sequence - 1n}`);
};

const appendEvents = statement(
  'append_events',
  `with appended as (
     insert into ledger_log (ledger_id, sequence, type, transaction_id, account_id, actor, reason, occurred_at,
                             content_hash, hash)
     select $1, e.*
       from unnest($2::bigint[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::timestamptz[],
                   $9::bytea[], $10::bytea[]) as e
   )
   update ledger_heads
      set last_sequence = $11, last_hash = $12,
          last_transaction_sequence = coalesce($13, last_transaction_sequence)
    where ledger_id = $1 and last_sequence = $14`,
);
