/** The requests that are submitted for acceptance, and their results. */
import type { Principal } from '../../../../kernel/principal';
import type { Outcome } from '../../../../kernel/refusal';
import type { AttributeRefusal, Judgement } from '../../../attributes';
import type { ExpansionRefusal } from '../../../catalog';
import type { AcceptanceReading, AcceptanceWants, Granted, JudgedGroup } from '../../domain/judging';
import type { PostingPlan } from '../../domain/posting';
import type { DraftRefusal, IdempotencyRefusal, LimitsOverrideForbidden, RequestTooLarge } from '../../domain/refusals';
import type { BatchId, TransactionRequest } from '../../domain/transaction';
import type { Decision } from '../reader';
import type { Event } from './states';

/** Refused attributes pass through as they are. */
export type AcceptRefusal =
  DraftRefusal | IdempotencyRefusal | AttributeRefusal | ExpansionRefusal | LimitsOverrideForbidden | RequestTooLarge;

/** Transactions of one request; a single POST is a list of one. An item the edge could not read comes as its refusal. */
export interface Submission {
  readonly caller: Principal;
  readonly items: readonly Outcome<DraftRefusal, TransactionRequest>[];
  readonly batch: { readonly isAtomic: boolean } | null;
}

export interface AcceptedTransaction extends Granted {
  /** The decision if it was made together with the acceptance; null if it is still to come or has to be looked up. */
  readonly decision: Decision | null;
}

export interface Acceptances {
  /** For a batch without new transactions, the batch id of the first replay that has one. */
  readonly batchId: BatchId | null;
  readonly results: readonly Outcome<AcceptRefusal, AcceptedTransaction>[];
}

/** Requests that are written together. */
export interface Group {
  readonly wants: AcceptanceWants;
  /** The verdicts on their attributes. */
  readonly attributes: Judgement;
  readonly judge: (reading: AcceptanceReading, now: Date) => JudgedGroup<AcceptRefusal>;
}

export interface WrittenGroup extends JudgedGroup<AcceptRefusal> {
  /**
   * The plan that was posted together with the acceptance; undefined if nothing was posted or the poster is to post it.
   */
  readonly plan: PostingPlan | undefined;
}

export interface Attempt {
  readonly event: Event;
  /** Absent where nothing came of it, and the group is to be written in another way. */
  readonly written?: WrittenGroup;
}

/** For the accounts that are known over all ledgers. */
export interface AccountsRoom {
  left: number;
  /** When there is none left. */
  readonly forgetAll: () => void;
}
