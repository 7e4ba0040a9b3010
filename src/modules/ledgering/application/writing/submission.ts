/** The requests that are submitted for acceptance, and their results. */
import type { Principal } from '../../../../kernel/principal';
import type { CommitInDoubt, Outcome } from '../../../../kernel/refusal';
import type { AttributeRefusal, Judgement } from '../../../attributes';
import type { ExpansionRefusal } from '../../../catalog';
import type { AccountId } from '../../domain/account';
import type { LedgerHead } from '../../domain/chain';
import type { Acceptance, AcceptanceReading, AcceptanceWants, Granted, JudgedGroup } from '../../domain/judging';
import type { PostingPlan } from '../../domain/posting';
import type { DraftRefusal, IdempotencyRefusal, LimitsOverrideForbidden, RequestTooLarge } from '../../domain/refusals';
import type { BatchId, Draft, TransactionId, TransactionRequest } from '../../domain/transaction';
import type { Decision } from '../reader';
import type { Event } from './states';

/** Refusals of attributes are passed on unchanged. */
export type AcceptRefusal =
  DraftRefusal | IdempotencyRefusal | AttributeRefusal | ExpansionRefusal | LimitsOverrideForbidden | RequestTooLarge;

/** The transactions of one request; a single POST is a list of one. An item that could not be parsed is its refusal. */
export interface Submission {
  readonly caller: Principal;
  readonly items: readonly Outcome<DraftRefusal, TransactionRequest>[];
  readonly batch: { readonly isAtomic: boolean } | null;
}

export interface AcceptedTransaction extends Granted {
  /** The decision, if it was made when the transaction was accepted; null if it is still to come or must be looked up. */
  readonly decision: Decision | null;
}

export interface Acceptances {
  /** The batch id of the request; for a batch of replays only, that of the first replay that has one. */
  readonly batchId: BatchId | null;
  readonly results: readonly Outcome<AcceptRefusal, AcceptedTransaction>[];
}

/**
 * A settlement, release, extension or reversal that may be planned and written with the posts of a group. Its target is read
 * before that, so only a group that is planned ahead includes it; otherwise it takes a turn of its own.
 */
export interface Joining {
  readonly caller: Principal;
  readonly key: string;
  /** The transaction that it undoes or extends. */
  readonly targetId: TransactionId;
  readonly accountIds: readonly AccountId[];
  /** The head of the ledger when the target was read, or an earlier head. */
  readonly readAt: LedgerHead;
  /** Drafts its transactions, with the requested one last. Undefined if the operation must take a turn, which returns the reason. */
  readonly draft: (reading: AcceptanceReading, now: Date) => readonly Acceptance[] | undefined;
}

export interface MadeByJoining {
  readonly draft: Draft;
  readonly decision: Decision | null;
  /** Its number in posting order; undefined if it is not posted. */
  readonly sequence: bigint | undefined;
}

export interface Joined {
  /** Undefined if the operation was left to a turn. */
  readonly made?: MadeByJoining;
  /** Set if an attempt whose commit is in doubt may have written the operation. */
  readonly doubt?: CommitInDoubt | undefined;
}

export interface JudgedRequests extends JudgedGroup<AcceptRefusal> {
  /** The acceptances of each operation that joined; undefined for an operation that is left to a turn. */
  readonly joined: readonly (readonly Acceptance[] | undefined)[];
}

/** Requests that are written together. */
export interface Group {
  readonly wants: AcceptanceWants;
  /** The verdicts on their attributes. */
  readonly attributes: Judgement;
  /** Judges the requests by a reading. No operation joins if `mayJoin` is undefined. */
  readonly judge: (reading: AcceptanceReading, now: Date, mayJoin?: (joining: Joining) => boolean) => JudgedRequests;
}

export interface WrittenGroup extends JudgedRequests {
  /**
   * The plan that was posted together with the acceptance; undefined if nothing was posted or the poster is to post it.
   */
  readonly plan: PostingPlan | undefined;
}

export interface Attempt {
  readonly event: Event;
  /** Undefined if nothing was written, and the group must be written in another mode. */
  readonly written?: WrittenGroup;
}

/** The room for known accounts over all ledgers. */
export interface AccountsRoom {
  left: number;
  /** Forgets the known state of all ledgers, when no room is left. */
  readonly forgetAll: () => void;
}
