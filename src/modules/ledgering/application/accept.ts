/**
 * POST /transactions and /transactions/batch: makes transactions durable. One database transaction serves all requests of
 * a ledger that are there at the time.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { Principal } from '../../../kernel/principal';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import { inSlices } from '../../../kernel/slices';
import type { AttributeMap, Attributes } from '../../attributes';
import type { Catalog, Expansion, ExpansionRefusal } from '../../catalog';
import { readEntries } from '../domain/draft';
import { postFormats } from '../domain/formats';
import type { PostingPlan } from '../domain/posting';
import type { PendingTransaction, TransactionRequest } from '../domain/transaction';
import { decisionsOf } from './decisions';
import { createSpeculation, type SpeculativeState } from './speculation';
import { groupCommit, type GroupCommit } from './group-commit';
import { judgeGroup, wantsOf, type Prepared } from './judge-group';
import { pendingOf } from './post-now';
import type { Acceptances, AcceptRefusal, Submission } from './submission';
import { createWideWork, wideFromEntries } from './wide-work';
import { writeGroup, type WriteDependencies } from './write-group';

export type Accept = (submission: Submission) => Promise<Acceptances>;

export interface AcceptDependencies extends WriteDependencies {
  readonly catalog: Catalog;
  readonly attributes: Attributes;
  /** Told after each commit that there is work for the poster, and what it is. */
  readonly wake: (ledgerId: LedgerId, accepted: readonly PendingTransaction[]) => void;
  /** Over when the poster of this process has caught up, or soon: nobody accepts faster than is posted. */
  readonly caughtUp: (ledgerId: LedgerId) => Promise<void>;
}

const maxGroupTransactions = 100;
const maxGroupsInFlight = 2;
/** Ledgers that something is kept of; beyond them those are forgotten in which nothing happened for longest. */
const maxKnownLedgers = 10_000;
/** Of one ledger. */
export const maxTransactionsInFlight = maxGroupTransactions * maxGroupsInFlight;

export const createAccept = (dependencies: AcceptDependencies): Accept => {
  const speculation = createSpeculation();
  const wide = createWideWork();
  const laneOf = ({ ledgerId, tenantId }: Principal): GroupCommit<Submission, Acceptances> =>
    groupCommit(
      { maxWeight: maxGroupTransactions, maxInFlight: maxGroupsInFlight },
      ({ items }) => items.length,
      ({ items }) => items.flatMap((item) => (refused(item) ? [] : item.right.idempotencyKey)),
      async (group) => {
        if (group.some(({ batch }) => batch)) wide.requireRoom(tenantId);
        const startedAt = performance.now();
        const prepared = await prepareGroup(dependencies, group);
        const accept = (): Promise<readonly Acceptances[]> =>
          acceptGroup(dependencies, ledgerId, speculation.of(ledgerId), group, prepared);
        return entriesOf(prepared) < wideFromEntries ? accept() : wide.inTurn(tenantId, startedAt, accept);
      },
    );
  /** Those used last stand last. */
  const lanes = new Map<LedgerId, Lane>();
  const evictIdle = (): void => {
    for (const [ledgerId, { waiting }] of lanes) {
      if (lanes.size <= maxKnownLedgers) return;
      if (waiting > 0) continue;
      lanes.delete(ledgerId);
      speculation.evict(ledgerId);
    }
  };
  return async (submission) => {
    const { ledgerId, tenantId } = submission.caller;
    const lane = lanes.get(ledgerId) ?? { commit: laneOf(submission.caller), waiting: 0 };
    lanes.delete(ledgerId);
    lanes.set(ledgerId, lane);
    if (lanes.size > maxKnownLedgers) evictIdle();
    lane.waiting += 1;
    try {
      return await (submission.batch ? wide.batch(tenantId, () => lane.commit(submission)) : lane.commit(submission));
    } finally {
      lane.waiting -= 1;
    }
  };
};

/** One for each ledger: its submissions that are there at once share a commit. */
interface Lane {
  readonly commit: GroupCommit<Submission, Acceptances>;
  /** Submissions that are not answered yet. */
  waiting: number;
}

