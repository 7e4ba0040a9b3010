/** The operations that a client may request of a ledger, and their results. */
import type { Principal } from '../../../../kernel/principal';
import type { Outcome } from '../../../../kernel/refusal';
import type { AttributeRefusal } from '../../../attributes';
import type { ExtensionRefusal } from '../../domain/extension';
import type { ExtensionRequest, HoldRefusal, ReleaseRequest, SettlementRequest } from '../../domain/hold';
import type {
  ScopeMissing,
  AccountInactive,
  AmountPrecisionExceeded,
  BalanceLimitExceeded,
  LimitsOverrideForbidden,
  DraftRefusal,
  IdempotencyRefusal,
  Invalid,
  PeriodLocked,
  TransactionNotFound,
} from '../../domain/refusals';
import type { ReversalRefusal, ReversalRequest } from '../../domain/reversal';
import type { BatchId, TransactionId, TransactionRequest } from '../../domain/transaction';
import type { Decision, TransactionRow } from '../reader';
import type { Rehearsed } from '../rehearsal';
import type { AcceptRefusal } from '../writing/submission';

export type Operation =
  | { readonly kind: 'post'; readonly request: TransactionRequest }
  | { readonly kind: 'settle'; readonly request: SettlementRequest }
  | { readonly kind: 'release'; readonly request: ReleaseRequest }
  | { readonly kind: 'extend'; readonly request: ExtensionRequest }
  | { readonly kind: 'reverse'; readonly request: ReversalRequest };

/** The refusals that settlements, releases, extensions and reversals share. A refusal by the attribute rules is returned unchanged. */
type UndoingRefusal =
  | Invalid
  | AmountPrecisionExceeded
  | IdempotencyRefusal
  | TransactionNotFound
  | PeriodLocked
  | BalanceLimitExceeded
  | AttributeRefusal
  | LimitsOverrideForbidden;
export type ReverseRefusal = UndoingRefusal | ReversalRefusal;
export type HoldOperationRefusal = UndoingRefusal | HoldRefusal | AccountInactive;
export type OperationRefusal = AcceptRefusal | HoldOperationRefusal | ExtensionRefusal | ReverseRefusal | ScopeMissing;

/** The operations of one request; a single operation is a list of one. An item that could not be parsed is represented by its refusal. */
export interface OperationsRequest {
  readonly caller: Principal;
  readonly items: readonly Outcome<DraftRefusal, Operation>[];
  readonly batch: { readonly isAtomic: boolean } | null;
  /** True if everything is rolled back after the result has been read. */
  readonly isDryRun: boolean;
}

export interface PerformedOperation {
  /** The id of the transaction that the operation created: the post, settlement, release, extension or reversal. */
  readonly id: TransactionId;
  readonly idempotencyKey: string | null;
  readonly correlationId: string | null;
  readonly batchId: BatchId | null;
  readonly replayed: boolean;
  /**
   * The decision about the transaction; null for a replay, whose decision must be read separately. Settlements, releases, extensions and
   * reversals are always posted.
   */
  readonly decision: Decision | null;
  /** The transaction as this operation wrote it, in the form that a read returns; undefined if it must be read. */
  readonly row?: TransactionRow | undefined;
}

export interface Performed {
  readonly batchId: BatchId | null;
  /** The result of each operation. If an item of an atomic batch is refused, no item of the batch is written. */
  readonly results: readonly Outcome<OperationRefusal, PerformedOperation>[];
  /** The transactions and balances as the operations would leave them, for a dry run; null for real operations. */
  readonly rehearsed: Rehearsed | null;
}

export type Perform = (request: OperationsRequest) => Promise<Performed>;
