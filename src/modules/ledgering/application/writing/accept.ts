/**
 * POST /transactions and /transactions/batch: makes transactions durable. One database transaction serves all requests of
 * a ledger that are there at the time.
 */
import { evictingMap } from '../../../../kernel/running/evicting-map';
import type { LedgerId } from '../../../../kernel/ids';
import { judgedAnew } from '../../../../kernel/running/optimistic';
import { ok, refused } from '../../../../kernel/refusal';
import { indexedOf, type Attributes, type Judgement } from '../../../attributes';
import type { Catalog } from '../../../catalog';
import { judgeGroup, wantsOf, type Granted, type JudgedSubmission } from '../../domain/judging';
import { decisionsOf } from '../../domain/posting';
import { isStale } from '../attribute-rules';
import { isOutdated, requireFacts } from '../guesses';
import { LedgerWriter, type WriteDependencies } from './ledger-writer';
import { attributesOf, prepareGroup, type PreparedGroup } from './prepare';
import type {
  Acceptances,
  AcceptedTransaction,
  AccountsRoom,
  AcceptRefusal,
  Submission,
  WrittenGroup,
} from './submission';

export type Accept = (submission: Submission) => Promise<Acceptances>;

export interface AcceptDependencies extends WriteDependencies {
  readonly catalog: Catalog;
  readonly attributes: Attributes;
}

/** Ledgers of which a writer is kept. */
const maxKnownLedgers = 10_000;
/** The accounts that are remembered over all ledgers. Beyond that, all knowledge of ledgers is dropped. */
const maxKnownAccounts = 40_000;

export const createAccept = (dependencies: AcceptDependencies): Accept => {
  const acceptTogether = (writer: LedgerWriter, group: readonly Submission[]): Promise<readonly Acceptances[]> =>
    // Anew where a transaction code has changed since it was expanded.
    judgedAnew(
      () => prepareGroup(dependencies.catalog, group),
      (prepared) => acceptGroup(dependencies, writer, group, prepared),
      isOutdated,
    );
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
  return (submission) => writers.use(submission.caller.ledgerId, (writer) => writer.submit(submission));
};

const acceptGroup = async (
  { attributes }: AcceptDependencies,
  writer: LedgerWriter,
  group: readonly Submission[],
  prepared: readonly PreparedGroup[],
): Promise<readonly Acceptances[]> => {
  const { caller } = group[0] as Submission;
  const maps = attributesOf(prepared);
  const wants = wantsOf(prepared);
  const write = async (judgement: Judgement): Promise<readonly Acceptances[]> => {
    const indexed = judgement.verdicts.map((verdict) =>
      refused(verdict) || verdict.right === null ? verdict : ok(indexedOf(verdict.right, judgement.indexedKeys)),
    );
    const written = await writer.write({
      wants,
      attributes: judgement,
      judge: (reading, now) => {
        requireFacts(prepared, reading.facts);
        return judgeGroup(prepared, indexed, reading, now);
      },
    });
    return answersOf(written);
  };
  return judgedAnew((stale) => attributes.judge(caller, maps, stale), write, isStale);
};

/** The answers, with the decision on each transaction that was posted together with its acceptance. */
const answersOf = ({ answers, plan }: WrittenGroup): readonly Acceptances[] => {
  const decisions = plan ? decisionsOf(plan) : noDecisions;
  return answers.map(({ batchId, results }: JudgedSubmission<AcceptRefusal>) => ({
    batchId,
    results: results.map((result) => (refused(result) ? result : ok(accepted(result.right, decisions)))),
  }));
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
