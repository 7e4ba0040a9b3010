/** What is submitted to be accepted, and what comes of it. */
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
  /** What became of it with its acceptance; null where that is still to come, or has to be looked up. */
  readonly decision: Decision | null;
}

export interface Acceptances {
  /** Of a batch that brought nothing new: the batch of the first replay that has one. */
  readonly batchId: BatchId | null;
  readonly results: readonly Outcome<AcceptRefusal, AcceptedTransaction>[];
}

/** Requests that are written together. */
export interface Group {
  readonly wants: AcceptanceWants;
  /** What their attributes were judged to be. */
  readonly attributes: Judgement;
  readonly judge: (reading: AcceptanceReading, now: Date) => JudgedGroup<AcceptRefusal>;
}

export interface WrittenGroup extends JudgedGroup<AcceptRefusal> {
  /** What was posted with it; undefined where nothing was, or the poster is to do that. */
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
