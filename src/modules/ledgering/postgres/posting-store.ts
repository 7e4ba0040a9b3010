/** Posting on PostgreSQL: a handful of statements for a whole batch, whatever its size. */
import type { LedgerId } from '../../../kernel/ids';
import { plainArray } from '../../../kernel/postgres/sql';
import { changeRows, fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { dayOf, type Day } from '../../../kernel/time';
import type { Tx } from '../../../kernel/unit-of-work';
import type { PostingStore } from '../application/ports';
import type { AccountId } from '../domain/account';
import type { DayChange, PostingAccount, PostingFacts } from '../domain/books';
import type { LedgerHead } from '../domain/chain';
import { failureOf } from '../domain/failure';
import type { Acceptance } from '../domain/judging';
import type { PostingPlan } from '../domain/posting';
import type { PostingFailure } from '../domain/refusals';
import type { DecidedTransaction } from '../domain/reversal';
import type { JournalId, PendingTransaction, TransactionId } from '../domain/transaction';
import * as rows from './posting-rows';
import * as written from './written-rows';

const sql = loadStatements(__filename, {
  lock_head_at: parameters('ledger_id', 'last_sequence', 'last_hash', 'keys'),
  lock_head: parameters('ledger_id').rows<rows.HeadRow>(),
  claim_pending: parameters('ledger_id', 'limit').rows<rows.QueueRow>(),
  read_drafts: parameters('ledger_id', 'transaction_ids').rows<rows.DraftRow>(),
  read_posting_facts: parameters('ledger_id', 'account_ids', 'journal_ids').rows<rows.PostingFactsRow>(),
  read_decided: parameters('ledger_id', 'transaction_id').rows<rows.DecidedRow>(),
  find_pending_work: parameters('beside').rows<{ ledger_id: LedgerId }>(),
  mark_posted: parameters('ledger_id', 'posted_ids', 'posted_sequences', 'posted_log_sequences', 'posted_at'),
  add_to_sums: parameters('ledger_id', ...written.dayParameters),
  mark_places: parameters(
    ...(['ledger_id', 'marked_account_ids', 'marked_layers', 'marked_days', 'marked_entry_counts'] as const),
    ...(['day_account_ids', 'day_layers', 'days', 'day_entry_counts'] as const),
  ),
  take_from_totals: parameters('ledger_id', ...written.totalParameters),
  take_from_days: parameters('ledger_id', ...written.dayParameters),
  mark_failed: parameters('ledger_id', 'failed_ids', 'failures', 'failed_log_sequences', 'failed_at'),
  mark_undone: parameters('ledger_id', 'undone_ids', 'undone_statuses', 'reversed_by_ids', 'void_reasons', 'undone_at'),
  leave_queue: parameters('ledger_id', 'transaction_ids'),
});

export class PostgresPostingStore implements PostingStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  // The one lock order: heads first, in ledger order; everything else of a ledger is written only under its head.
  async lockHead(tx: Tx, ledgerId: LedgerId): Promise<LedgerHead | undefined> {
    const [row] = await fetchRows(tx, sql.lock_head, { ledger_id: ledgerId });
    return row && rows.toHead(row);
  }

  async claimPending(
    tx: Tx,
    ledgerId: LedgerId,
    limit: number,
    remembered: ReadonlyMap<TransactionId, PendingTransaction> = new Map(),
  ): Promise<readonly PendingTransaction[]> {
    // Looked up before anything is awaited: what is remembered now may be forgotten by then.
    const claimed = (await fetchRows(tx, sql.claim_pending, { ledger_id: ledgerId, limit })).map((row) => ({
      row,
      known: remembered.get(row.transaction_id),
    }));
    const unknown = claimed.filter(({ known }) => !known);
    const drafts = new Map<TransactionId, written.QueuedDraft>();
    if (unknown.length > 0) {
      const ids = plainArray(unknown.map(({ row }) => row.transaction_id));
      for (const row of await fetchRows(tx, sql.read_drafts, { ledger_id: ledgerId, transaction_ids: ids }))
        drafts.set(row.transaction_id, row.draft);
    }
    return claimed.map(({ row, known }) => {
      if (known) return known;
      const draft = drafts.get(row.transaction_id);
      if (!draft) throw new Error(`transaction ${row.transaction_id} left the queue under the lock of its ledger`);
      return rows.fromQueue(row, draft);
    });
  }

  async readPostingFacts(
    tx: Tx,
    ledgerId: LedgerId,
    accountIds: readonly AccountId[],
    journalIds: readonly JournalId[],
  ): Promise<PostingFacts> {
    const found = await fetchRows(tx, sql.read_posting_facts, {
      ledger_id: ledgerId,
      account_ids: plainArray(accountIds),
      journal_ids: plainArray(journalIds),
    });
    const accounts = new Map<AccountId, PostingAccount>();
    for (const row of found) if (row.id !== null) accounts.set(row.id, rows.toPostingAccount(row));
    const [first] = found;
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
      await written.appendToLog(tx, ledgerId, plan.events, plan.head.lastTransactionSequence);
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
    const keys = acceptances.flatMap(({ draft }) => draft.idempotencyKey ?? []);
    const { lastSequence, lastHash } = plan.from;
    await written.orWriteConflict(
      Promise.all([
        head === 'to be locked' &&
          fetchRows(tx, sql.lock_head_at, {
            ledger_id: ledgerId,
            last_sequence: lastSequence.toString(),
            last_hash: lastHash,
            keys,
          }),
        writeAcceptedBooks(tx, ledgerId, acceptances, plan),
      ]),
    );
  }

  async readDecided(tx: Tx, ledgerId: LedgerId, transactionId: TransactionId): Promise<DecidedTransaction | undefined> {
    const [row] = await fetchRows(tx, sql.read_decided, {
      ledger_id: ledgerId,
      transaction_id: transactionId,
    });
    return row && rows.toDecided(row);
  }

  async ledgersWithPendingWork(): Promise<readonly LedgerId[]> {
    const { rows } = await this.unitOfWork.nodes.ask(sql.find_pending_work);
    return rows.map((row) => row.ledger_id);
  }
}

