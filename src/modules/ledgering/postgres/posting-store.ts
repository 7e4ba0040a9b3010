/** Posting on PostgreSQL: a handful of statements for a whole batch, whatever its size. */
import type { LedgerId } from '../../../kernel/ids';
import { execute, plainArray, query, textArray } from '../../../kernel/postgres/sql';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { dayOf, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { PostingStore } from '../application/ports';
import type { AccountId } from '../domain/account';
import type { DayChange, PostingAccount, PostingFacts, TotalsChange } from '../domain/books';
import type { LedgerHead } from '../domain/chain';
import { failureOf } from '../domain/failure';
import type { Acceptance } from '../domain/judging';
import type { PostingPlan } from '../domain/posting';
import type { PostingFailure } from '../domain/refusals';
import type { DecidedTransaction } from '../domain/reversal';
import type { JournalId, PendingTransaction, TransactionId } from '../domain/transaction';
import { acceptedValues, orWriteConflict, queuedDraft, type QueuedDraft } from './accepted-rows';
import { appendToLog, loggedValues } from './log';
import {
  fromQueue,
  toDecided,
  toHead,
  toPostingAccount,
  type DecidedRow,
  type DraftRow,
  type HeadRow,
  type PostingFactsRow,
  type QueueRow,
} from './posting-rows';
import {
  claimPending,
  findPendingWork,
  leaveQueue,
  lockHead,
  lockHeadAt,
  markFailed,
  markUndone,
  readDecided,
  readDrafts,
  readPostingFacts,
  takeFromDays,
  takeFromTotals,
  writeAtOnce,
  writePosted,
} from './posting-statements';

export class PostgresPostingStore implements PostingStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  // The one lock order: heads first, in ledger order; everything else of a ledger is written only under its head.
  async lockHead(tx: Tx, ledgerId: LedgerId): Promise<LedgerHead | undefined> {
    const [row] = await query<HeadRow>(tx, lockHead, [ledgerId]);
    return row && toHead(row);
  }

  async claimPending(
    tx: Tx,
    ledgerId: LedgerId,
    limit: number,
    remembered: ReadonlyMap<TransactionId, PendingTransaction> = new Map(),
  ): Promise<readonly PendingTransaction[]> {
    // Looked up before anything is awaited: what is remembered now may be forgotten by then.
    const claimed = (await query<QueueRow>(tx, claimPending, [ledgerId, limit])).map((row) => ({
      row,
      known: remembered.get(row.transaction_id),
    }));
    const unknown = claimed.filter(({ known }) => !known);
    const drafts = new Map<TransactionId, QueuedDraft>();
    if (unknown.length > 0) {
      const ids = plainArray(unknown.map(({ row }) => row.transaction_id));
      for (const row of await query<DraftRow>(tx, readDrafts, [ledgerId, ids]))
        drafts.set(row.transaction_id, row.draft);
    }
    return claimed.map(({ row, known }) => {
      if (known) return known;
      const draft = drafts.get(row.transaction_id);
      if (!draft) throw new Error(`transaction ${row.transaction_id} left the queue under the lock of its ledger`);
      return fromQueue(row, draft);
    });
  }

  async readPostingFacts(
    tx: Tx,
    ledgerId: LedgerId,
    accountIds: readonly AccountId[],
    journalIds: readonly JournalId[],
  ): Promise<PostingFacts> {
    const rows = await query<PostingFactsRow>(tx, readPostingFacts, [
      ledgerId,
      plainArray(accountIds),
      plainArray(journalIds),
    ]);
    const accounts = new Map<AccountId, PostingAccount>();
    for (const row of rows) if (row.id !== null) accounts.set(row.id, toPostingAccount(row));
    const [first] = rows;
    if (!first) throw new Error(`there is no ledger ${ledgerId}`);
    return {
      accounts,
      closedJournals: new Set(first.closed),
      lockedUntil: first.locked_until,
      denomination: {
        currency: first.currency,
        storageDecimals: first.storage_decimals,
        displayDecimals: first.display_decimals,
      },
    };
  }

  async writePosting(tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> {
    if (plan.failed.length > 0) await fail(tx, ledgerId, plan);
    if (plan.posted.length > 0) await addToBooks(tx, ledgerId, plan);
    else {
      if (plan.totals.length > 0) await takeFromBooks(tx, ledgerId, plan);
      await appendToLog(tx, ledgerId, plan.events, plan.head.lastTransactionSequence);
    }
    if (plan.undone.length > 0) await markAllUndone(tx, ledgerId, plan);
  }

  async writeAtOnce(
    tx: Tx,
    ledgerId: LedgerId,
    acceptances: readonly Acceptance[],
    plan: PostingPlan,
    head: 'locked' | 'to be locked',
  ): Promise<void> {
    const values = atOnceValues(ledgerId, acceptances, plan);
    const keys = acceptances.flatMap(({ draft }) => draft.idempotencyKey ?? []);
    const { lastSequence, lastHash } = plan.from;
    await orWriteConflict(
      Promise.all([
        head === 'to be locked' && query(tx, lockHeadAt, [ledgerId, lastSequence.toString(), lastHash, keys]),
        query(tx, writeAtOnce, values),
      ]),
    );
  }

  async readDecided(tx: Tx, ledgerId: LedgerId, transactionId: TransactionId): Promise<DecidedTransaction | undefined> {
    const [row] = await query<DecidedRow>(tx, readDecided, [ledgerId, transactionId]);
    return row && toDecided(row);
  }

  async ledgersWithPendingWork(): Promise<readonly LedgerId[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) =>
      (await query<{ ledger_id: LedgerId }>(tx, findPendingWork, [])).map((row) => row.ledger_id),
    );
  }
}

