/**
 * Posting: a pure fold over accepted work, in order. Each transaction is checked after its predecessors are applied; one that may not post
 * is removed again and marked failed, and the fold continues. The result is a plan for one write.
 */
import { madeAt } from '../../../kernel/ids';
import type { PostedBatch } from '../../../kernel/observations';
import { refuse, refused } from '../../../kernel/refusal';
import { lastDay, type Day } from '../../../kernel/time';
import type { AccountId } from './account';
import type { DayChange, OverriddenLimit, PostingFacts, TotalsChange, UndoneDayChange } from './books';
import type { LedgerHead } from './chain';
import type { EventType, LedgerEvent, LoggedEvent } from './event';
import { failureCodes, failureOf, passedLimit, type Failure } from './failure';
import { eventFormats } from './formats';
import { openBooks, type Books } from './open-books';
import type { PostingFailure } from './refusals';
import type { BatchId, JournalId, MovedEnd, PendingTransaction, TransactionId, Undoing } from './transaction';

export interface PostedTransaction {
  readonly transaction: PendingTransaction;
  /** The number of the transaction among those of the ledger that were posted, without gaps. */
  readonly sequence: bigint;
}

export interface FailedTransaction {
  readonly transaction: PendingTransaction;
  readonly failure: PostingFailure;
}

/** A posted transaction that is reversed or released, in part or whole, or voided; or a hold that is extended. */
export interface UndoneTransaction {
  readonly id: TransactionId;
  readonly becomes:
    // It stays posted while it has a remaining amount.
    | { readonly status: 'reversed' | 'posted'; readonly by: TransactionId; readonly undoing: Undoing }
    | { readonly status: 'void'; readonly reason: string | null }
    // A hold of which only the expiry moves.
    | { readonly status: 'extended'; readonly end: MovedEnd };
}

/** One write: the changes of the books, and the head of the ledger after them. */
export interface PostingPlan {
  readonly posted: readonly PostedTransaction[];
  readonly failed: readonly FailedTransaction[];
  readonly undone: readonly UndoneTransaction[];
  /** Limits that were exceeded by transactions that override them. */
  readonly overridden: readonly OverriddenLimit[];
  readonly totals: readonly TotalsChange[];
  readonly days: readonly DayChange[];
  readonly undoneDays: readonly UndoneDayChange[];
  readonly events: readonly LoggedEvent[];
  /** The head that the plan continues, and the head after it. */
  readonly from: LedgerHead;
  readonly head: LedgerHead;
  readonly at: Date;
}

export const planPosting = (
  pending: readonly PendingTransaction[],
  facts: PostingFacts,
  head: LedgerHead,
  at: Date,
  /** The failure of all transactions, if the database refused them although the fold allowed them. */
  poison?: PostingFailure,
): PostingPlan => {
  const books = openBooks(facts, firstDayOf(pending));
  const overridden: OverriddenLimit[] = [];
  const posted: PostedTransaction[] = [];
  const failed: FailedTransaction[] = [];
  const undone: UndoneTransaction[] = [];
  const events: LedgerEvent[] = [];
  let sequence = head.lastTransactionSequence;
  for (const group of togetherOrAlone(pending)) {
    const applied = poison ? refuse(poison) : books.apply(group);
    const failure = refused(applied) ? applied.left : undefined;
    const passed = refused(applied) ? [] : applied.right;
    overridden.push(...passed);
    for (const transaction of group) {
      const { id, acceptedBy: actor, contentHash, undoes } = transaction;
      const event = { accountId: null, actor, occurredAt: at, contentHash };
      if (failure) {
        failed.push({ transaction, failure });
        events.push({ type: 'transaction_failed', transactionId: id, reason: failureCodes[failure.kind], ...event });
        continue;
      }
      posted.push({ transaction, sequence: (sequence += 1n) });
      events.push({ type: 'transaction_posted', transactionId: id, reason: reasonOfPassing(passed, id), ...event });
      if (!undoes) continue;
      const { id: undoneId, reason } = undoes;
      const type = undoneEvent(undoes);
      const status = type === 'transaction_reversed' ? 'reversed' : 'posted';
      undone.push({ id: undoneId, becomes: { status, by: id, undoing: undoes } });
      events.push({ type, transactionId: undoneId, reason, ...event });
    }
  }
  return { posted, failed, undone, overridden, at, ...close(books, events, head, sequence) };
};

/** The reason of the event of a posting that exceeded limits: it names them, so that the chain proves it. Null for other postings. */
export const reasonOfPassing = (passed: readonly OverriddenLimit[], id: TransactionId): string | null => {
  const own = passed.filter(({ transactionId }) => transactionId === id);
  if (own.length === 0) return null;
  return `limits overridden: ${own.map((limit) => `the ${passedLimit(limit.passed, 'is')}`).join('; ')}`;
};