const acceptGroup = async (
  dependencies: AcceptDependencies,
  ledgerId: LedgerId,
  speculation: SpeculativeState,
  group: readonly Submission[],
  prepared: readonly PreparedSubmission[],
): Promise<readonly Acceptances[]> => {
  const maps = prepared
    .flat()
    .map((item) => (refused(item) || refused(item.right.intent) ? null : item.right.intent.right.attributes));
  let isBehind = false;
  const { caller } = group[0] as Submission;
  const answers = await dependencies.attributes.admit(caller, maps, async (admitted, indexedKeys) => {
    const verdicts = admitted.map((verdict) => (refused(verdict) ? verdict : ok(pairsOf(verdict.right, indexedKeys))));
    const { answers, drafted, plan } = await writeGroup(dependencies, {
      ledgerId,
      denomination: caller.denomination,
      speculation,
      wants: wantsOf(prepared),
      judge: (reading, now) => judgeGroup(group, prepared, verdicts, reading, now),
    });
    const ids = new Set(drafted.map(({ draft }) => draft.id));
    if (drafted.length > 0 && !plan) {
      dependencies.wake(
        ledgerId,
        drafted.map((acceptance) => pendingOf(acceptance)),
      );
      isBehind = true;
    }
    return {
      answer: plan ? withDecisions(answers, plan) : answers,
      written: answers.flatMap(({ results }) => results.map((result) => !refused(result) && ids.has(result.right.id))),
    };
  });
  if (isBehind) await dependencies.caughtUp(ledgerId);
  return answers;
};

type PreparedSubmission = readonly Outcome<AcceptRefusal, Prepared>[];

const entriesOf = (prepared: readonly PreparedSubmission[]): number => {
  let entries = 0;
  for (const submission of prepared)
    for (const item of submission)
      if (!refused(item) && !refused(item.right.intent)) entries += item.right.intent.right.entries.length;
  return entries;
};

const withDecisions = (answers: readonly Acceptances[], plan: PostingPlan): readonly Acceptances[] => {
  const decisions = decisionsOf(plan);
  return answers.map(({ batchId, results }) => ({
    batchId,
    results: results.map((result) =>
      refused(result) ? result : ok({ ...result.right, decision: decisions.get(result.right.id) ?? null }),
    ),
  }));
};

/** The attributes by which a transaction is to be found. */
const pairsOf = (attributes: AttributeMap | null, keys: ReadonlySet<string>): AttributeMap | null => {
  if (keys.size === 0) return null;
  const pairs = Object.entries(attributes ?? {}).filter(([key]) => keys.has(key));
  return pairs.length > 0 ? Object.fromEntries(pairs) : null;
};

/** Expands transaction codes (one call for the whole group) and reads amounts, in slices. */
const prepareGroup = async (
  { catalog }: AcceptDependencies,
  group: readonly Submission[],
): Promise<readonly PreparedSubmission[]> => {
  const coded = group.flatMap(({ items }) =>
    items.flatMap((item) =>
      refused(item) || item.right.mode.kind !== 'code' ? [] : [{ layer: item.right.layer, ...item.right.mode }],
    ),
  );
  const caller = (group[0] as Submission).caller;
  const expansions = coded.length > 0 ? await catalog.expandMany(caller, coded) : [];
  const pause = inSlices();
  const prepared: Outcome<AcceptRefusal, Prepared>[][] = [];
  let next = 0;
  for (const { items, caller: ownCaller } of group) {
    const ofSubmission: Outcome<AcceptRefusal, Prepared>[] = [];
    for (const item of items) {
      const turn = pause();
      if (turn) await turn;
      const expansion = isCoded(item) ? expansions[next++] : undefined;
      ofSubmission.push(refused(item) ? item : prepare(item.right, expansion, ownCaller));
    }
    prepared.push(ofSubmission);
  }
  return prepared;
};

const isCoded = (item: Submission['items'][number]): boolean => !refused(item) && item.right.mode.kind === 'code';

const prepare = (
  request: TransactionRequest,
  expansion: Outcome<ExpansionRefusal, Expansion> | undefined,
  { denomination }: Principal,
): Outcome<AcceptRefusal, Prepared> => {
  const of = (intent: Prepared['intent']): Outcome<never, Prepared> =>
    ok({ request, fingerprint: postFormats.fingerprintOf(request), intent });
  if (request.mode.kind === 'entries') {
    const entries = readEntries(request.mode.entries, request.layer, denomination);
    if (refused(entries)) return entries;
    return of(
      ok({
        entries: entries.right,
        metadata: request.metadata,
        // Judged by the attribute catalog before anything is drafted.
        attributes: request.attributes as AttributeMap | null,
        transactionCode: null,
        transactionCodeVersion: null,
      }),
    );
  }
  if (!expansion) throw new Error('the catalog answered fewer expansions than it was asked for');
  if (refused(expansion)) return of(expansion);
  const { code, version, entries, attributes, metadata } = expansion.right;
  return of(
    ok({
      entries: entries.map((entry) => ({
        ...entry,
        account: 'code' in entry.account ? entry.account : { id: entry.account.id as never },
      })),
      metadata: metadata || request.metadata ? { ...metadata, ...request.metadata } : null,
      attributes: merged(attributes, request.attributes as AttributeMap | null),
      transactionCode: code,
      transactionCodeVersion: version,
    }),
  );
};

/** The request's own attributes win over those of the template. */
const merged = (template: AttributeMap, own: AttributeMap | null): AttributeMap | null =>
  own === null && Object.keys(template).length === 0 ? null : { ...template, ...own };