/** The columns of what posted work adds to the books. */
const addedValues = ({ posted, totals, days, at }: PostingPlan): readonly unknown[] => {
  const entries = posted.flatMap(({ transaction, sequence }) =>
    transaction.entries.map((entry, position) => ({ entry, position, sequence, transaction })),
  );
  return [
    plainArray(entries.map(({ sequence }) => sequence)),
    plainArray(entries.map(({ position }) => position)),
    plainArray(entries.map(({ entry }) => entry.id)),
    plainArray(entries.map(({ transaction }) => transaction.id)),
    plainArray(entries.map(({ entry }) => entry.accountId)),
    plainArray(entries.map(({ entry }) => entry.layer)),
    plainArray(entries.map(({ entry }) => entry.type)),
    plainArray(entries.map(({ entry }) => entry.amount)),
    plainArray(entries.map(({ transaction }) => transaction.effectiveDate)),
    textArray(entries.map(({ entry }) => entry.description)),
    textArray(entries.map(({ entry }) => (entry.metadata === null ? null : JSON.stringify(entry.metadata)))),
    ...totalsColumns(totals),
    plainArray(totals.map(({ since }) => openSince(since, dayOf(at)))),
    ...daysColumns(days),
  ];
};

/**
 * The third of a month with which the days of an account begin that are not summed yet, where its first entries are these.
 * What lies ahead is not over: were it summed up to there, all that comes meanwhile would come late.
 */
const openSince = (firstDay: Day, today: Day): string => {
  const day = firstDay < today ? firstDay : today;
  const dayOfMonth = day.slice(8);
  return day.slice(0, 8) + (dayOfMonth < '11' ? '01' : dayOfMonth < '21' ? '11' : '21');
};

const atOnceValues = (
  ledgerId: LedgerId,
  acceptances: readonly Acceptance[],
  plan: PostingPlan,
): readonly unknown[] => {
  const sequences = new Map(plan.posted.map(({ transaction, sequence }) => [transaction.id, sequence]));
  const failures = new Map(plan.failed.map(({ transaction, failure }) => [transaction.id, failure]));
  const places = placesOf(plan);
  const each = <A>(of: (acceptance: Acceptance) => A): A[] => acceptances.map(of);
  return [
    ledgerId,
    ...acceptedValues(acceptances),
    plainArray(each(({ draft }) => sequences.get(draft.id) ?? null)),
    plainArray(each(({ draft }) => places.get(draft.id) ?? null)),
    textArray(each(({ draft }) => failureText(failures.get(draft.id)))),
    textArray(each((acceptance) => (failures.has(acceptance.draft.id) ? draftText(acceptance) : null))),
    ...addedValues(plan),
    ...loggedValues(plan.events, plan.head.lastTransactionSequence),
    plainArray([entriesOf(plan), 1]),
    mostAddedTo(plan.days),
  ];
};