/** Of work that waited: each statement finds what the one before it wrote. */
const addToBooks = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
  const { posted, at } = plan;
  const places = placesOf(plan);
  const ids = plainArray(posted.map(({ transaction }) => transaction.id));
  const [marked, left] = await Promise.all([
    changeRows(tx, sql.mark_posted, {
      ledger_id: ledgerId,
      posted_ids: ids,
      posted_sequences: plainArray(posted.map(({ sequence }) => sequence)),
      posted_log_sequences: plainArray(posted.map(({ transaction }) => places.get(transaction.id) ?? null)),
      posted_at: at.toISOString(),
    }),
    changeRows(tx, sql.leave_queue, { ledger_id: ledgerId, transaction_ids: ids }),
    writeEffects(tx, ledgerId, plan),
    written.appendToLog(tx, ledgerId, plan.events, plan.head.lastTransactionSequence),
  ]);
  written.mustHaveChanged('statuses', posted.length, marked);
  written.mustHaveChanged('the queue', posted.length, left);
};

/** Of work that was not accepted before: its acceptances too. */
const writeAcceptedBooks = async (
  tx: Tx,
  ledgerId: LedgerId,
  acceptances: readonly Acceptance[],
  plan: PostingPlan,
): Promise<void> => {
  const sequences = new Map(plan.posted.map(({ transaction, sequence }) => [transaction.id, sequence]));
  const failures = new Map(plan.failed.map(({ transaction, failure }) => [transaction.id, failure]));
  const places = placesOf(plan);
  const decisionOf = (acceptance: Acceptance): written.Decision => {
    const failure = failures.get(acceptance.draft.id);
    return {
      sequence: sequences.get(acceptance.draft.id) ?? null,
      logSequence: places.get(acceptance.draft.id) ?? null,
      failure: failureText(failure),
      failedDraft: failure ? JSON.stringify(written.queuedDraft(acceptance)) : null,
    };
  };
  await Promise.all([
    written.writeAccepted(tx, ledgerId, acceptances, decisionOf),
    writeEffects(tx, ledgerId, plan),
    written.appendToLog(tx, ledgerId, plan.events, plan.head.lastTransactionSequence),
  ]);
};

