/**
 * POST /transactions and /transactions/batch: stores transactions durably. Requests that wait for one ledger form a group, which one
 * database transaction serves. Operations may join the group (operations/joining).
 */
import { evictingMap } from '../../../../kernel/running/evicting-map';
import { groupCommit, type GroupCommit, type GroupLimits } from '../../../../kernel/running/group-commit';
import type { LedgerId } from '../../../../kernel/ids';
import { judgedAnew } from '../../../../kernel/running/optimistic';
import { CommitInDoubt, ok, refused } from '../../../../kernel/refusal';
import { indexedOf, type Attributes, type Judgement } from '../../../attributes';
import type { Catalog } from '../../../catalog';
import { hasNoKeyInUse, judgeGroup, wantsOf, type Acceptance, type AcceptanceReading } from '../../domain/judging';
import { decisionsOf, sequenceIn, type PostingPlan } from '../../domain/posting';
import { attributesOf, isOutdated, isStale, prepareGroup, requireFacts, type PreparedGroup } from '../guesses';
import { LedgerWriter } from './ledger-writer';
import type {
  Acceptances,
  AccountsRoom,
  Joined,
  Joining,
  JudgedRequests,
  Submission,
  WriteDependencies,
  WrittenGroup,
} from './submission';

export interface Accepting {
  readonly accept: (submission: Submission) => Promise<Acceptances>;
  /** Whether operations can join the next group of posts of the ledger. */
  readonly takesAlong: (ledgerId: LedgerId) => boolean;
  /**
   * Plans and writes an operation with the next group of posts. If the group cannot include the operation, the operation must take a turn.
   */
  readonly join: (joining: Joining) => Promise<Joined>;
}

export interface AcceptDependencies extends WriteDependencies {
  readonly catalog: Catalog;
  readonly attributes: Attributes;
}

/** The maximum number of ledgers that have a writer in memory. */
const maxKnownLedgers = 10_000;
/** The maximum number of accounts in memory over all ledgers. If it is exceeded, the known state of all ledgers is dropped. */
const maxKnownAccounts = 40_000;

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

type LineItem = Submission | Joining;
type LineAnswer = Acceptances | Joined;
type Line = GroupCommit<LineItem, LineAnswer>;

export const createAccept = (dependencies: AcceptDependencies): Accepting => {
  const { unitOfWork, clock } = dependencies;
  /**
   * Operations that a commit in doubt may have written. They do not join again: with a key, each takes a turn, which finds out whether it was
   * written; without a key, the caller is told that the result is not known.
   */
  const inDoubt = new WeakMap<Joining, CommitInDoubt>();
  const acceptTogether = async (writer: LedgerWriter, group: readonly LineItem[]): Promise<readonly LineAnswer[]> => {
    const posts = group.filter((one) => !isJoining(one)) as readonly Submission[];
    const joining = group.filter((one) => isJoining(one)).filter((one) => !inDoubt.has(one));
    const planned = new Set<Joining>();
    try {
      const { answers, joined, plan } = await write(dependencies, writer, group, posts, { joining, planned });
      const decisions = plan ? decisionsOf(plan) : noDecisions;
      const [nextAnswer, nextJoined] = [answers.values(), joined.values()];
      return group.map((one): LineAnswer => {
        if (!isJoining(one)) return answered(nextAnswer.next().value as Judged, decisions);
        return inDoubt.has(one) ? { doubt: inDoubt.get(one) } : joinedBy(nextJoined.next().value, plan, decisions);
      });
    } catch (fault) {
      if (fault instanceof CommitInDoubt) for (const one of planned) inDoubt.set(one, fault);
      throw fault;
    }
  };
  const room: AccountsRoom = {
    left: maxKnownAccounts,
    forgetAll: () => ledgers.values().forEach(({ writer }) => writer.forget()),
  };
  const ledgers = evictingMap<LedgerId, { readonly writer: LedgerWriter; readonly line: Line }>(
    maxKnownLedgers,
    (ledgerId) => {
      const writer = new LedgerWriter(dependencies, ledgerId, room);
      const line: Line = groupCommit(
        unitOfWork.isCostly ? groupedWhereCostly : grouped,
        weightOf,
        keysOf,
        (group) => acceptTogether(writer, group),
        clock,
        // A second run leaves out operations that the first may have written, so for them it is no replay, but also no second write.
        { isReplay: () => true, isClear: (answer) => !('results' in answer) || hasNoKeyInUse(answer) },
      );
      return { writer, line };
    },
    ({ writer }) => writer.forget(),
  );
  dependencies.lines.keptBy((ledgerId) => ledgers.find(ledgerId)?.writer);
  return {
    accept: (submission) =>
      ledgers.use(submission.caller.ledgerId, ({ line }) => line(submission) as Promise<Acceptances>),
    takesAlong: (ledgerId) => ledgers.find(ledgerId)?.writer.takesAlong ?? false,
    join: (joining) =>
      ledgers.use(joining.caller.ledgerId, async ({ writer, line }) =>
        writer.takesAlong && writer.mayJoin(joining) ? ((await line(joining)) as Joined) : {},
      ),
  };
};

const isJoining = (one: LineItem): one is Joining => 'draft' in one;

