/** What is submitted to be accepted, and what comes of it. */
import type { Principal } from '../../../../kernel/principal';
import type { Outcome } from '../../../../kernel/refusal';
import type { AttributeRefusal } from '../../../attributes';
import type { ExpansionRefusal } from '../../../catalog';
import type { Granted } from '../../domain/judging';
import type { DraftRefusal, IdempotencyRefusal } from '../../domain/refusals';
import type { BatchId, TransactionRequest } from '../../domain/transaction';
import type { Decision } from '../reader';

/** Refused attributes pass through as they are. */
export type AcceptRefusal = DraftRefusal | IdempotencyRefusal | AttributeRefusal | ExpansionRefusal;

/** Transactions of one request; a single POST is a list of one. An item the edge could not read comes as its refusal. */
export interface Submission {
  readonly caller: Principal;
  readonly items: readonly Outcome<DraftRefusal, TransactionRequest>[];
  readonly batch: { readonly isAtomic: boolean } | null;
}

export interface AcceptedTransaction extends Granted {
  /** What became of it with its acceptance; null where that is still to come, or has to be looked up. */
  readonly decision: Decision | null;
}

export interface Acceptances {
  /** Of a batch that brought nothing new: the batch of the first replay that has one. */
  readonly batchId: BatchId | null;
  readonly results: readonly Outcome<AcceptRefusal, AcceptedTransaction>[];
}
