/**
 * Posting is a pure fold over accepted transactions, in order. Each transaction is checked after the transactions before it are applied. If
 * it may not post, it is removed again and marked failed, and the fold continues. The result is a plan for one write.
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
  /** The transaction's number in the ledger's posting order. The numbers have no gaps. */
  readonly sequence: bigint;
}

export interface FailedTransaction {
  readonly transaction: PendingTransaction;
  readonly failure: PostingFailure;
}

/**
 * A posted transaction that another one reverses or releases, in part or whole; or a transaction that is voided; or a hold that is
 * extended.
 */
export interface UndoneTransaction {
  readonly id: TransactionId;
  readonly becomes:
    // A transaction that is undone only in part stays posted.
    | { readonly status: 'reversed' | 'posted'; readonly by: TransactionId; readonly undoing: Undoing }
    | { readonly status: 'void'; readonly reason: string | null }
    // Only the expiry of the hold changes.
    | { readonly status: 'extended'; readonly end: MovedEnd };
}

/** A plan for one write: the changes to the books, and the head of the ledger after these changes. */
export interface PostingPlan {
  readonly posted: readonly PostedTransaction[];
  readonly failed: readonly FailedTransaction[];
  readonly undone: readonly UndoneTransaction[];
  /** The limits that were exceeded by transactions that override limits. */
  readonly overridden: readonly OverriddenLimit[];
  readonly totals: readonly TotalsChange[];
  readonly days: readonly DayChange[];
  readonly undoneDays: readonly UndoneDayChange[];
  readonly events: readonly LoggedEvent[];
  /** The head from which the plan continues, and the head after the plan. */
  readonly from: LedgerHead;
  readonly head: LedgerHead;
  readonly at: Date;
}

export const planPosting = (
  pending: readonly PendingTransaction[],
  facts: PostingFacts,
  head: LedgerHead,
  at: Date,
  /** If set, all transactions fail with this failure, because the database refused them although the fold allowed them. */
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

/**
 * Returns the reason for the event of a posting that exceeded limits. It names the limits, so that the hash chain proves them. Null if the
 * posting exceeded none.
 */
export const reasonOfPassing = (passed: readonly OverriddenLimit[], id: TransactionId): string | null => {
  const own = passed.filter(({ transactionId }) => transactionId === id);
  if (own.length === 0) return null;
  return `limits overridden: ${own.map((limit) => `the ${passedLimit(limit.passed, 'is')}`).join('; ')}`;
};

/** Returns the type of the event about a transaction that was undone or extended. */
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

/** Returns the last part of a plan: the changes to the books, and the head of the ledger after these changes. */
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

/** Returns the events with their sequences and hashes, chained to the log after `head` in order. */
export const chainEvents = (head: LedgerHead, events: readonly LedgerEvent[]): readonly LoggedEvent[] => {
  let { lastSequence: sequence, lastHash } = head;
  return events.map((event) => {
    sequence += 1n;
    lastHash = eventFormats.hashOf({ before: lastHash, sequence, event });
    return { sequence, hash: lastHash, ...event };
  });
};

/**
 * Groups the transactions that post or fail together. All members of an atomic batch are grouped at the position of the first one, because
 * another process may have accepted work between them. A settlement's settled part is grouped with its release, which comes before it.
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

/** Whether the last transaction of the group is the release of a settlement, so that the settled part must follow. */
const isOpen = (group: readonly PendingTransaction[] | undefined): boolean =>
  group?.at(-1)?.undoes?.kind === 'settlement';

export type Decided = (
  { readonly status: 'posted'; readonly failure: null } | { readonly status: 'failed'; readonly failure: Failure }
) & {
  /** A sequence of the log at which the decision is already visible: every read at this sequence or a later one shows it. */
  readonly logSequence: bigint;
};

/** Returns the decision on each transaction of a plan, by the transaction's id. */
export const decisionsOf = ({ posted, failed, head }: PostingPlan): ReadonlyMap<string, Decided> => {
  const { lastSequence: logSequence } = head;
  const decisions = new Map<string, Decided>();
  const wasPosted: Decided = { status: 'posted', failure: null, logSequence };
  for (const { transaction } of posted) decisions.set(transaction.id, wasPosted);
  for (const { transaction, failure } of failed)
    decisions.set(transaction.id, { status: 'failed', failure: failureOf(failure), logSequence });
  return decisions;
};

/** Returns the posting sequence that the plan gives a transaction; undefined if the plan does not post the transaction. */
export const sequenceIn = ({ posted }: PostingPlan, id: TransactionId): bigint | undefined =>
  posted.find(({ transaction }) => transaction.id === id)?.sequence;

/** Returns the figures about a written plan for monitoring. `seconds` is the time from the lock to the commit. */
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

/** Returns the accounts, journals and days that a batch names, so that a single read before the fold gets all of them. */
export const touchedBy = (pending: readonly PendingTransaction[]): Touched => ({
  accountIds: [...new Set(pending.flatMap(({ entries }) => entries.map(({ accountId }) => accountId)))],
  journalIds: [...new Set(pending.map(({ journalId }) => journalId))],
  days: [...new Set(pending.map(({ effectiveDate }) => effectiveDate))],
});