const entriesOf = ({ posted }: PostingPlan): number =>
  posted.reduce((count, { transaction }) => count + transaction.entries.length, 0);

/** The most entries that one of the days is added. */
const mostAddedTo = (days: readonly DayChange[]): number =>
  days.reduce((most, { entryCount }) => Math.max(most, entryCount), 0);

const addToBooks = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
  const { posted, at } = plan;
  const places = placesOf(plan);
  await query(tx, writePosted, [
    ledgerId,
    ...addedValues(plan),
    plainArray(posted.map(({ transaction }) => transaction.id)),
    plainArray(posted.map(({ sequence }) => sequence)),
    plainArray(posted.map(({ transaction }) => places.get(transaction.id) ?? null)),
    at.toISOString(),
    ...loggedValues(plan.events, plan.head.lastTransactionSequence),
    plainArray([entriesOf(plan), posted.length, posted.length, 1]),
    mostAddedTo(plan.days),
  ]);
};

const takeFromBooks = async (tx: Tx, ledgerId: LedgerId, { totals, days }: PostingPlan): Promise<void> => {
  mustHaveChanged('totals', totals.length, await execute(tx, takeFromTotals, [ledgerId, ...totalsColumns(totals)]));
  mustHaveChanged('days', days.length, await execute(tx, takeFromDays, [ledgerId, ...daysColumns(days)]));
};

const fail = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
  const { failed, at } = plan;
  const places = placesOf(plan);
  const ids = plainArray(failed.map(({ transaction }) => transaction.id));
  const marked = await execute(tx, markFailed, [
    ledgerId,
    ids,
    failed.map(({ failure }) => failureText(failure)),
    plainArray(failed.map(({ transaction }) => places.get(transaction.id) ?? null)),
    at.toISOString(),
  ]);
  mustHaveChanged('statuses', failed.length, marked);
  mustHaveChanged('the queue', failed.length, await execute(tx, leaveQueue, [ledgerId, ids]));
};

const markAllUndone = async (tx: Tx, ledgerId: LedgerId, { undone, at }: PostingPlan): Promise<void> => {
  const moved = await execute(tx, markUndone, [
    ledgerId,
    plainArray(undone.map(({ id }) => id)),
    plainArray(undone.map(({ becomes }) => becomes.status)),
    plainArray(undone.map(({ becomes }) => (becomes.status === 'reversed' ? becomes.by : null))),
    undone.map(({ becomes }) => (becomes.status === 'void' ? becomes.reason : null)),
    at.toISOString(),
  ]);
  mustHaveChanged('statuses', undone.length, moved);
};

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

const totalsColumns = (totals: readonly TotalsChange[]): readonly string[] => [
  plainArray(totals.map(({ accountId }) => accountId)),
  plainArray(totals.map(({ layer }) => layer)),
  plainArray(totals.map(({ debits }) => debits)),
  plainArray(totals.map(({ credits }) => credits)),
  plainArray(totals.map(({ entryCount }) => entryCount)),
];

const daysColumns = (days: readonly DayChange[]): readonly string[] => [
  plainArray(days.map(({ accountId }) => accountId)),
  plainArray(days.map(({ layer }) => layer)),
  plainArray(days.map(({ day }) => day)),
  plainArray(days.map(({ debits }) => debits)),
  plainArray(days.map(({ credits }) => credits)),
  plainArray(days.map(({ entryCount }) => entryCount)),
];

/** Rows that do not change as planned mean that the plan was made of something untrue: nothing may commit. */
const mustHaveChanged = (what: string, planned: number, changed: number | undefined): void => {
  if (changed !== planned) throw new Error(`${changed} rows of ${what} changed instead of ${planned}`);
};
