/**
 * Posting: a pure fold over accepted work, in order. Each transaction sees what its predecessors did; one that may not
 * post is undone and marked failed, and the rest go on. What comes out is one write.
 */
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { AccountId } from './account';
import { openBooks, type Books, type DayChange, type PostingFacts, type TotalsChange } from './books';
import { chainEvents, type LedgerHead } from './chain';
import type { LedgerEvent, LoggedEvent } from './event';
import { failureCodes } from './failure';
import type { BalanceLimitExceeded, PostingFailure } from './refusals';
import type { BatchId, JournalId, PendingTransaction, TransactionId } from './transaction';

export interface PostedTransaction {
  readonly transaction: PendingTransaction;
  /** Dense among the transactions of the ledger that took effect. */
  readonly sequence: bigint;
}

export interface FailedTransaction {
  readonly transaction: PendingTransaction;
  readonly failure: PostingFailure;
}

/** A posted transaction whose status moves on: undone by a reversal, or taken out of every balance. */
export interface UndoneTransaction {
  readonly id: TransactionId;
  readonly becomes:
    | { readonly status: 'reversed'; readonly by: TransactionId }
    | { readonly status: 'void'; readonly reason: string | null };
}

/** One write: what is added to the books, and where the ledger stands afterwards. */
export interface PostingPlan {
  readonly posted: readonly PostedTransaction[];
  readonly failed: readonly FailedTransaction[];
  readonly undone: readonly UndoneTransaction[];
  readonly totals: readonly TotalsChange[];
  readonly days: readonly DayChange[];
  readonly events: readonly LoggedEvent[];
  /** Where the ledger must stand before it, and where it stands afterwards. */
  readonly from: LedgerHead;
  readonly head: LedgerHead;
  readonly at: Date;
}

export const planPosting = (
  pending: readonly PendingTransaction[],
  facts: PostingFacts,
  head: LedgerHead,
  at: Date,
  /** Fails all of them: what the database refused, although the fold allowed it. */
  poison?: PostingFailure,
): PostingPlan => {
  const books = openBooks(facts);
  const posted: PostedTransaction[] = [];
  const failed: FailedTransaction[] = [];
  const undone: UndoneTransaction[] = [];
  const events: LedgerEvent[] = [];
  let sequence = head.lastTransactionSequence;
  for (const group of togetherOrAlone(pending)) {
    const failure = poison ?? books.apply(group);
    for (const transaction of group) {
      const { id, acceptedBy: actor, contentHash, reverses } = transaction;
      const event = { accountId: null, actor, occurredAt: at, contentHash };
      if (failure) {
        failed.push({ transaction, failure });
        events.push({ type: 'transaction_failed', transactionId: id, reason: failureCodes[failure.kind], ...event });
        continue;
      }
      posted.push({ transaction, sequence: (sequence += 1n) });
      events.push({ type: 'transaction_posted', transactionId: id, reason: null, ...event });
      if (!reverses) continue;
      undone.push({ id: reverses.id, becomes: { status: 'reversed', by: id } });
      events.push({ type: 'transaction_reversed', transactionId: reverses.id, reason: reverses.reason, ...event });
    }
  }
  return { posted, failed, undone, at, ...close(books, events, head, sequence) };
};

/** Takes a posted transaction out of every balance, at every date. Its entries stay; only a limit can forbid it. */
export const planVoid = (
  transaction: PendingTransaction,
  reason: string | null,
  actor: string,
  facts: PostingFacts,
  head: LedgerHead,
  at: Date,
): Outcome<BalanceLimitExceeded, PostingPlan> => {
  const books = openBooks(facts);
  const broken = books.takeBack(transaction);
  if (broken) return refuse(broken);
  const { id, contentHash } = transaction;
  const voided = {
    type: 'transaction_voided',
    transactionId: id,
    accountId: null,
    actor,
    reason,
    occurredAt: at,
    contentHash,
  } as const;
  return ok({
    posted: [],
    failed: [],
    undone: [{ id, becomes: { status: 'void', reason } }],
    at,
    ...close(books, [voided], head, head.lastTransactionSequence),
  });
};

const close = (
  books: Books,
  events: readonly LedgerEvent[],
  head: LedgerHead,
  lastTransactionSequence: bigint,
): Pick<PostingPlan, 'totals' | 'days' | 'events' | 'from' | 'head'> => {
  const logged = chainEvents(head, events);
  const last = logged[logged.length - 1];
  return {
    totals: books.totals(),
    days: books.days(),
    events: logged,
    from: head,
    head: last ? { lastSequence: last.sequence, lastHash: last.hash, lastTransactionSequence } : head,
  };
};

/** Members of one atomic batch come together where the first of them stands; another process may have accepted between. */
const togetherOrAlone = (pending: readonly PendingTransaction[]): readonly (readonly PendingTransaction[])[] => {
  const groups: PendingTransaction[][] = [];
  const groupOf = new Map<BatchId, PendingTransaction[]>();
  for (const transaction of pending) {
    const batchId = transaction.atomicBatchId;
    const group = batchId === null ? undefined : groupOf.get(batchId);
    if (group) {
      group.push(transaction);
      continue;
    }
    const opened = [transaction];
    groups.push(opened);
    if (batchId !== null) groupOf.set(batchId, opened);
  }
  return groups;
};

/** The ids of everything a batch touches, for the one read before the fold. */
export const touchedBy = (
  pending: readonly PendingTransaction[],
): { readonly accountIds: readonly AccountId[]; readonly journalIds: readonly JournalId[] } => ({
  accountIds: [...new Set(pending.flatMap(({ entries }) => entries.map(({ accountId }) => accountId)))],
  journalIds: [...new Set(pending.map(({ journalId }) => journalId))],
});
