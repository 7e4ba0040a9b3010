/** Reversals and voids: decides which transactions may be reversed or voided, and drafts reversals. */
import type { Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import { dayIn } from '../../../kernel/time-zone';
import { aOrAn } from './hold';
import type {
  DateBeforeOriginal,
  EntriesNotBalanced,
  Invalid,
  PeriodLocked,
  PostingFailure,
  ReversalExceedsRemainder,
  ReversalPartsExceeded,
  TransactionAlreadyReversed,
  TransactionNotReversible,
  TransactionNotVoidable,
} from './refusals';
import type { Draft, PendingTransaction, TransactionId, Undoing } from './transaction';
import {
  asDescription,
  dateOfEnd,
  draftUndoing,
  remainderOf,
  takePart,
  type Acting,
  type DecidedTransaction,
  type InheritedMembers,
  type Part,
  type PartRequest,
  type UndoingFacts,
} from './undoing';

export interface ReversalRequest extends InheritedMembers {
  readonly transactionId: TransactionId;
  readonly reason: string;
  /** The effective date of the reversal. */
  readonly date: Day;
  readonly metadata: Draft['metadata'];
  /** Whether the reversal may exceed balance limits; undefined counts as false. */
  readonly overridesLimits?: boolean;
  readonly idempotencyKey: string | null;
  /** The part to reverse; null for the whole remaining amount. */
  readonly part: PartRequest | null;
}

/**
 * The maximum number of reversals of a transaction. It is bounded because every response with the transaction lists its reversals. The last
 * reversal must reverse the whole remaining amount.
 */
export const maxReversalParts = 100;

/** The reasons why a transaction cannot be reversed as requested. */
export type ReversalRefusal =
  | TransactionAlreadyReversed
  | TransactionNotReversible
  | PeriodLocked
  | DateBeforeOriginal
  | Invalid
  | ReversalExceedsRemainder
  | EntriesNotBalanced
  | ReversalPartsExceeded;

/** Returns the draft of a reversal: the mirror image of the requested part, or of the whole remaining amount. */
export const draftReversal = (
  request: ReversalRequest,
  part: Part | null,
  attributes: Draft['attributes'],
  original: DecidedTransaction,
  { journalIsClosed, lockedUntil }: UndoingFacts,
  { actor, batchId, denomination, timeZone }: Acting,
  now: Date,
): Outcome<ReversalRefusal, { readonly draft: Draft; readonly undoing: Undoing }> => {
  if (original.status === 'reversed') return refuse({ kind: 'TransactionAlreadyReversed' });
  const because = whyNotReversible(original, journalIsClosed);
  if (because !== undefined) return refuse({ kind: 'TransactionNotReversible', because });
  const effectiveDate = dateOfEnd(request.date, original, lockedUntil, dayIn(timeZone, now));
  if (refused(effectiveDate)) return effectiveDate;
  const taken = takePart(part, remainderOf(original), denomination);
  if (refused(taken)) return taken;
  if (!taken.right.isRest && original.reversals + 1 >= maxReversalParts)
    return refuse({ kind: 'ReversalPartsExceeded', max: maxReversalParts });
  return ok(
    draftUndoing(original, taken.right, {
      kind: 'reversal',
      reason: request.reason,
      settled: 0n as Minor,
      excess: 0n as Minor,
      effectiveDate: effectiveDate.right,
      description: asDescription(`Reversal: ${request.reason}`),
      reference: request.reference === undefined ? original.reference : request.reference,
      attributes,
      metadata: request.metadata,
      idempotencyKey: request.idempotencyKey,
      batchId,
      acceptedBy: actor,
      acceptedAt: now,
    }),
  );
};

/** Returns the refusal of a reversal that cannot be posted: a closed journal and an inactive account are named with their cures. */
export const refusalOfReversal = <F extends PostingFailure>(failure: F): F | TransactionNotReversible => {
  const notReversible = (because: string) => ({ kind: 'TransactionNotReversible', because }) as const;
  if (failure.kind === 'JournalClosed') return notReversible(closedJournal);
  return failure.kind === 'AccountInactive'
    ? notReversible(`its account ${failure.account} is inactive: activate it first`)
    : failure;
};

const whyNotReversible = (
  { status, undoesTransactionId, correlationType, stringOperationId, holdState, settledAmount }: DecidedTransaction,
  journalIsClosed: boolean,
): string | undefined => {
  if (status !== 'posted') return notPosted(status);
  if (undoesTransactionId !== null) return `it is ${aOrAn(correlationType)} itself`;
  if (stringOperationId !== null) return legOfString;
  if (settledAmount > 0n) return settledInPart(holdState);
  if (holdState !== null && holdState !== 'open') return `it is ${holdState}`;
  if (journalIsClosed) return closedJournal;
  return undefined;
};

const notPosted = (status: DecidedTransaction['status']): string =>
  status === 'pending' ? 'it is not posted yet: try again in a moment' : `it is ${status}`;
const legOfString =
  'it is a leg of a string operation: move the value back with another conversion or transfer over the string';
const settledInPart = (holdState: DecidedTransaction['holdState']): string =>
  `it was settled at least in part: reverse its settlement${holdState === 'open' ? ', and release what is still held' : ''}`;
const closedJournal = 'its journal is closed: open it again';

/**
 * Decides whether a transaction can be voided. It must be posted, its journal must be open, no part of it may be undone, and it may not
 * itself undo a transaction.
 */
export const judgeVoid = (
  original: DecidedTransaction,
  { journalIsClosed, lockedUntil }: UndoingFacts,
): Outcome<TransactionNotVoidable | PeriodLocked, PendingTransaction> => {
  const because = whyNotVoidable(original, journalIsClosed);
  if (because !== undefined) return refuse({ kind: 'TransactionNotVoidable', because });
  const { posting } = original;
  if (lockedUntil !== null && posting.effectiveDate <= lockedUntil)
    return refuse({ kind: 'PeriodLocked', lockedUntil });
  return ok(posting);
};

const whyNotVoidable = (
  {
    status,
    undoesTransactionId,
    correlationType,
    undone,
    reversals,
    stringOperationId,
    settledAmount,
    extendedAmount,
    holdState,
  }: DecidedTransaction,
  journalIsClosed: boolean,
): string | undefined => {
  if (status !== 'posted') return notPosted(status);
  if (undoesTransactionId !== null) return `it is ${aOrAn(correlationType)}`;
  if (reversals > 0) return 'it is reversed in part: reverse the rest instead';
  if (settledAmount > 0n) return settledInPart(holdState);
  if (extendedAmount > 0n)
    return holdState === 'open' ? 'it was raised: release it' : `it was raised, and is ${holdState}`;
  if (undone.some((amount) => amount > 0n))
    return `it was released at least in part${holdState === 'open' ? ': release the rest' : ''}`;
  if (stringOperationId !== null) return legOfString;
  if (journalIsClosed) return closedJournal;
  return undefined;
};
