/** Posting on PostgreSQL: a batch needs only a few statements, whatever its size. */
import type { LedgerId } from '../../../../kernel/ids';
import type { Minor } from '../../../../kernel/money';
import { plainArray } from '../../../../kernel/postgres/sql';
import { changeExactly, fetchRows, loadStatements, parameters } from '../../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../../kernel/postgres/unit-of-work';
import { behind, type Tx } from '../../../../kernel/unit-of-work';
import type { DueHold, HeadLock, LedgerTerms, PostingStore } from '../../application/ports';
import type { AccountId } from '../../domain/account';
import type { PostingAccount } from '../../domain/books';
import type { LedgerHead } from '../../domain/chain';
import { failureOf } from '../../domain/failure';
import type { Acceptance } from '../../domain/judging';
import type { PostingPlan, Touched } from '../../domain/posting';
import type { PostingFailure } from '../../domain/refusals';
import type { PendingTransaction, TransactionId } from '../../domain/transaction';
import type { DecidedTransactions } from '../../domain/undoing';
import { courseOf } from '../sums/course-rows';
import { readTerms } from '../chart/ledger-terms';
import * as rows from './posting-rows';
import { queuedDraft, type Decision, type QueuedDraft } from './written-columns';
import { writeUndone } from './written-undone';
import * as written from './written-rows';

interface DueHoldRow {
  readonly id: TransactionId;
  readonly left_of_it: string;
  readonly entry_count: number;
}

const sql = loadStatements(__filename, {
  lock_head: parameters('ledger_id').rows<rows.HeadRow>(),
  read_head: parameters('ledger_id').rows<rows.HeadRow>(),
  claim_pending: parameters('ledger_id', 'limit').rows<rows.QueueRow>(),
  read_drafts: parameters('ledger_id', 'transaction_ids').rows<rows.DraftRow>(),
  read_posting_facts: parameters(
    'ledger_id',
    'account_ids',
    'journal_ids',
    'since',
    'months',
  ).rows<rows.PostingFactsRow>(),
  read_decided: parameters('ledger_id', 'transaction_ids').rows<rows.DecidedRow>(),
  read_due_holds: parameters('ledger_id', 'due', 'limit').rows<DueHoldRow>(),
  find_due_holds: parameters('beside', 'due').rows<{ ledger_id: LedgerId }>(),
  find_pending_work: parameters('beside').rows<{ ledger_id: LedgerId }>(),
  take_from_totals: parameters('ledger_id', ...written.totalParameters),
  take_from_days: parameters('ledger_id', ...written.dayParameters),
  mark_failed: parameters('ledger_id', 'failed_ids', 'failures', 'failed_log_sequences', 'failed_at'),
});

