/** Writes the rows of acceptances, of posted work and of events. */
import type { LedgerId } from '../../../../kernel/ids';
import { plainArray } from '../../../../kernel/postgres/sql';
import { textArray } from '../../../../kernel/postgres/sql-rows';
import { insertion, loadStatements, parameters, type ParameterValues } from '../../../../kernel/postgres/sql-file';
import { together, writeTogether } from '../../../../kernel/postgres/sql-together';
import { dayInUtc, instantText, type Day } from '../../../../kernel/time';
import type { Tx } from '../../../../kernel/unit-of-work';
import { RulesChanged, WriteConflict, type HeadLock, type KeyOfEvent } from '../../application/ports';
import type { DayChange, TotalsChange } from '../../domain/books';
import type { LoggedEvent } from '../../domain/event';
import type { Acceptance } from '../../domain/judging';
import type { PostingPlan } from '../../domain/posting';
import type { PendingTransaction, TransactionId } from '../../domain/transaction';
import * as columns from './written-columns';

/**
 * The statements, each of which writes one table. Statements whose rows refer to other rows come after the statements that write those
 * other rows.
 */
export const sql = loadStatements(__filename, {
  lock_head_at: parameters('ledger_id', 'last_sequence', 'last_hash', 'keys'),
  insert_keys: insertion(columns.keyColumns),
  insert_key_of_event: insertion(columns.keyOfEventColumns),
  insert_event_key: insertion(columns.eventKeyColumns),
  insert_transactions: insertion(columns.transactionColumns),
  insert_attributes: insertion(columns.attributeColumns),
  insert_queued: insertion(columns.queueColumns),
  mark_posted: parameters('ledger_id', 'posted_ids', 'posted_sequences', 'posted_log_sequences', 'posted_at'),
  leave_queue: parameters('ledger_id', 'transaction_ids'),
  insert_entries: insertion(columns.entryColumns),
  add_to_totals: insertion(columns.totalColumns),
  add_to_totals_and_held: insertion(columns.totalAndHeldColumns),
  add_to_days: insertion(columns.dayColumns),
  insert_overridden: insertion(columns.overriddenColumns),
  insert_events: insertion(columns.eventColumns),
  add_to_undone: insertion(columns.undoneColumns),
  add_to_undone_days: insertion(columns.undoneDayColumns),
  mark_undone: parameters(
    ...(['ledger_id', 'undone_ids', 'undone_statuses', 'undone_by_ids', 'reversed_amounts'] as const),
    ...([
      'settled_amounts',
      'excess_amounts',
      'released_amounts',
      'extended_amounts',
      'extended_on',
      'expired',
    ] as const),
    ...(['moved', 'moved_ends', 'void_reasons', 'undone_at'] as const),
  ),
  move_head: parameters('ledger_id', 'last_sequence', 'last_hash', 'last_transaction_sequence', 'sequence_before'),
});

const acceptances = { keys: sql.insert_keys, transactions: sql.insert_transactions, attributes: sql.insert_attributes };
const effects = { entries: sql.insert_entries, totals: sql.add_to_totals, days: sql.add_to_days };
const effectsThatHold = { ...effects, totals: sql.add_to_totals_and_held };
const logged = { events: sql.insert_events, head: sql.move_head };

const acceptedWrite = together('write_acceptances', { ...acceptances, queued: sql.insert_queued });
const decided = { statuses: sql.mark_posted, left_queue: sql.leave_queue };
/**
 * Each write has two variants. The one for plans that change held amounts has two additional columns for each total, which would make all
 * other writes three percent slower.
 */
const atOnceWrites = {
  plain: together('write_at_once', { ...acceptances, ...effects, ...logged }, sql.lock_head_at),
  holding: together('write_holds_at_once', { ...acceptances, ...effectsThatHold, ...logged }, sql.lock_head_at),
};
const postedWrites = {
  plain: together('write_posted', { ...decided, ...effects, ...logged }),
  holding: together('write_posted_holds', { ...decided, ...effectsThatHold, ...logged }),
};
const kindOf = ({ totals }: PostingPlan): keyof typeof postedWrites =>
  totals.some(({ heldDebits, heldCredits }) => heldDebits !== 0n || heldCredits !== 0n) ? 'holding' : 'plain';

