/** The requests that are submitted for acceptance, and their results: types alone. */
import type { Clock } from '../../../../kernel/clock';
import type { Observations, WriteMode } from '../../../../kernel/observations';
import type { Principal } from '../../../../kernel/principal';
import type { CommitInDoubt, Outcome } from '../../../../kernel/refusal';
import type { Log } from '../../../../kernel/tokens';
import type { UnitOfWork } from '../../../../kernel/unit-of-work';
import type { AttributeRefusal, Judgement } from '../../../attributes';
import type { ExpansionRefusal } from '../../../catalog';
import type { AccountId } from '../../domain/account';
import type { LedgerHead } from '../../domain/chain';
import type { Acceptance, AcceptanceReading, AcceptanceWants, Granted, JudgedGroup } from '../../domain/judging';
import type { PostingPlan } from '../../domain/posting';
import type { DraftRefusal, IdempotencyRefusal, LimitsOverrideForbidden, RequestTooLarge } from '../../domain/refusals';
import type { BatchId, Draft, TransactionId, TransactionRequest } from '../../domain/transaction';
import type { Lines } from '../line';
import type { AcceptanceStore, PostingStore } from '../ports';
import type { Decisions } from '../posting/decisions';
import type { Poster } from '../posting/poster';
import type { Decision } from '../reader';

/** The refusals of a request to post. Refusals by the attribute rules and by the catalog are returned unchanged. */
export type AcceptRefusal =
  DraftRefusal | IdempotencyRefusal | AttributeRefusal | ExpansionRefusal | LimitsOverrideForbidden | RequestTooLarge;

/** The transactions of one request; a single POST is a list of one. An item that could not be parsed is represented by its refusal. */
export interface Submission {
  readonly caller: Principal;
  readonly items: readonly Outcome<DraftRefusal, TransactionRequest>[];
  readonly batch: { readonly isAtomic: boolean } | null;
}

export interface AcceptedTransaction extends Granted {
  /** The decision, if the transaction was decided when it was accepted; null if it is pending, or if its decision must be read. */
  readonly decision: Decision | null;
}

export interface Acceptances {
  /** The id of the batch. If the batch has only replays, the batch id of the first replay that has one. */
  readonly batchId: BatchId | null;
  readonly results: readonly Outcome<AcceptRefusal, AcceptedTransaction>[];
}

/**
 * A settlement, release, extension or reversal that may be planned and written with the posts of a group. Its target is read before the
 * group is planned, so it can join only a group that is planned ahead; otherwise it takes its own turn.
 */
export interface Joining {
  readonly caller: Principal;
  readonly key: string | null;
  /** The transaction that the operation undoes or extends. */
  readonly targetId: TransactionId;
  readonly accountIds: readonly AccountId[];
  /** The head of the ledger when the target was read, or an earlier head. */
  readonly readAt: LedgerHead;
  /**
   * Drafts the operation's transactions; the last one is the transaction that the client requested. Undefined if the operation must take a
   * turn, which returns the reason.
   */
  readonly draft: (reading: AcceptanceReading, now: Date) => readonly Acceptance[] | undefined;
}

export interface MadeByJoining {
  readonly draft: Draft;
  readonly decision: Decision | null;
  /** The transaction's number in posting order; undefined if it is not posted. */
  readonly sequence: bigint | undefined;
}

export interface Joined {
  /** The transaction that the operation created; undefined if the operation must take a turn. */
  readonly made?: MadeByJoining;
  /** The error of an attempt whose commit is in doubt, if that attempt may have written the operation. */
  readonly doubt?: CommitInDoubt | undefined;
}

export interface JudgedRequests extends JudgedGroup<AcceptRefusal> {
  /** The acceptances of each operation; undefined for an operation that must take a turn. */
  readonly joined: readonly (readonly Acceptance[] | undefined)[];
}

/** The requests that are written together, in one database transaction. */
export interface Group {
  readonly wants: AcceptanceWants;
  /** The verdicts of the attribute rules on the requests. */
  readonly attributes: Judgement;
  /** Judges the requests by the facts that were read. If `mayJoin` is undefined, no operation joins. */
  readonly judge: (reading: AcceptanceReading, now: Date, mayJoin?: (joining: Joining) => boolean) => JudgedRequests;
}

export interface WrittenGroup extends JudgedRequests {
  /** The plan that was posted together with the acceptance; undefined if nothing was posted, or if the poster will post it. */
  readonly plan: PostingPlan | undefined;
}

export interface Attempt {
  readonly event: Event;
  /** The written group; undefined if nothing was written and the group must be written in a different mode. */
  readonly written?: WrittenGroup;
}

/** The number of accounts that may still be kept in memory, over all ledgers. */
export interface AccountsRoom {
  left: number;
  /** Drops the known state of all ledgers, when no room is left. */
  readonly forgetAll: () => void;
}

/**
 * The mode of writing a group. 'ahead': the group is accepted and posted in one write. Its plan continues the state that the earlier groups
 * will leave, without waiting for their commits; the store refuses it if the ledger's head has a different hash. 'under the lock': also one
 * write, but read and planned under the head's lock. 'queued': the group is only accepted, and new groups wait until the poster has caught
 * up. If the poster of this process does not run, every group is queued.
 */
export type Way = WriteMode;

/**
 * The result of an attempt. 'conflict': the head has moved, or a key was used meanwhile. 'busy': another writer holds the head. 'refused':
 * the database refused a plan that the ledger allowed. 'backlog': the group must only be accepted, because earlier work is pending. 'caught
 * up': no work that this writer accepted is pending any longer.
 */
export type Event = 'written' | 'conflict' | 'busy' | 'refused' | 'backlog' | 'caught up';

export interface WriteDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly acceptances: AcceptanceStore;
  readonly store: PostingStore;
  readonly clock: Clock;
  readonly log: Log;
  /** The poster of this process. If it does not run, another process posts the queue. */
  readonly poster: Pick<Poster, 'isRunning' | 'wake' | 'caughtUp'>;
  readonly decisions: Pick<Decisions, 'isAwaited' | 'tell'>;
  readonly observations: Pick<Observations, 'posted' | 'writeConflicted'>;
  readonly lines: Lines;
}
