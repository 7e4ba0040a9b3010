/**
 * POST /transactions and /transactions/batch: stores transactions durably. One database transaction serves all requests of a ledger that
 * are waiting when it begins.
 */
import { evictingMap } from '../../../../kernel/running/evicting-map';
import type { LedgerId } from '../../../../kernel/ids';
import { judgedAnew } from '../../../../kernel/running/optimistic';
import type { Principal } from '../../../../kernel/principal';
import { CommitInDoubt, ok, refused } from '../../../../kernel/refusal';
import { indexedOf, type Attributes, type Judgement } from '../../../attributes';
import type { Catalog } from '../../../catalog';
import { judgeGroup, wantsOf, type Granted, type JudgedSubmission } from '../../domain/judging';
import { decisionsOf } from '../../domain/posting';
import { isStale } from '../attribute-rules';
import { isOutdated, requireFacts } from '../guesses';
import { isJoining, joinedBy, withJoining, type LineAnswer, type LineItem, type WriteDependencies } from './gathering';
import { LedgerWriter } from './ledger-writer';
import { attributesOf, prepareGroup, type PreparedGroup } from './prepare';
import type {
  Acceptances,
  AcceptedTransaction,
  AccountsRoom,
  AcceptRefusal,
  Joined,
  Joining,
  Submission,
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

export const createAccept = (dependencies: AcceptDependencies): Accepting => {
  /**
   * Operations that a commit in doubt may have written. They do not join again: with a key, each takes a turn, which finds out whether it was
   * written; without a key, the caller receives the doubt.
   */
  const inDoubt = new WeakMap<Joining, CommitInDoubt>();
  const acceptTogether = async (writer: LedgerWriter, group: readonly LineItem[]): Promise<readonly LineAnswer[]> => {
    const posts = group.filter((one) => !isJoining(one)) as readonly Submission[];
    const joining = group.filter((one) => isJoining(one)).filter((one) => !inDoubt.has(one));
    const planned = new Set<Joining>();
    try {
      // If a transaction code has changed since it was expanded, the group is prepared and written again.
      const { answers, joined } = await judgedAnew(
        () => prepareGroup(dependencies.catalog, posts),
        (prepared) =>
          acceptGroup(dependencies, writer, prepared, { joining, planned }, (group[0] as Submission).caller),
        isOutdated,
      );
      const [nextPost, nextJoined] = [answers.values(), joined.values()];
      return group.map((one): LineAnswer => {
        if (!isJoining(one)) return nextPost.next().value as Acceptances;
        return inDoubt.has(one) ? { doubt: inDoubt.get(one) } : (nextJoined.next().value as Joined);
      });
    } catch (fault) {
      if (fault instanceof CommitInDoubt) for (const one of planned) inDoubt.set(one, fault);
      throw fault;
    }
  };
  const room: AccountsRoom = {
    left: maxKnownAccounts,
    forgetAll: () => writers.values().forEach((writer) => writer.forget()),
  };
  const writers = evictingMap<LedgerId, LedgerWriter>(
    maxKnownLedgers,
    (ledgerId) => new LedgerWriter(dependencies, ledgerId, acceptTogether, room),
    (writer) => writer.forget(),
  );
  dependencies.lines.keptBy((ledgerId) => writers.find(ledgerId));
  return {
    accept: (submission) => writers.use(submission.caller.ledgerId, (writer) => writer.submit(submission)),
    takesAlong: (ledgerId) => writers.find(ledgerId)?.takesAlong ?? false,
    join: (joining) => writers.use(joining.caller.ledgerId, (writer) => writer.join(joining)),
  };
};

/** The answers to the posts of a group, and the answers to its operations, each list in order. */
interface Answers {
  readonly answers: readonly Acceptances[];
  readonly joined: readonly Joined[];
}

const noneJoins = (): boolean => false;

/** The operations that may join a group. */
interface Operations {
  readonly joining: readonly Joining[];
  /** Those of them that the latest attempt at the group writes. */
  readonly planned: Set<Joining>;
}

const acceptGroup = async (
  { attributes }: AcceptDependencies,
  writer: LedgerWriter,
  prepared: readonly PreparedGroup[],
  { joining, planned }: Operations,
  caller: Principal,
): Promise<Answers> => {
  const maps = attributesOf(prepared);
  const wants = wantsOf(prepared);
  const write = async (judgement: Judgement): Promise<Answers> => {
    const indexed = judgement.verdicts.map((verdict) =>
      refused(verdict) || verdict.right === null ? verdict : ok(indexedOf(verdict.right, judgement.indexedKeys)),
    );
    const written = await writer.write({
      wants,
      attributes: judgement,
      judge: (reading, now, mayJoin = noneJoins) => {
        requireFacts(prepared, reading.facts);
        const judged = withJoining(judgeGroup(prepared, indexed, reading, now), joining, mayJoin, reading, now);
        planned.clear();
        for (const [index, one] of joining.entries()) if (judged.joined[index]) planned.add(one);
        return judged;
      },
    });
    return answersOf(written);
  };
  return judgedAnew((stale) => attributes.judge(caller, maps, stale), write, isStale);
};

/** Returns the answers. A transaction that was posted when it was accepted has its decision. */
const answersOf = ({ answers, joined, plan }: WrittenGroup): Answers => {
  const decisions = plan ? decisionsOf(plan) : noDecisions;
  return {
    answers: answers.map(({ batchId, results }: JudgedSubmission<AcceptRefusal>) => ({
      batchId,
      results: results.map((result) => (refused(result) ? result : ok(accepted(result.right, decisions)))),
    })),
    joined: joined.map((made) => joinedBy(made, plan, decisions)),
  };
};

const accepted = (
  { id, idempotencyKey, correlationId, batchId, replayed }: Granted,
  decisions: ReturnType<typeof decisionsOf>,
): AcceptedTransaction => ({
  id,
  idempotencyKey,
  correlationId,
  batchId,
  replayed,
  decision: decisions.get(id) ?? null,
});

const noDecisions: ReturnType<typeof decisionsOf> = new Map();
