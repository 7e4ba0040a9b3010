/**
 * Runs operations on a ledger in one turn: settlements, releases, reversals, and posts in a mixed batch or as a dry run. Each item succeeds
 * or fails separately; an atomic batch succeeds or fails as a whole. One database transaction contains all steps; each step is one plan and
 * one write. A dry run does the same and is rolled back.
 */
import { nextTurn } from '../../../../kernel/running/event-loop';
import { newId, type LedgerId } from '../../../../kernel/ids';
import { judgedAnew } from '../../../../kernel/running/optimistic';
import { ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { Day } from '../../../../kernel/time';
import { dayIn } from '../../../../kernel/time-zone';
import type { Tx } from '../../../../kernel/unit-of-work';
import { indexedOf, type Attributes, type Judgement } from '../../../attributes';
import type { Catalog } from '../../../catalog';
import { earlierBatchOf, pendingOf, type AcceptanceReading } from '../../domain/judging';
import type { PostingFacts } from '../../domain/books';
import { whyTooLarge } from '../../domain/draft';
import { decisionsOf, planPosting, sequenceIn, touchedBy, type PostingPlan, type Touched } from '../../domain/posting';
import type { PostingFailure } from '../../domain/refusals';
import { refusalOfReversal } from '../../domain/reversal';
import type { PendingTransaction, TransactionRequest } from '../../domain/transaction';
import type { DecidedTransactions } from '../../domain/undoing';
import {
  declareKeys,
  holdRules,
  isOutdated,
  isStale,
  prepareGroup,
  requireFacts,
  requireIndexed,
  type PreparedGroup,
} from '../guesses';
import { WriteConflict, type PostingStore } from '../ports';
import { readRehearsed } from '../rehearsal';
import { type RehearsalReader } from '../rehearsal-reader';
import { inTurn, type Turn, type TurnDependencies } from '../turn';
import {
  attributesOf,
  createDrafting,
  inheritedBy,
  madeBy,
  readyOf,
  rowOfMade,
  type Drafted,
  type Drafting,
  type DraftingFacts,
  type Ready,
  type Verdict,
} from './drafting';
import type { OperationRefusal, OperationsRequest, Perform, Performed } from './operation';
import { stepsOf, targetsOf, wantsOfItems, type Item } from './steps';

export interface PerformDependencies extends TurnDependencies {
  readonly catalog: Catalog;
  readonly attributes: Pick<Attributes, 'judge'>;
  readonly rehearsals: RehearsalReader;
}

type Result = Performed['results'][number];

export const createPerform =
  (dependencies: PerformDependencies): Perform =>
  async (request) => {
    const { attributes, catalog } = dependencies;
    const posts = [{ ...request, items: postsOf(request) }];
    const prepare = async (): Promise<PreparedGroup> => (await prepareGroup(catalog, posts))[0] as PreparedGroup;
    const perform = (prepared: PreparedGroup): Promise<Performed> => {
      const items = readyItems(request, prepared);
      const maps = items.map((item) => (refused(item) ? null : attributesOf(item.right)));
      return judgedAnew(
        (stale: Judgement | undefined) => attributes.judge(request.caller, maps, stale),
        (judgement) => performJudged(dependencies, request, items, prepared, judgement),
        (fault) => isStale(fault) || fault instanceof WriteConflict,
      );
    };
    // If a transaction code has changed since it was expanded, the request is prepared and performed again.
    return judgedAnew(prepare, perform, isOutdated);
  };

const postsOf = ({ items }: OperationsRequest): readonly Outcome<never, TransactionRequest>[] =>
  items.flatMap((item) => (!refused(item) && item.right.kind === 'post' ? [ok(item.right.request)] : []));

const readyItems = ({ items, caller }: OperationsRequest, prepared: PreparedGroup): readonly Item[] => {
  let next = 0;
  const tooLarge = prepared.items.find((item) => refused(item) && item.left.kind === 'RequestTooLarge');
  if (tooLarge && refused(tooLarge)) return items.map(() => tooLarge);
  return items.map((item): Item => {
    if (refused(item)) return item;
    if (item.right.kind === 'reverse' && !caller.scopes.has('undo'))
      return refuse({ kind: 'ScopeMissing', scope: 'undo' });
    if (item.right.kind !== 'post') return readyOf(item.right, caller);
    const post = prepared.items[next++];
    if (!post) throw new Error('fewer posts were prepared than there are');
    return refused(post) ? post : ok({ kind: 'post', post: post.right });
  });
};

/** The outcome that ends a turn without writing anything, because one item of an atomic batch was refused. */
interface Rejected {
  readonly kind: 'Rejected';
  readonly results: readonly Result[];
}

const performJudged = async (
  dependencies: PerformDependencies,
  request: OperationsRequest,
  items: readonly Item[],
  prepared: PreparedGroup,
  judgement: Judgement,
): Promise<Performed> => {
  const { caller, isDryRun } = request;
  const batch = request.batch && { id: newId<'batch'>(), isAtomic: request.batch.isAtomic };
  const { acceptances, store } = dependencies;
  let asked: Asked | undefined;
  const [firstStep = []] = stepsOf(items);
  const ask = (tx: Tx): void => {
    asked = {
      reading: acceptances.readAcceptance(tx, caller.ledgerId, wantsOfItems(items)),
      decided: decidedOf(store, tx, caller.ledgerId, firstStep),
    };
    // If the lock of the head fails, nothing awaits these reads. Their errors must not become unhandled rejections.
    for (const reading of Object.values(asked)) reading.catch(() => undefined);
  };
  const done = await inTurn<Rejected, Performed>(
    dependencies,
    caller.ledgerId,
    async (turn) => {
      if (!asked) throw new Error('a turn asks before it works');
      const reading = await asked.reading;
      requireFacts([prepared], reading.facts);
      const drafting = createDrafting({ caller, batch, reading, now: turn.now });
      const results: Result[] = [];
      const plans: PostingPlan[] = [];
      const isAtomic = batch?.isAtomic ?? false;
      const isLost = (): boolean => isAtomic && results.some(refused);
      const isTogether = isAtomic && items.every((item) => refused(item) || item.right.kind === 'post');
      let at: Turn = turn;
      let entries = 0;
      for (const step of isTogether ? [items] : stepsOf(items)) {
        if (results.length > 0) await nextTurn();
        const verdicts = judgement.verdicts.slice(results.length);
        const isOnly = step.length === items.length && !isDryRun;
        const decided = results.length === 0 ? asked.decided : undefined;
        const work: StepWork = { items: step, verdicts, decided, isLost: isLost(), isTogether, isOnly };
        const { results: itsResults, plan } = await takeStep(dependencies, request, drafting, at, work, judgement);
        results.push(...itsResults);
        if (!plan) continue;
        for (const { transaction } of [...plan.posted, ...plan.failed]) entries += transaction.entries.length;
        const tooLarge = whyTooLarge(entries);
        if (tooLarge) return refuse({ kind: 'Rejected', results: items.map(() => refuse(tooLarge)) });
        plans.push(plan);
        at = turn.follows(plan);
      }
      if (isLost()) return refuse({ kind: 'Rejected', results });
      const made = results.flatMap((result) => (refused(result) ? [] : [result.right]));
      const batchId = batch && (earlierBatchOf(made) ?? batch.id);
      // Two items with the same idempotency key create one transaction.
      const ids = [...new Set(made.map(({ id }) => id))];
      const today = dayIn(caller.timeZone, turn.now);
      const rehearsed = isDryRun
        ? await readRehearsed(dependencies.rehearsals, turn.tx, caller.ledgerId, plans, ids, today)
        : null;
      return ok({ batchId, results, rehearsed });
    },
    { hold: (tx) => holdRules(acceptances, tx, judgement), ask, isTakenBack: isDryRun },
  );
  return refused(done) ? { batchId: null, results: done.left.results, rehearsed: null } : done.right;
};

/** The reads that a turn sends in one packet with the lock of the head. */
interface Asked {
  readonly reading: Promise<AcceptanceReading>;
  /** The transactions that the first step settles, releases, extends or reverses. */
  readonly decided: Promise<DecidedTransactions>;
}

interface Step {
  readonly results: readonly Result[];
  /** The plan that was written; undefined if nothing was written. */
  readonly plan: PostingPlan | undefined;
}

interface StepWork {
  readonly items: readonly Item[];
  /** The verdicts on the attributes of the items. */
  readonly verdicts: Judgement['verdicts'];
  /** True if an earlier step has already failed the atomic batch. This step then judges its items and writes nothing. */
  readonly isLost: boolean;
  /** The transactions that the items settle, release, extend or reverse; undefined if they were not read together with the lock. */
  readonly decided: Promise<DecidedTransactions> | undefined;
  /** True if this is the only step of a real write. Its statement is then sent together with the commit. */
  readonly isOnly: boolean;
  /** True for an atomic batch that has only posts. The store keeps it as one batch, which posts or fails as a whole. */
  readonly isTogether: boolean;
}

type Draft = Outcome<OperationRefusal, Drafted>;

/** Drafts and plans the items of a step, leaves out the items that the ledger refuses, and writes the others. */
const takeStep = async (
  dependencies: PerformDependencies,
  { caller, batch }: OperationsRequest,
  drafting: Drafting,
  { tx, head, now }: Turn,
  { items, verdicts, decided: asked, isLost, isTogether, isOnly }: StepWork,
  judgement: Judgement,
): Promise<Step> => {
  const { store } = dependencies;
  const { ledgerId } = caller;
  const factsOf = (touched: Touched): Promise<PostingFacts> => store.readPostingFacts(tx, ledgerId, touched);
  const targets = targetsOf(items);
  const decided = await (asked ?? decidedOf(store, tx, ledgerId, items));
  const originals = touchedBy([...decided.values()].map(({ posting }) => posting));
  const undone = {
    ...originals,
    days: [...new Set([...originals.days, ...items.flatMap(dateIn), dayIn(caller.timeZone, now)])],
  };
  const factsOfUndone = targets.length > 0 ? await factsOf(undone) : undefined;
  for (const item of items) if (!refused(item)) requireIndexed(judgement, inheritedBy(item.right, decided));
  const toIndexed: Verdict['indexedOf'] = (attributes) => indexedOf(attributes, judgement.indexedKeys);
  const drafts = items.map((item, index): Draft => {
    if (refused(item)) return item;
    const attributes = verdicts[index] ?? ok(null);
    return drafting.draft(item.right, { attributes, indexedOf: toIndexed }, decided, factsOfUndone ?? nothingUndone);
  });
  const pending = pendingOfDrafts(drafts, isTogether);
  if (pending.length === 0) return { results: drafts.map(resultOf), plan: undefined };
  const touched = touchedBy(pending);
  const isRead = targets.length === items.length && touched.days.every((day) => undone.days.includes(day));
  const facts = factsOfUndone && isRead ? factsOfUndone : await factsOf(touched);
  const wanted = planPosting(pending, facts, head, now);
  const failures = new Map(wanted.failed.map(({ transaction: { id }, failure }) => [id, failure]));
  const kept = drafts.map((draft, index): Draft => {
    const item = items[index];
    if (refused(draft) || item === undefined || refused(item)) return draft;
    const failed = draft.right.acceptances.find(({ draft: { id } }) => failures.has(id));
    const failure = failed && failures.get(failed.draft.id);
    // A post that fails is stored as a failed transaction. Any other operation that fails leaves no row.
    if (!failure || (item.right.kind === 'post' && (isTogether || !batch?.isAtomic))) return draft;
    drafting.forget(draft.right);
    return refuse(refusalOf(failure, item.right));
  });
  const accepted = kept.flatMap((draft) => (refused(draft) ? [] : draft.right.acceptances));
  if (accepted.length === 0 || isLost || (batch?.isAtomic && kept.some(refused)))
    return { results: kept.map(resultOf), plan: undefined };
  const keptPending = pendingOfDrafts(kept, isTogether);
  const plan = keptPending.length === pending.length ? wanted : planPosting(keptPending, facts, head, now);
  const written = Promise.all([
    declareKeys(dependencies, tx, judgement, accepted),
    store.writeAtOnce(tx, ledgerId, accepted, plan, 'locked'),
  ]);
  if (isOnly) tx.last(written);
  else await written;
  const decisions = decisionsOf(plan);
  const results = kept.map((draft): Result => {
    if (refused(draft)) return draft;
    const { result } = draft.right;
    if (result.replayed) return ok(result);
    const row = batch ? undefined : rowOfMade(madeBy(draft.right), sequenceIn(plan, result.id), draft.right.accounts);
    return ok({ ...result, decision: decisions.get(result.id) ?? null, row });
  });
  return { results, plan };
};

/** Returns the effective date in the request of an operation; empty if the request has none. */
const dateIn = (item: Item): readonly Day[] =>
  refused(item) || item.right.kind === 'post' ? [] : [item.right.operation.request.date ?? []].flat();

/** Reads the transactions that the items settle, release, extend or reverse. */
const decidedOf = (
  store: PostingStore,
  tx: Tx,
  ledgerId: LedgerId,
  items: readonly Item[],
): Promise<DecidedTransactions> => {
  const targets = targetsOf(items);
  return targets.length > 0 ? store.readDecided(tx, ledgerId, targets) : Promise.resolve(new Map());
};

/** The facts for a step that has only posts. Such a step undoes nothing, so it needs neither journals nor period locks. */
const nothingUndone: DraftingFacts = { closedJournals: new Set(), lockedUntil: null };

/** Returns the drafts as pending transactions. Unless `isTogether` is true, each is planned separately, even in an atomic batch. */
const pendingOfDrafts = (drafts: readonly Draft[], isTogether: boolean): readonly PendingTransaction[] =>
  drafts
    .flatMap((draft) => (refused(draft) ? [] : draft.right.acceptances.map(pendingOf)))
    .map((pending) => (isTogether ? pending : { ...pending, atomicBatchId: null }));

const resultOf = (draft: Draft): Result => (refused(draft) ? draft : ok(draft.right.result));

/** Turns a posting failure into the refusal that the client receives. */
const refusalOf = (failure: PostingFailure, { kind }: Ready): OperationRefusal => {
  if (failure.kind === 'PostingCrashed' || failure.kind === 'PostingRefused')
    throw new Error(`${failure.kind} is decided by the poster alone`);
  return kind === 'reverse' ? refusalOfReversal(failure) : failure;
};
