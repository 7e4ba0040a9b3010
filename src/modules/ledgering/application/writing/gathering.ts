/** Combines the requests of one ledger into groups, and adds operations to the posts of a group. */
import type { Clock } from '../../../../kernel/clock';
import { groupCommit, type GroupCommit, type GroupLimits } from '../../../../kernel/running/group-commit';
import type { Observations } from '../../../../kernel/observations';
import type { Log } from '../../../../kernel/tokens';
import type { UnitOfWork } from '../../../../kernel/unit-of-work';
import { hasNoKeyInUse, type Acceptance, type AcceptanceReading, type JudgedGroup } from '../../domain/judging';
import { sequenceIn, type decisionsOf, type PostingPlan } from '../../domain/posting';
import type { Lines } from '../line';
import type { AcceptanceStore, PostingStore } from '../ports';
import type { Decisions } from '../posting/decisions';
import type { Poster } from '../posting/poster';
import { keysOf, weightOf } from './prepare';
import type { Acceptances, AcceptRefusal, Joined, Joining, JudgedRequests, Submission } from './submission';

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

/**
 * The weight at which a group is sent without waiting for more requests. With 100 transactions, the fixed cost of a database transaction is
 * less than a fifth of the total.
 */
const worthSending = 100;
const maxGroupsInFlight = 2;
const grouped: GroupLimits = { maxWeight: 200, worthSending, maxInFlight: maxGroupsInFlight, pauseShare: 0 };
/**
 * The limits on groups if each database transaction is expensive: larger groups, one at a time. Half as many groups of twice the size take
 * half the time.
 */
const groupedWhereCostly: GroupLimits = { ...grouped, maxInFlight: 1, pauseShare: 0.25 };
/** The number of single transactions that keep one ledger busy: one full group is being written, and the next full group is ready. */
export const maxTransactionsInFlight = worthSending * maxGroupsInFlight;

export type LineItem = Submission | Joining;
export type LineAnswer = Acceptances | Joined;

export const gathered = (
  { unitOfWork, clock }: Pick<WriteDependencies, 'unitOfWork' | 'clock'>,
  run: (group: readonly LineItem[]) => Promise<readonly LineAnswer[]>,
): GroupCommit<LineItem, LineAnswer> =>
  groupCommit<LineItem, LineAnswer>(
    unitOfWork.isCostly ? groupedWhereCostly : grouped,
    (one) => (isJoining(one) ? 1 : weightOf(one)),
    (one) => (isJoining(one) ? keysOfJoining(one) : keysOf(one)),
    run,
    clock,
    // A second run leaves out operations that the first may have written (`accept`), so for them it is no replay, but also no second write.
    { isReplay: () => true, isClear: (answer) => !('results' in answer) || hasNoKeyInUse(answer) },
  );

export const isJoining = (one: Submission | Joining): one is Joining => 'draft' in one;

const keysOfJoining = ({ key }: Joining): readonly string[] => (key === null ? [] : [key]);

/**
 * Drafts the operations that join the group, each separately. An operation must take a turn instead if it may not join, if it is refused,
 * or if the group already has its key or its target: a plan can undo a transaction only once.
 */
export const withJoining = (
  { answers, drafted, isAllNew }: JudgedGroup<AcceptRefusal>,
  joining: readonly Joining[],
  mayJoin: (joining: Joining) => boolean,
  reading: AcceptanceReading,
  now: Date,
): JudgedRequests => {
  if (joining.length === 0) return { answers, drafted, isAllNew, joined: [] };
  const names = new Set<string | null>(drafted.map(({ draft }) => draft.idempotencyKey));
  const joined = joining.map((one): readonly Acceptance[] | undefined => {
    const itsNames = [...keysOfJoining(one), one.targetId];
    if (itsNames.some((name) => names.has(name)) || !mayJoin(one)) return undefined;
    const made = one.draft(reading, now);
    if (made) for (const name of itsNames) names.add(name);
    return made;
  });
  return { answers, drafted: [...drafted, ...joined.flatMap((made) => made ?? [])], isAllNew, joined };
};

/** Returns the answer to an operation that joined, from the plan that was written. */
export const joinedBy = (
  made: readonly Acceptance[] | undefined,
  plan: PostingPlan | undefined,
  decisions: ReturnType<typeof decisionsOf>,
): Joined => {
  const draft = made?.at(-1)?.draft;
  if (!draft) return {};
  return { made: { draft, decision: decisions.get(draft.id) ?? null, sequence: plan && sequenceIn(plan, draft.id) } };
};