const loggedWrite = together('append_to_log', logged);
const keyWrite = together('write_key', { keys: sql.insert_key_of_event, keysOfEvents: sql.insert_event_key });
const overriddenWrite = together('write_overridden', { overridden: sql.insert_overridden });

/** Writes accepted transactions. An idempotency key, its transaction and the row in the queue are written together or not at all. */
export const writeAccepted = (tx: Tx, ledgerId: LedgerId, accepted: readonly Acceptance[]): Promise<void> =>
  writeTogether(tx, acceptedWrite, ledgerId, { ...acceptancesOf(accepted), queued: accepted });

/**
 * Writes the idempotency key of an operation that creates no transaction, and the same key again under the event that records the
 * operation.
 */
export const writeKey = (tx: Tx, ledgerId: LedgerId, used: KeyOfEvent): Promise<void> =>
  writeTogether(tx, keyWrite, ledgerId, { keys: [used], keysOfEvents: [used] });

/** Writes work that is accepted and decided at once. The head is locked first, unless the caller has locked it. */
export const writeAtOnce = (
  tx: Tx,
  ledgerId: LedgerId,
  accepted: readonly Acceptance[],
  plan: PostingPlan,
  decisionOf: (acceptance: Acceptance) => columns.Decision,
  head: HeadLock,
): Promise<void> => {
  const { keys, transactions, attributes } = acceptancesOf(accepted, decisionOf);
  const work = {
    ...{ keys, transactions, attributes },
    ...effectsOf(plan),
    ...loggedOf(plan.events, plan.head.lastTransactionSequence),
  };
  const at = {
    last_sequence: plan.from.lastSequence.toString(),
    last_hash: plan.from.lastHash,
    keys: textArray(keys.map(({ key }) => key)),
  };
  return writeTogether(tx, atOnceWrites[kindOf(plan)], ledgerId, work, head === 'locked' ? undefined : at);
};

/** Writes the posting of queued work. `places` has the sequence of the event that decided each transaction. */
export const writePosted = (
  tx: Tx,
  ledgerId: LedgerId,
  plan: PostingPlan,
  places: ReadonlyMap<TransactionId, bigint>,
): Promise<void> => {
  const { posted, at } = plan;
  const count = posted.length;
  const ids = plainArray(posted.map(({ transaction }) => transaction.id));
  return writeTogether(tx, postedWrites[kindOf(plan)], ledgerId, {
    statuses: {
      count,
      values: {
        posted_ids: ids,
        posted_sequences: plainArray(posted.map(({ sequence }) => sequence)),
        posted_log_sequences: plainArray(posted.map(({ transaction }) => places.get(transaction.id) ?? null)),
        posted_at: at.toISOString(),
      },
    },
    left_queue: { count, values: { transaction_ids: ids } },
    ...effectsOf(plan),
    ...loggedOf(plan.events, plan.head.lastTransactionSequence),
  });
};

/**
 * Appends events to the ledger's log, and moves the head. The caller must hold the lock of the head. Throws if the head is not directly
 * before the first event. `lastTransactionSequence` is undefined if the events post no transaction.
 */
export const appendToLog = async (
  tx: Tx,
  ledgerId: LedgerId,
  events: readonly LoggedEvent[],
  lastTransactionSequence?: bigint,
): Promise<void> => {
  if (events.length > 0) await writeTogether(tx, loggedWrite, ledgerId, loggedOf(events, lastTransactionSequence));
};

/**
 * Writes the limits that the plan overrides, before the rows that exceed them. Returns undefined if the plan overrides none, as is usual.
 */
export const writeOverridden = (tx: Tx, ledgerId: LedgerId, { overridden }: PostingPlan): Promise<void> | undefined =>
  overridden.length > 0 ? writeTogether(tx, overriddenWrite, ledgerId, { overridden }) : undefined;

const acceptancesOf = (
  accepted: readonly Acceptance[],
  decisionOf: (acceptance: Acceptance) => columns.Decision | undefined = () => undefined,
) => ({
  keys: accepted.flatMap(({ draft: { idempotencyKey: key }, operation, fingerprint, makes }) =>
    key === null ? [] : [{ key, operation, fingerprint, makes }],
  ),
  transactions: accepted.map((acceptance) => {
    const { draft, storageDecimals } = acceptance;
    return { draft, storageDecimals, at: instantText(draft.acceptedAt), decision: decisionOf(acceptance) };
  }),
  attributes: accepted
    .filter(({ indexed }) => indexed)
    .flatMap(({ draft, indexed }) =>
      Object.entries(indexed ?? {}).map(([key, value]) => ({ key, value, id: draft.id })),
    ),
});