export class PostgresPostingStore implements PostingStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  // All writers take locks in one order: heads first, ordered by ledger. All other rows of a ledger are written only under the lock of its
  // head.
  async lockHead(tx: Tx, ledgerId: LedgerId): Promise<LedgerHead | undefined> {
    const [row] = await fetchRows(tx, sql.lock_head, { ledger_id: ledgerId });
    return row && rows.toHead(row);
  }

  async oldestPending(tx: Tx, ledgerId: LedgerId, limit: number): Promise<readonly TransactionId[]> {
    const oldest = await fetchRows(tx, sql.claim_pending, { ledger_id: ledgerId, limit });
    return oldest.map((row) => row.transaction_id);
  }

  async claimPending(
    tx: Tx,
    ledgerId: LedgerId,
    limit: number,
    remembered: ReadonlyMap<TransactionId, PendingTransaction> = new Map(),
  ): Promise<readonly PendingTransaction[]> {
    // The claimed rows get their drafts from memory at once, because another turn may drop drafts from memory meanwhile.
    const claimed = (await fetchRows(tx, sql.claim_pending, { ledger_id: ledgerId, limit })).map((row) => ({
      row,
      known: remembered.get(row.transaction_id),
    }));
    const unknown = claimed.filter(({ known }) => !known);
    const drafts = new Map<TransactionId, QueuedDraft>();
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

  async readPostingFacts(tx: Tx, ledgerId: LedgerId, { accountIds, journalIds, days }: Touched): Promise<LedgerTerms> {
    const { since, months } = courseOf(days);
    const [found, terms] = await Promise.all([
      fetchRows(tx, sql.read_posting_facts, {
        ledger_id: ledgerId,
        account_ids: plainArray(accountIds),
        journal_ids: plainArray(journalIds),
        since,
        months: plainArray(months),
      }),
      readTerms(tx, ledgerId),
    ]);
    const accounts = new Map<AccountId, PostingAccount>();
    for (const row of found) if (row.id !== null) accounts.set(row.id, rows.toPostingAccount(row));
    const [first] = found;
    if (!first) throw new Error(`there is no ledger ${ledgerId}`);
    return {
      accounts,
      closedJournals: new Set(first.closed),
      lockedUntil: first.locked_until,
      ...terms,
    };
  }

  async writePosting(tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> {
    await written.writeOverridden(tx, ledgerId, plan);
    if (plan.failed.length > 0) await fail(tx, ledgerId, plan);
    if (plan.posted.length > 0) await written.writePosted(tx, ledgerId, plan, placesOf(plan));
    else {
      if (plan.totals.length > 0) await takeFromBooks(tx, ledgerId, plan);
      await written.appendToLog(tx, ledgerId, plan.events, plan.head.lastTransactionSequence);
    }
    if (plan.undone.length > 0) await writeUndone(tx, ledgerId, plan);
  }

  async writeAtOnce(
    tx: Tx,
    ledgerId: LedgerId,
    acceptances: readonly Acceptance[],
    plan: PostingPlan,
    head: HeadLock,
  ): Promise<void> {
    const overridden = written.writeOverridden(tx, ledgerId, plan);
    const writing = behind(overridden, written.writeAtOnce(tx, ledgerId, acceptances, plan, decisionsIn(plan), head));
    // The undone amounts are sent without waiting for the result of the other write.
    const undone = plan.undone.length > 0 ? writeUndone(tx, ledgerId, plan) : undefined;
    await behind(written.orWriteConflict(writing), undone ?? Promise.resolve());
  }

  async readDecided(
    tx: Tx,
    ledgerId: LedgerId,
    transactionIds: readonly TransactionId[],
  ): Promise<DecidedTransactions> {
    const found = await fetchRows(tx, sql.read_decided, {
      ledger_id: ledgerId,
      transaction_ids: plainArray(transactionIds),
    });
    return new Map(found.map((row) => [row.id, rows.toDecided(row)]));
  }

  async readTargets(
    ledgerId: LedgerId,
    ids: readonly TransactionId[],
  ): Promise<readonly [LedgerHead | undefined, DecidedTransactions]> {
    const [[head], decided] = await this.unitOfWork.read({ ledgerIds: [ledgerId] }, (tx) => {
      const reading = Promise.all([
        fetchRows(tx, sql.read_head, { ledger_id: ledgerId }),
        this.readDecided(tx, ledgerId, ids),
      ]);
      tx.last(reading);
      return reading;
    });
    return [head && rows.toHead(head), decided];
  }

  async readDueHolds(tx: Tx, ledgerId: LedgerId, due: Date, limit: number): Promise<readonly DueHold[]> {
    const found = await fetchRows(tx, sql.read_due_holds, { ledger_id: ledgerId, due: due.toISOString(), limit });
    return found.map((row) => ({ id: row.id, left: BigInt(row.left_of_it) as Minor, entries: row.entry_count }));
  }

  async ledgersWithDueHolds(due: Date): Promise<readonly LedgerId[]> {
    const { rows } = await this.unitOfWork.nodes.ask(sql.find_due_holds, { due: due.toISOString() });
    return [...new Set(rows.map((row) => row.ledger_id))];
  }

  async ledgersWithPendingWork(): Promise<readonly LedgerId[]> {
    const { rows } = await this.unitOfWork.nodes.ask(sql.find_pending_work, {});
    return rows.map((row) => row.ledger_id);
  }
}

/** Returns a function that finds the plan's decision on an acceptance. */
const decisionsIn = (plan: PostingPlan): ((acceptance: Acceptance) => Decision) => {
  const sequences = new Map(plan.posted.map(({ transaction, sequence }) => [transaction.id, sequence]));
  const failures = new Map(plan.failed.map(({ transaction, failure }) => [transaction.id, failure]));
  const places = placesOf(plan);
  return (acceptance) => {
    const failure = failures.get(acceptance.draft.id);
    return {
      sequence: sequences.get(acceptance.draft.id) ?? null,
      logSequence: places.get(acceptance.draft.id) ?? null,
      failure: failureText(failure),
      failedDraft: failure ? JSON.stringify(queuedDraft(acceptance)) : null,
    };
  };
};

const takeFromBooks = async (tx: Tx, ledgerId: LedgerId, { totals, days }: PostingPlan): Promise<void> => {
  const ofLedger = { ledger_id: ledgerId };
  // The totals of days are changed first, because the guard of limits checks the changed days when the totals of their accounts change.
  await changeExactly(tx, days.length, sql.take_from_days, ofLedger, written.dayValues(days));
  await changeExactly(tx, totals.length, sql.take_from_totals, ofLedger, written.totalValues(totals));
};

const fail = async (tx: Tx, ledgerId: LedgerId, plan: PostingPlan): Promise<void> => {
  const { failed, at } = plan;
  const places = placesOf(plan);
  const ids = plainArray(failed.map(({ transaction }) => transaction.id));
  await changeExactly(tx, failed.length, sql.mark_failed, {
    ledger_id: ledgerId,
    failed_ids: ids,
    failures: failed.map(({ failure }) => failureText(failure)),
    failed_log_sequences: plainArray(failed.map(({ transaction }) => places.get(transaction.id) ?? null)),
    failed_at: at.toISOString(),
  });
  await changeExactly(tx, failed.length, written.sql.leave_queue, { ledger_id: ledgerId, transaction_ids: ids });
};

/** Returns the sequence of the event that decided each transaction. */
const placesOf = ({ events }: PostingPlan): ReadonlyMap<TransactionId, bigint> => {
  const places = new Map<TransactionId, bigint>();
  for (const { type, transactionId, sequence } of events)
    if (transactionId && (type === 'transaction_posted' || type === 'transaction_failed'))
      places.set(transactionId, sequence);
  return places;
};

const failureText = (failure: PostingFailure | undefined): string | null =>
  failure ? JSON.stringify(failureOf(failure)) : null;
