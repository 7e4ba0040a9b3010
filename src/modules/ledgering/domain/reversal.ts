/** Reversing and voiding: what may be undone, and the mirror image that undoes it. */
import { newId } from '../../../kernel/ids';
import type { Minor } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Principal } from '../../../kernel/principal';
import type { Day } from '../../../kernel/time';
import { debitsOf } from './draft';
import type {
  EntriesNotBalanced,
  Invalid,
  PeriodLocked,
  ReversalExceedsRemainder,
  ReversalPartsExceeded,
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
  type Undoing,
} from './transaction';
import { mirrored, takePart, type Part, type PartRequest } from './undoing';

/** A decided transaction, with what decides whether it can be reversed or voided. */
export interface DecidedTransaction extends Pick<
  Draft,
  'layer' | 'totalAmount' | 'correlationId' | 'stringOperationId'
> {
  readonly status: TransactionStatus;
  readonly reversesTransactionId: TransactionId | null;
  /** By which it was posted, where it was. */
  readonly sequence: bigint | null;
  readonly posting: PendingTransaction;
  /** What its reversals have undone, entry by entry, and how many reversals it has. */
  readonly undone: readonly Minor[];
  readonly reversals: number;
}

export interface ReversalRequest {
  readonly transactionId: TransactionId;
  readonly reason: string;
  /** The effective date of the reversal. */
  readonly date: Day;
  readonly reference: string | null;
  readonly metadata: Draft['metadata'];
  readonly idempotencyKey: string | null;
  /** Null where all is to be undone that is left. */
  readonly part: PartRequest | null;
}

/** The journal and the period lock that decide whether a transaction can be undone. */
export interface UndoingFacts {
  readonly journalIsClosed: boolean;
  readonly lockedUntil: Day | null;
}

/** Why a transaction cannot be undone as it was asked for. */
export type UndoingRefusal =
  | TransactionAlreadyReversed
  | TransactionNotReversible
  | PeriodLocked
  | Invalid
  | ReversalExceedsRemainder
  | EntriesNotBalanced
  | ReversalPartsExceeded;

/** Swaps the sides of what is undone: same accounts, layers, journal and correlation, and amounts of the part or of the rest. */
export const draftReversal = (
  request: ReversalRequest,
  part: Part | null,
  original: DecidedTransaction,
  { journalIsClosed, lockedUntil }: UndoingFacts,
  { keyPrefix, denomination }: Pick<Principal, 'keyPrefix' | 'denomination'>,
  now: Date,
): Outcome<UndoingRefusal, { readonly draft: Draft; readonly undoing: Undoing }> => {
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
  const taken = takePart(
    part,
    { entries: posting.entries, undone: original.undone, reversals: original.reversals },
    denomination,
  );
  if (refused(taken)) return taken;
  const { entries: undone, isRest } = taken.right;
  const entries = mirrored(undone, posting.entries).map((entry) => ({ ...entry, id: newId<'entry'>() }));
  const totalAmount = debitsOf(entries);
  const draft: Draft = {
    id: newId<'transaction'>(),
    journalId: posting.journalId,
    effectiveDate: request.date,
    layer: original.layer,
    description: cut(`Reversal: ${request.reason}`),
    reference: request.reference,
    totalAmount,
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
    entries,
  };
  // A sequence has whatever is posted. Debits undone are credits of the reversal, which balances: their sum is its total.
  const sequence = original.sequence as bigint;
  const undoing = { id: posting.id, sequence, reason: request.reason, entries: undone, amount: totalAmount, isRest };
  return ok({ draft, undoing });
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
  { status, reversesTransactionId, reversals, stringOperationId, posting }: DecidedTransaction,
  { journalIsClosed, lockedUntil }: UndoingFacts,
): Outcome<TransactionNotVoidable | PeriodLocked, PendingTransaction> => {
  if (status !== 'posted') return refuse({ kind: 'TransactionNotVoidable', because: `it is ${status}` });
  if (reversesTransactionId !== null) return refuse({ kind: 'TransactionNotVoidable', because: 'it is a reversal' });
  if (reversals > 0) return refuse({ kind: 'TransactionNotVoidable', because: 'it is reversed in part' });
  if (stringOperationId !== null)
    return refuse({ kind: 'TransactionNotVoidable', because: 'it is a leg of a string operation' });
  if (journalIsClosed) return refuse({ kind: 'TransactionNotVoidable', because: 'its journal is closed' });
  if (lockedUntil !== null && posting.effectiveDate <= lockedUntil)
    return refuse({ kind: 'PeriodLocked', lockedUntil });
  return ok(posting);
};