/**
 * Sums of what is over are added to where something is effective before the days of its account that are still open, and marks
 * are placed within days of very many entries: nearly always there is neither. New days close what is over, and sum it as they
 * find it: what comes late is added before them.
 */
const writeEffects = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
  const { days } = plan;
  const since = written.writeEntries(tx, ledgerId, plan);
  const comesLate = (open: readonly Day[]): boolean => open.some((from) => days.some(({ day }) => day < from));
  // Where nothing can be late, nobody waits to hear that nothing is.
  const mayComeLate = days.some(({ day }) => day < certainlyOpen(plan.at));
  const isLate = mayComeLate && comesLate(await since);
  const [open, , added] = await Promise.all([
    since,
    isLate ? fetchRows(tx, sql.add_to_sums, { ledger_id: ledgerId }, written.dayValues(days)) : undefined,
    written.writeDays(tx, ledgerId, days),
  ]);
  if (!mayComeLate && comesLate(open)) throw new Error('the database has closed days that are yet to come');
  await markPlaces(tx, ledgerId, days, added);
};

/** Closed by the database's own clock, which is never a day ahead. */
const certainlyOpen = (at: Date): Day => written.thirdOf(dayOf(new Date(at.getTime() + dayMs)));
const dayMs = 86_400_000;

const markPlaces = async (
  tx: Tx,
  ledgerId: LedgerId,
  days: readonly DayChange[],
  added: readonly written.AddedDayRow[],
): Promise<void> => {
  const most = mostAddedTo(days);
  const marked = added.filter(({ entry_count: count }) => count >= markedEvery && count % markedEvery < most);
  if (marked.length === 0) return;
  const { day_debits: _debits, day_credits: _credits, ...changed } = written.dayValues(days);
  const marks = {
    marked_account_ids: plainArray(marked.map(({ account_id }) => account_id)),
    marked_layers: plainArray(marked.map(({ layer }) => layer)),
    marked_days: plainArray(marked.map(({ day }) => day)),
    marked_entry_counts: plainArray(marked.map(({ entry_count }) => entry_count)),
  };
  await fetchRows(tx, sql.mark_places, { ledger_id: ledgerId }, marks, changed);
};

/** A day gets a mark each time its entries pass a multiple of that; `mark_places` (migrations/0006-books.sql) knows it too. */
const markedEvery = 500;

const takeFromBooks = async (tx: Tx, ledgerId: LedgerId, { totals, days }: PostingPlan): Promise<void> => {
  const ofLedger = { ledger_id: ledgerId };
  written.mustHaveChanged(
    'totals',
    totals.length,
    await changeRows(tx, sql.take_from_totals, ofLedger, written.totalValues(totals)),
  );
  written.mustHaveChanged(
    'days',
    days.length,
    await changeRows(tx, sql.take_from_days, ofLedger, written.dayValues(days)),
  );
};

const fail = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
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
  written.mustHaveChanged('statuses', failed.length, marked);
  const left = await changeRows(tx, sql.leave_queue, { ledger_id: ledgerId, transaction_ids: ids });
  written.mustHaveChanged('the queue', failed.length, left);
};

const markAllUndone = async (tx: Tx, ledgerId: LedgerId, { undone, at }: PostingPlan): Promise<void> => {
  const moved = await changeRows(tx, sql.mark_undone, {
    ledger_id: ledgerId,
    undone_ids: plainArray(undone.map(({ id }) => id)),
    undone_statuses: plainArray(undone.map(({ becomes }) => becomes.status)),
    reversed_by_ids: plainArray(undone.map(({ becomes }) => (becomes.status === 'reversed' ? becomes.by : null))),
    void_reasons: undone.map(({ becomes }) => (becomes.status === 'void' ? becomes.reason : null)),
    undone_at: at.toISOString(),
  });
  written.mustHaveChanged('statuses', undone.length, moved);
};

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