/** Returns the type of the event about the undone transaction. */
const undoneEvent = ({ kind, isRest }: Undoing): EventType => {
  switch (kind) {
    case 'reversal':
      return isRest ? 'transaction_reversed' : 'transaction_reversed_in_part';
    case 'settlement':
      return 'hold_settled';
    case 'release':
      return 'hold_released';
    case 'expiry':
      return 'hold_expired';
    case 'extension':
      return 'hold_extended';
  }
};

/** The end of a plan: the changes of the books, and the head of the ledger after them. */
export const close = (
  books: Books,
  events: readonly LedgerEvent[],
  head: LedgerHead,
  lastTransactionSequence: bigint,
): Pick<PostingPlan, 'totals' | 'days' | 'undoneDays' | 'events' | 'from' | 'head'> => {
  const logged = chainEvents(head, events);
  const last = logged[logged.length - 1];
  return {
    totals: books.totals(),
    days: books.days(),
    undoneDays: books.undoneDays(),
    events: logged,
    from: head,
    head: last ? { lastSequence: last.sequence, lastHash: last.hash, lastTransactionSequence } : head,
  };
};

/** Chains events to the log after `head`, in order. */
export const chainEvents = (head: LedgerHead, events: readonly LedgerEvent[]): readonly LoggedEvent[] => {
  let { lastSequence: sequence, lastHash } = head;
  return events.map((event) => {
    sequence += 1n;
    lastHash = eventFormats.hashOf({ before: lastHash, sequence, event });
    return { sequence, hash: lastHash, ...event };
  });
};

/**
 * Groups transactions that post or fail together. Members of one atomic batch are grouped at the position of the first of them, because
 * another process may have accepted work in between. A settlement's transactions are grouped with the release before them.
 */
const togetherOrAlone = (pending: readonly PendingTransaction[]): readonly (readonly PendingTransaction[])[] => {
  const groups: PendingTransaction[][] = [];
  const groupOf = new Map<BatchId, PendingTransaction[]>();
  for (const transaction of pending) {
    const batchId = transaction.atomicBatchId;
    const last = groups.at(-1);
    const group = batchId === null ? (isOpen(last) ? last : undefined) : groupOf.get(batchId);
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

/** Whether the settled part is still to follow. */
const isOpen = (group: readonly PendingTransaction[] | undefined): boolean =>
  group?.at(-1)?.undoes?.kind === 'settlement';

export type Decided = (
  { readonly status: 'posted'; readonly failure: null } | { readonly status: 'failed'; readonly failure: Failure }
) & {
  /** A sequence of the ledger's log: every read at this sequence or later shows the decision. */
  readonly logSequence: bigint;
};

/** The decision on each transaction of a plan, by id. */
export const decisionsOf = ({ posted, failed, head }: PostingPlan): ReadonlyMap<string, Decided> => {
  const { lastSequence: logSequence } = head;
  const decisions = new Map<string, Decided>();
  const wasPosted: Decided = { status: 'posted', failure: null, logSequence };
  for (const { transaction } of posted) decisions.set(transaction.id, wasPosted);
  for (const { transaction, failure } of failed)
    decisions.set(transaction.id, { status: 'failed', failure: failureOf(failure), logSequence });
  return decisions;
};

/** The sequence with which the plan posts a transaction; undefined if the plan does not post it. */
export const sequenceIn = ({ posted }: PostingPlan, id: TransactionId): bigint | undefined =>
  posted.find(({ transaction }) => transaction.id === id)?.sequence;

/** The figures for operators about a plan that took this many seconds, from the lock to the commit. */
export const postedBatch = ({ posted, failed }: PostingPlan, seconds: number): PostedBatch => {
  let oldest = (posted[0] ?? failed[0])?.transaction.id ?? '';
  for (const { transaction } of [...posted, ...failed]) if (transaction.id < oldest) oldest = transaction.id;
  const codes = failed.map(({ failure }) => failureCodes[failure.kind]);
  return { posted: posted.length, failed: codes, seconds, oldestAcceptedAt: madeAt(oldest) };
};

const firstDayOf = (pending: readonly PendingTransaction[]): Day => {
  let first = lastDay;
  for (const { effectiveDate } of pending) if (effectiveDate < first) first = effectiveDate;
  return first;
};

/** The accounts, journals and effective dates that a batch names. */
export interface Touched {
  readonly accountIds: readonly AccountId[];
  readonly journalIds: readonly JournalId[];
  readonly days: readonly Day[];
}

/** Everything that a batch names, for the one read before the fold. */
export const touchedBy = (pending: readonly PendingTransaction[]): Touched => ({
  accountIds: [...new Set(pending.flatMap(({ entries }) => entries.map(({ accountId }) => accountId)))],
  journalIds: [...new Set(pending.map(({ journalId }) => journalId))],
  days: [...new Set(pending.map(({ effectiveDate }) => effectiveDate))],
});
