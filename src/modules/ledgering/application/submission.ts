/** What is submitted to be accepted, and what comes of it. */
import type { Principal } from '../../../kernel/principal';
import type { Outcome } from '../../../kernel/refusal';
import type { AttributeRefusal } from '../../attributes';
import type { ExpansionRefusal } from '../../catalog';
import type { DraftRefusal, IdempotencyRefusal } from '../domain/refusals';
import type { Decision } from './reader';
import type { BatchId, TransactionId, TransactionRequest } from '../domain/transaction';

/** Refused attributes pass through as they are. */
export type AcceptRefusal = DraftRefusal | IdempotencyRefusal | AttributeRefusal | ExpansionRefusal;

/** Transactions of one request; a single POST is a list of one. An item the edge could not read comes as its refusal. */
export interface Submission {
  readonly caller: Principal;
  readonly items: readonly Outcome<DraftRefusal, TransactionRequest>[];
  readonly batch: { readonly isAtomic: boolean } | null;
}

export interface AcceptedTransaction {
  readonly id: TransactionId;
  readonly idempotencyKey: string;
  readonly correlationId: string | null;
  /** The batch that it was accepted with, which for a replay is an earlier one. */
  readonly batchId: BatchId | null;
  /** The key was used before for the very same request: this is what it made then. */
  readonly replayed: boolean;
  /** What became of it with its acceptance; null where that is still to come, or has to be looked up. */
  readonly decision: Decision | null;
}

export interface Acceptances {
  /** Of a batch that brought nothing new: the batch of the first replay that has one. */
  readonly batchId: BatchId | null;
  readonly results: readonly Outcome<AcceptRefusal, AcceptedTransaction>[];
}