const effectsOf = ({ posted, totals, days, at }: PostingPlan) => {
  const today = dayInUtc(at);
  return {
    entries: posted.flatMap(({ transaction, sequence }) =>
      transaction.entries.map((entry, index) => ({
        entry,
        position: positionOf(transaction, index),
        sequence,
        transaction,
      })),
    ),
    // Future days are not summed yet. If they were, every later posting dated before them would have to change the sums.
    totals: totals.map((change) => ({
      change,
      openSince: change.entryCount === 0 ? null : thirdOf(change.since < today ? change.since : today),
    })),
    days,
  };
};

/** An entry of an undoing transaction has the position of the entry that it undoes; any other entry has its index. */
const positionOf = ({ undoes }: PendingTransaction, index: number): number => undoes?.entries[index]?.position ?? index;

/** Returns the rows of the events, and the change to the head. */
const loggedOf = (events: readonly LoggedEvent[], lastTransactionSequence?: bigint) => {
  const [first, last] = [events[0] as LoggedEvent, events[events.length - 1] as LoggedEvent];
  return {
    events,
    head: {
      count: 1,
      values: {
        last_sequence: last.sequence.toString(),
        last_hash: last.hash,
        last_transaction_sequence: lastTransactionSequence?.toString() ?? null,
        sequence_before: (first.sequence - 1n).toString(),
      },
    },
  };
};

/** Returns the first day of the third of a month that contains the day. */
const thirdOf = (day: Day): Day => {
  const dayOfMonth = day.slice(8);
  return (day.slice(0, 8) + (dayOfMonth < '11' ? '01' : dayOfMonth < '21' ? '11' : '21')) as Day;
};

export const totalParameters = [
  'total_account_ids',
  'total_layers',
  'total_debits',
  'total_credits',
  'total_entry_counts',
  'total_held_debits',
  'total_held_credits',
] as const;

export const totalValues = (totals: readonly TotalsChange[]): ParameterValues<typeof totalParameters> => ({
  total_account_ids: plainArray(totals.map(({ accountId }) => accountId)),
  total_layers: plainArray(totals.map(({ layer }) => layer)),
  total_debits: plainArray(totals.map(({ debits }) => debits)),
  total_credits: plainArray(totals.map(({ credits }) => credits)),
  total_entry_counts: plainArray(totals.map(({ entryCount }) => entryCount)),
  total_held_debits: plainArray(totals.map(({ heldDebits }) => columns.heldOrNull(heldDebits))),
  total_held_credits: plainArray(totals.map(({ heldCredits }) => columns.heldOrNull(heldCredits))),
});

export const dayParameters = [
  'day_account_ids',
  'day_layers',
  'days',
  'day_debits',
  'day_credits',
  'day_entry_counts',
] as const;

export const dayValues = (days: readonly DayChange[]): ParameterValues<typeof dayParameters> => ({
  day_account_ids: plainArray(days.map(({ accountId }) => accountId)),
  day_layers: plainArray(days.map(({ layer }) => layer)),
  days: plainArray(days.map(({ day }) => day)),
  day_debits: plainArray(days.map(({ debits }) => debits)),
  day_credits: plainArray(days.map(({ credits }) => credits)),
  day_entry_counts: plainArray(days.map(({ entryCount }) => entryCount)),
});

/** Turns the database errors for a used key, a moved head and changed rules into the errors of the port. */
export const orWriteConflict = async <A>(writing: Promise<A>): Promise<A> => {
  try {
    return await writing;
  } catch (error) {
    const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string };
    if (code === rulesChanged) throw new RulesChanged('The attribute rules have changed.', { cause: error });
    if (code === headMoved || (code === uniqueViolation && keyInUse.test(constraint ?? message ?? '')))
      throw new WriteConflict('Another writer was faster.', { cause: error });
    throw error;
  }
};

const uniqueViolation = '23505';
/** A node of a cluster names the constraint only in its message, with a number appended. */
const keyInUse = /\bidempotency_keys_pkey(_\d+)?\b/;

/** The error code of the database for a plan that does not continue the present head. */
const headMoved = 'LG007';
/** The error code of the database for a write whose attributes were judged by a different version of the rules. */
const rulesChanged = 'LG010';
