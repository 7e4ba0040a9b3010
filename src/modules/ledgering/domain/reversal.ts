/** Reversing and voiding: what may be undone, and the mirror image that undoes it. */
import { oppositeOf } from '../../../kernel/accounting';
import { newId } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import type {
  PeriodLocked,
  TransactionAlreadyReversed,
  TransactionNotReversible,
  TransactionNotVoidable,
} from './refusals';
import {
  maxDescriptionLength,
  type Draft,
  type PendingTransaction,
  type TransactionId,
  type TransactionStatus,
} from './transaction';

/** A decided transaction, with what decides whether it can be reversed or voided. */
export interface DecidedTransaction extends Pick<
  Draft,
  'layer' | 'totalAmount' | 'correlationId' | 'stringOperationId'
> {
  readonly status: TransactionStatus;
  readonly reversesTransactionId: TransactionId | null;
  readonly posting: PendingTransaction;
}

export interface ReversalRequest {
  readonly transactionId: TransactionId;
  readonly reason: string;
  /** The effective date of the reversal. */
  readonly date: Day;
  readonly reference: string | null;
  readonly metadata: Draft['metadata'];
  readonly idempotencyKey: string | null;
}

/** The journal and the period lock that decide whether a transaction can be undone. */
export interface UndoingFacts {
  readonly journalIsClosed: boolean;
  readonly lockedUntil: Day | null;
}

/** Swaps the sides of the original: same accounts, layers, amounts, journal and correlation. */
export const draftReversal = (
  request: ReversalRequest,
  original: DecidedTransaction,
  { journalIsClosed, lockedUntil }: UndoingFacts,
  keyPrefix: string,
  now: Date,
): Outcome<TransactionAlreadyReversed | TransactionNotReversible | PeriodLocked, Draft> => {
  const { posting } = original;
  if (original.status === 'reversed') return refuse({ kind: 'TransactionAlreadyReversed' });
  if (original.status !== 'posted')
    return refuse({ kind: 'TransactionNotReversible', because: `it is ${original.status}` });
  if (original.reversesTransactionId !== null)
    return refuse({ kind: 'TransactionNotReversible', because: 'it is a reversal itself' });
  if (original.stringOperationId !== null)
    return refuse({ kind: 'TransactionNotReversible', because: 'it is a leg of a string operation' });
  if (journalIsClosed) return refuse({ kind: 'TransactionNotReversible', because: 'its journal is closed' });
  if (lockedUntil !== null && request.date <= lockedUntil) return refuse({ kind: 'PeriodLocked', lockedUntil });
  return ok({
    id: newId<'transaction'>(),
    journalId: posting.journalId,
    effectiveDate: request.date,
    layer: original.layer,
    description: cut(`Reversal: ${request.reason}`),
    reference: request.reference,
    totalAmount: original.totalAmount,
    correlationId: original.correlationId ?? posting.id,
    correlationType: 'reversal',
    correlationSourceId: posting.id,
    idempotencyKey: request.idempotencyKey,
    metadata: request.metadata,
    attributes: null,
    transactionCode: null,
    transactionCodeVersion: null,
    batchId: null,
    reversesTransactionId: posting.id,
    stringOperationId: null,
    acceptedBy: keyPrefix,
    acceptedAt: now,
    entries: posting.entries.map((entry) => ({ ...entry, id: newId<'entry'>(), type: oppositeOf(entry.type) })),
  });
};

/** A reason may be as long as a description. Where it is cut off here, the activity log has it whole. */
const cut = (text: string): string => {
  const characters = [...text];
  return characters.length <= maxDescriptionLength
    ? text
    : `${characters.slice(0, maxDescriptionLength - 1).join('')}…`;
};

/** Only a posted transaction in an open journal can be voided, neither a reversal nor a leg of an operation. */
export const judgeVoid = (
  { status, reversesTransactionId, stringOperationId, posting }: DecidedTransaction,
  { journalIsClosed, lockedUntil }: UndoingFacts,
): Outcome<TransactionNotVoidable | PeriodLocked, PendingTransaction> => {
  if (status !== 'posted') return refuse({ kind: 'TransactionNotVoidable', because: `it is ${status}` });
  if (reversesTransactionId !== null) return refuse({ kind: 'TransactionNotVoidable', because: 'it is a reversal' });
  if (stringOperationId !== null)
    return refuse({ kind: 'TransactionNotVoidable', because: 'it is a leg of a string operation' });
  if (journalIsClosed) return refuse({ kind: 'TransactionNotVoidable', because: 'its journal is closed' });
  if (lockedUntil !== null && posting.effectiveDate <= lockedUntil)
    return refuse({ kind: 'PeriodLocked', lockedUntil });
  return ok(posting);
};
