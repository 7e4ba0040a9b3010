/** Posting on PostgreSQL: a handful of statements for a whole batch, whatever its size. */
import type { LedgerId } from '../../../kernel/ids';
import { plainArray } from '../../../kernel/postgres/sql';
import { fetchRows } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Tx } from '../../../kernel/unit-of-work';
import type { PostingStore } from '../application/ports';
import type { AccountId } from '../domain/account';
import type { PostingAccount, PostingFacts } from '../domain/books';
import type { LedgerHead } from '../domain/chain';
import type { Acceptance } from '../domain/judging';
import type { PostingPlan } from '../domain/posting';
import type { DecidedTransaction } from '../domain/reversal';
import type { JournalId, PendingTransaction, TransactionId } from '../domain/transaction';
import { orWriteConflict, type QueuedDraft } from './accepted-rows';
import { appendToLog } from './log';
import { fromQueue, toDecided, toHead, toPostingAccount } from './posting-rows';
import { postingReads } from './posting-reads';
import { addToBooks, fail, markAllUndone, takeFromBooks, writeAcceptedBooks } from './posting-writes';

export class PostgresPostingStore implements PostingStore {
  constructor(private readonly unitOfWork: PostgresUnitOfWork) {}

  // The one lock order: heads first, in ledger order; everything else of a ledger is written only under its head.
  async lockHead(tx: Tx, ledgerId: LedgerId): Promise<LedgerHead | undefined> {
    const [row] = await fetchRows(tx, postingReads.lock_head, { ledger_id: ledgerId });
    return row && toHead(row);
  }

  async claimPending(
    tx: Tx,
    ledgerId: LedgerId,
    limit: number,
    remembered: ReadonlyMap<TransactionId, PendingTransaction> = new Map(),
  ): Promise<readonly PendingTransaction[]> {
    // Looked up before anything is awaited: what is remembered now may be forgotten by then.
    const claimed = (await fetchRows(tx, postingReads.claim_pending, { ledger_id: ledgerId, limit })).map((row) => ({
      row,
      known: remembered.get(row.transaction_id),
    }));
    const unknown = claimed.filter(({ known }) => !known);
    const drafts = new Map<TransactionId, QueuedDraft>();
    if (unknown.length > 0) {
      const ids = plainArray(unknown.map(({ row }) => row.transaction_id));
      for (const row of await fetchRows(tx, postingReads.read_drafts, { ledger_id: ledgerId, transaction_ids: ids }))
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
    const rows = await fetchRows(tx, postingReads.read_posting_facts, {
      ledger_id: ledgerId,
      account_ids: plainArray(accountIds),
      journal_ids: plainArray(journalIds),
    });
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
    const keys = acceptances.flatMap(({ draft }) => draft.idempotencyKey ?? []);
    const { lastSequence, lastHash } = plan.from;
    await orWriteConflict(
      Promise.all([
        head === 'to be locked' &&
          fetchRows(tx, postingReads.lock_head_at, {
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
    const [row] = await fetchRows(tx, postingReads.read_decided, {
      ledger_id: ledgerId,
      transaction_id: transactionId,
    });
    return row && toDecided(row);
  }

  async ledgersWithPendingWork(): Promise<readonly LedgerId[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) =>
      (await fetchRows(tx, postingReads.find_pending_work, {})).map((row) => row.ledger_id),
    );
  }
}
