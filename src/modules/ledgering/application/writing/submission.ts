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

/**
 * A settlement, release, extension or reversal that may be planned and written with the posts of a group. It is read before the group is
 * planned, so only a group that is planned ahead takes it along; any other group leaves it to a turn of its own.
 */
export interface Joining {
  readonly caller: Principal;
  readonly key: string;
  /** The transaction that it undoes or extends, and its account. */
  readonly targetId: TransactionId;
  readonly accountIds: readonly AccountId[];
  /** The head of the ledger when the target was read, or an earlier head. */
  readonly readAt: LedgerHead;
  /** Drafts its transactions, the one that was asked for last. Undefined where it has to take a turn, which tells why. */
  readonly draft: (reading: AcceptanceReading, now: Date) => readonly Acceptance[] | undefined;
}

export interface MadeByJoining {
  readonly draft: Draft;
  readonly decision: Decision | null;
  /** The sequence that it was posted with. */
  readonly sequence: bigint | undefined;
}

export interface Joined {
  /** Undefined where it was left to a turn. */
  readonly made?: MadeByJoining;
  /** Set where an attempt whose commit is in doubt may have written it. */
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
  /** Without `mayJoin` no operation joins. */
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
  /** Absent where nothing came of it, and the group is to be written in another way. */
  readonly written?: WrittenGroup;
}

/** For the accounts that are known over all ledgers. */
export interface AccountsRoom {
  left: number;
  /** When there is none left. */
  readonly forgetAll: () => void;
}