/** The operations that may join a group. */
interface Operations {
  readonly joining: readonly Joining[];
  /** Those of them that the latest attempt at the group writes. */
  readonly planned: Set<Joining>;
}

/**
 * Prepares and writes a group. If a transaction code has changed since it was expanded, the group is prepared again; if the attribute rules
 * have changed, its attributes are judged again.
 */
const write = (
  { catalog, attributes }: AcceptDependencies,
  writer: LedgerWriter,
  [first]: readonly LineItem[],
  posts: readonly Submission[],
  { joining, planned }: Operations,
): Promise<WrittenGroup> => {
  const writeJudged = (prepared: readonly PreparedGroup[], judgement: Judgement): Promise<WrittenGroup> => {
    const indexed = judgement.verdicts.map((verdict) =>
      refused(verdict) || verdict.right === null ? verdict : ok(indexedOf(verdict.right, judgement.indexedKeys)),
    );
    return writer.write({
      wants: wantsOf(prepared),
      attributes: judgement,
      judge: (reading, now, mayJoin = noneJoins) => {
        requireFacts(prepared, reading.facts);
        const judged = judgeGroup(prepared, indexed, reading, now);
        const joined = draftJoining(judged.drafted, joining, mayJoin, reading, now);
        planned.clear();
        for (const [index, one] of joining.entries()) if (joined[index]) planned.add(one);
        const { answers, drafted, isAllNew } = judged;
        const all = joined.length === 0 ? drafted : [...drafted, ...joined.flatMap((made) => made ?? [])];
        return { answers, drafted: all, isAllNew, joined };
      },
    });
  };
  return judgedAnew(
    () => prepareGroup(catalog, posts),
    (prepared) =>
      judgedAnew(
        (stale: Judgement | undefined) => attributes.judge((first as LineItem).caller, attributesOf(prepared), stale),
        (judgement) => writeJudged(prepared, judgement),
        isStale,
      ),
    isOutdated,
  );
};

const noneJoins = (): boolean => false;

/**
 * Drafts the operations that join the group, each separately. An operation must take a turn instead if it may not join, if it is refused,
 * or if the group already has its key or its target: a plan can undo a transaction only once.
 */
const draftJoining = (
  drafted: readonly Acceptance[],
  joining: readonly Joining[],
  mayJoin: (joining: Joining) => boolean,
  reading: AcceptanceReading,
  now: Date,
): JudgedRequests['joined'] => {
  if (joining.length === 0) return [];
  const names = new Set<string | null>(drafted.map(({ draft }) => draft.idempotencyKey));
  return joining.map((one): readonly Acceptance[] | undefined => {
    const itsNames = [...keysOf(one), one.targetId];
    if (itsNames.some((name) => names.has(name)) || !mayJoin(one)) return undefined;
    const made = one.draft(reading, now);
    if (made) for (const name of itsNames) names.add(name);
    return made;
  });
};

type Judged = WrittenGroup['answers'][number];
type Decisions = ReturnType<typeof decisionsOf>;
const noDecisions: Decisions = new Map();

/** Returns the answers to a request. A transaction that was posted when it was accepted has its decision. */
const answered = ({ batchId, results }: Judged, decisions: Decisions): Acceptances => ({
  batchId,
  results: results.map((result) => {
    if (refused(result)) return result;
    const { id, idempotencyKey, correlationId, batchId: itsBatchId, replayed } = result.right;
    const decision = decisions.get(id) ?? null;
    return ok({ id, idempotencyKey, correlationId, batchId: itsBatchId, replayed, decision });
  }),
});

/** Returns the answer to an operation that joined, from the plan that was written. */
const joinedBy = (
  made: readonly Acceptance[] | undefined,
  plan: PostingPlan | undefined,
  decisions: Decisions,
): Joined => {
  const draft = made?.at(-1)?.draft;
  if (!draft) return {};
  return { made: { draft, decision: decisions.get(draft.id) ?? null, sequence: plan && sequenceIn(plan, draft.id) } };
};

/** The number of entries of an ordinary transaction. */
const usualEntries = 4;

/**
 * The weight of an item with a transaction code in a batch. The code has not been expanded yet, and may have a hundred entries or long
 * texts.
 */
const codedWeight = 10;

/**
 * Returns the weight of a request in a group. An ordinary transaction of at most four entries has the weight 1, and so has a single
 * transaction with a code. In a batch each transaction with a code has the weight 10: otherwise ten such batches in one group would occupy
 * the event loop for a tenth of a second.
 */
export const weightOf = (one: LineItem): number => {
  if (isJoining(one)) return 1;
  const ofCode = one.items.length > 1 ? codedWeight : 1;
  let weight = 0;
  for (const item of one.items)
    if (refused(item)) weight += 1;
    else if (item.right.mode.kind === 'code') weight += ofCode;
    else weight += Math.max(1, item.right.mode.entries.length / usualEntries);
  return weight;
};

const keysOf = (one: LineItem): readonly string[] => {
  if (isJoining(one)) return one.key === null ? [] : [one.key];
  return one.items.flatMap((item) => (refused(item) ? [] : item.right.idempotencyKey));
};
