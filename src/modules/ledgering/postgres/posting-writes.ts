/** What posting writes: a plan becomes one column of values for each column of rows. */
import type { LedgerId } from '../../../kernel/ids';
import { plainArray, textArray } from '../../../kernel/postgres/sql';
import { fetchRows, changeRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { Tx } from '../../../kernel/unit-of-work';
import type { DayChange } from '../domain/books';
import { failureOf } from '../domain/failure';
import type { Acceptance } from '../domain/judging';
import type { PostingPlan } from '../domain/posting';
import type { PostingFailure } from '../domain/refusals';
import type { TransactionId } from '../domain/transaction';
import { acceptedParameters, acceptedValues, queuedDraft } from './accepted-rows';
import { addedParameters, addedValues, dayParameters, dayValues, totalParameters, totalValues } from './added-rows';
import { loggedParameters, loggedValues } from './log';

const sql = loadStatements(__filename, {
  write_posted: parameters(
    ...(['ledger_id', 'posted_ids', 'posted_sequences', 'posted_log_sequences', 'posted_at'] as const),
    ...addedParameters,
    ...loggedParameters,
    ...(['planned_counts', 'most_added'] as const),
  ),
  write_at_once: parameters(
    'ledger_id',
    ...acceptedParameters,
    ...(['decided_sequences', 'decided_log_sequences', 'failures', 'failed_drafts'] as const),
    ...addedParameters,
    ...loggedParameters,
    ...(['planned_counts', 'most_added'] as const),
  ),
  take_from_totals: parameters('ledger_id', ...totalParameters),
  take_from_days: parameters('ledger_id', ...dayParameters),
  mark_failed: parameters('ledger_id', 'failed_ids', 'failures', 'failed_log_sequences', 'failed_at'),
  mark_undone: parameters('ledger_id', 'undone_ids', 'undone_statuses', 'reversed_by_ids', 'void_reasons', 'undone_at'),
  leave_queue: parameters('ledger_id', 'transaction_ids'),
});

export const addToBooks = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
  const { posted, at } = plan;
  const places = placesOf(plan);
  await fetchRows(
    tx,
    sql.write_posted,
    {
      ledger_id: ledgerId,
      posted_ids: plainArray(posted.map(({ transaction }) => transaction.id)),
      posted_sequences: plainArray(posted.map(({ sequence }) => sequence)),
      posted_log_sequences: plainArray(posted.map(({ transaction }) => places.get(transaction.id) ?? null)),
      posted_at: at.toISOString(),
      planned_counts: plainArray([entriesOf(plan), posted.length, posted.length, 1]),
      most_added: mostAddedTo(plan.days),
    },
    ...addedValues(plan),
    loggedValues(plan.events, plan.head.lastTransactionSequence),
  );
};

/** For work that was not accepted before: writes its acceptances too. */
export const writeAcceptedBooks = async (
  tx: Tx,
  ledgerId: LedgerId,
  acceptances: readonly Acceptance[],
  plan: PostingPlan,
): Promise<void> => {
  const sequences = new Map(plan.posted.map(({ transaction, sequence }) => [transaction.id, sequence]));
  const failures = new Map(plan.failed.map(({ transaction, failure }) => [transaction.id, failure]));
  const places = placesOf(plan);
  const each = <A>(of: (acceptance: Acceptance) => A): A[] => acceptances.map(of);
  await fetchRows(
    tx,
    sql.write_at_once,
    {
      ledger_id: ledgerId,
      decided_sequences: plainArray(each(({ draft }) => sequences.get(draft.id) ?? null)),
      decided_log_sequences: plainArray(each(({ draft }) => places.get(draft.id) ?? null)),
      failures: textArray(each(({ draft }) => failureText(failures.get(draft.id)))),
      failed_drafts: textArray(
        each((acceptance) => (failures.has(acceptance.draft.id) ? draftText(acceptance) : null)),
      ),
      planned_counts: plainArray([entriesOf(plan), 1]),
      most_added: mostAddedTo(plan.days),
    },
    acceptedValues(acceptances),
    ...addedValues(plan),
    loggedValues(plan.events, plan.head.lastTransactionSequence),
  );
};

export const takeFromBooks = async (tx: Tx, ledgerId: LedgerId, { totals, days }: PostingPlan): Promise<void> => {
  const ofLedger = { ledger_id: ledgerId };
  mustHaveChanged('totals', totals.length, await changeRows(tx, sql.take_from_totals, ofLedger, totalValues(totals)));
  mustHaveChanged('days', days.length, await changeRows(tx, sql.take_from_days, ofLedger, dayValues(days)));
};

export const fail = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
  const { failed, at } = plan;
  const places = placesOf(plan);
  const ids = plainArray(failed.map(({ transaction }) => transaction.id));
  const marked = await changeRows(tx, sql.mark_failed, {
    ledger_id: ledgerId,
    failed_ids: ids,
    failures: failed.map(({ failure }) => failureText(failure)),
    failed_log_sequences: plainArray(failed.map(({ transaction }) => places.get(transaction.id) ?? null)),
    failed_at: at.toISOString(),
  });
  mustHaveChanged('statuses', failed.length, marked);
  const left = await changeRows(tx, sql.leave_queue, { ledger_id: ledgerId, transaction_ids: ids });
  mustHaveChanged('the queue', failed.length, left);
};

export const markAllUndone = async (tx: Tx, ledgerId: LedgerId, { undone, at }: PostingPlan): Promise<void> => {
  const moved = await changeRows(tx, sql.mark_undone, {
    ledger_id: ledgerId,
    undone_ids: plainArray(undone.map(({ id }) => id)),
    undone_statuses: plainArray(undone.map(({ becomes }) => becomes.status)),
    reversed_by_ids: plainArray(undone.map(({ becomes }) => (becomes.status === 'reversed' ? becomes.by : null))),
    void_reasons: undone.map(({ becomes }) => (becomes.status === 'void' ? becomes.reason : null)),
    undone_at: at.toISOString(),
  });
  mustHaveChanged('statuses', undone.length, moved);
};

const entriesOf = ({ posted }: PostingPlan): number =>
  posted.reduce((count, { transaction }) => count + transaction.entries.length, 0);

/** The most entries that one of the days is added. */
const mostAddedTo = (days: readonly DayChange[]): number =>
  days.reduce((most, { entryCount }) => Math.max(most, entryCount), 0);

/** Where in the log each transaction was decided. */
const placesOf = ({ events }: PostingPlan): ReadonlyMap<TransactionId, bigint> => {
  const places = new Map<TransactionId, bigint>();
  for (const { type, transactionId, sequence } of events)
    if (transactionId && (type === 'transaction_posted' || type === 'transaction_failed'))
      places.set(transactionId, sequence);
  return places;
};

const failureText = (failure: PostingFailure | undefined): string | null =>
  failure ? JSON.stringify(failureOf(failure)) : null;

const draftText = (acceptance: Acceptance): string => JSON.stringify(queuedDraft(acceptance));

/** Rows that do not change as planned mean that the plan was made of something untrue: nothing may commit. */
const mustHaveChanged = (what: string, planned: number, changed: number | undefined): void => {
  if (changed !== planned) throw new Error(`${changed} rows of ${what} changed instead of ${planned}`);
};
