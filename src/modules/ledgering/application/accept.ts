/**
 * POST /transactions and /transactions/batch: makes transactions durable as pending. One database transaction serves all
 * requests of a ledger that are there at the time: read, judge, write.
 */
import type { LedgerId } from '../../../kernel/ids';
import { newId } from '../../../kernel/ids';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/time';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import type { AttributeMap, AttributeRefusal, Attributes } from '../../attributes';
import type { Catalog, ExpansionRefusal } from '../../catalog';
import { contentHashOf } from '../domain/chain';
import { draftTransaction, readEntries, type Intent } from '../domain/draft';
import { fingerprintOf } from '../domain/fingerprint';
import type { DraftRefusal, IdempotencyRefusal } from '../domain/refusals';
import type { BatchId, PendingTransaction, TransactionId, TransactionRequest } from '../domain/transaction';
import { groupCommit, type GroupCommit } from './group-commit';
import type { Acceptance, AcceptanceReading, AcceptanceStore, AcceptanceWants } from './ports';
import { pendingOf } from './post-now';

/** Refused attributes pass through as they are, and so do their answers. */
export { attributeAnswers } from '../../attributes';

export type AcceptRefusal = DraftRefusal | IdempotencyRefusal | AttributeRefusal | ExpansionRefusal;

/** Transactions of one request; a single POST is a list of one. An item the edge could not read comes as its refusal. */
export interface Submission {
  readonly caller: Principal;
  readonly items: readonly Outcome<DraftRefusal, TransactionRequest>[];
  readonly batch: { readonly isAtomic: boolean } | null;
}

export interface AcceptedTransaction {
  readonly id: TransactionId;
  readonly idempotencyKey: string;
  readonly correlationId: string | null;
  /** The key was used before for the very same request: this is what it made then. */
  readonly replayed: boolean;
}

export interface Acceptances {
  readonly batchId: BatchId | null;
  readonly results: readonly Outcome<AcceptRefusal, AcceptedTransaction>[];
}

export type Accept = (submission: Submission) => Promise<Acceptances>;

export interface AcceptDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: AcceptanceStore;
  readonly catalog: Catalog;
  readonly attributes: Attributes;
  readonly clock: Clock;
  /** Told after each commit that there is work, and what it is. */
  readonly wake: (ledgerId: LedgerId, accepted: readonly PendingTransaction[]) => void;
}

export const maxGroupTransactions = 400;
export const maxGroupsInFlight = 2;
const maxRaces = 5;
const postOperation = 'post';

export const createAccept = (dependencies: AcceptDependencies): Accept => {
  const lanes = new Map<LedgerId, GroupCommit<Submission, Acceptances>>();
  return (submission) => {
    const { ledgerId } = submission.caller;
    let lane = lanes.get(ledgerId);
    if (!lane) {
      lane = groupCommit(
        { maxWeight: maxGroupTransactions, maxInFlight: maxGroupsInFlight },
        ({ items }) => items.length,
        ({ items }) => items.flatMap((item) => (refused(item) ? [] : item.right.idempotencyKey)),
        (group) => acceptGroup(dependencies, ledgerId, group),
      );
      lanes.set(ledgerId, lane);
    }
    return lane(submission);
  };
};

/** A request with all that can be said of it without looking into the ledger. */
interface Prepared {
  readonly request: TransactionRequest;
  readonly fingerprint: Buffer;
  readonly intent: Outcome<AcceptRefusal, Intent>;
}

/** Whether its attributes are admitted, and those by which it is to be found. */
type Verdict = Outcome<AttributeRefusal, AttributeMap | null>;

const acceptGroup = async (
  dependencies: AcceptDependencies,
  ledgerId: LedgerId,
  group: readonly Submission[],
): Promise<readonly Acceptances[]> => {
  const prepared = await prepareGroup(dependencies, group);
  const maps = prepared
    .flat()
    .map((item) => (refused(item) || refused(item.right.intent) ? null : item.right.intent.right.attributes));
  return dependencies.attributes.admit((group[0] as Submission).caller, maps, async (admitted, indexedKeys) => {
    const verdicts = admitted.map((verdict) => (refused(verdict) ? verdict : ok(pairsOf(verdict.right, indexedKeys))));
    const judged = await writeGroup(dependencies, ledgerId, group, prepared, verdicts);
    const drafted = new Set(judged.drafted.map(({ draft }) => draft.id));
    if (judged.drafted.length > 0)
      dependencies.wake(
        ledgerId,
        judged.drafted.map((acceptance) => pendingOf(acceptance)),
      );
    return {
      answer: judged.answers,
      written: judged.answers.flatMap(({ results }) =>
        results.map((result) => !refused(result) && drafted.has(result.right.id)),
      ),
    };
  });
};

/** The attributes by which a transaction is to be found. */
const pairsOf = (attributes: AttributeMap | null, keys: ReadonlySet<string>): AttributeMap | null => {
  if (keys.size === 0) return null;
  const pairs = Object.entries(attributes ?? {}).filter(([key]) => keys.has(key));
  return pairs.length > 0 ? Object.fromEntries(pairs) : null;
};

/** Expands transaction codes (one call for the whole group) and reads amounts. */
const prepareGroup = async (
  { catalog }: AcceptDependencies,
  group: readonly Submission[],
): Promise<readonly (readonly Outcome<AcceptRefusal, Prepared>[])[]> => {
  const coded = group.flatMap(({ items }) =>
    items.flatMap((item) =>
      refused(item) || item.right.mode.kind !== 'code' ? [] : [{ ...item.right.mode, layer: item.right.layer }],
    ),
  );
  const caller = (group[0] as Submission).caller;
  const expansions = coded.length > 0 ? await catalog.expandMany(caller, coded) : [];
  let next = 0;
  return group.map(({ items, caller: { denomination } }) =>
    items.map((item): Outcome<AcceptRefusal, Prepared> => {
      if (refused(item)) return item;
      const request = item.right;
      const prepare = (intent: Prepared['intent']): Outcome<never, Prepared> =>
        ok({ request, fingerprint: fingerprintOf(postOperation, request), intent });
      if (request.mode.kind === 'entries') {
        const entries = readEntries(request.mode.entries, request.layer, denomination);
        if (refused(entries)) return entries;
        return prepare(
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
      const expansion = expansions[next++];
      if (!expansion) throw new Error('the catalog answered fewer expansions than it was asked for');
      if (refused(expansion)) return prepare(expansion);
      const { code, version, entries, attributes, metadata } = expansion.right;
      return prepare(
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
    }),
  );
};

/** The request's own attributes win over those of the template. */
const merged = (template: AttributeMap, own: AttributeMap | null): AttributeMap | null =>
  own === null && Object.keys(template).length === 0 ? null : { ...template, ...own };

interface JudgedGroup {
  readonly answers: readonly Acceptances[];
  readonly drafted: readonly Acceptance[];
}

const writeGroup = async (
  { unitOfWork, store, clock }: AcceptDependencies,
  ledgerId: LedgerId,
  group: readonly Submission[],
  prepared: readonly (readonly Outcome<AcceptRefusal, Prepared>[])[],
  verdicts: readonly Verdict[],
): Promise<JudgedGroup> => {
  const wants = wantsOf(prepared);
  for (let race = 1; race <= maxRaces; race++) {
    const outcome = await unitOfWork.run<'raced', JudgedGroup>({ ledgerIds: [ledgerId] }, async (tx) => {
      const reading = await store.readAcceptance(tx, ledgerId, wants);
      const judged = judgeGroup(group, prepared, verdicts, reading, clock.now());
      if (judged.drafted.length === 0) return ok(judged);
      return (await store.writeAcceptances(tx, ledgerId, judged.drafted)) ? ok(judged) : refuse('raced' as const);
    });
    if (!refused(outcome)) return outcome.right;
  }
  throw new Error(`lost the race for an idempotency key ${maxRaces} times`);
};

const wantsOf = (prepared: readonly (readonly Outcome<AcceptRefusal, Prepared>[])[]): AcceptanceWants => {
  const keys = new Set<string>();
  const accountIds = new Set<string>();
  const accountCodes = new Set<string>();
  const journalIds = new Set<string>();
  const correlationSourceIds = new Set<string>();
  for (const item of prepared.flat()) {
    if (refused(item)) continue;
    const { request, intent } = item.right;
    keys.add(request.idempotencyKey);
    if (request.journalId !== null) journalIds.add(request.journalId);
    if (request.correlationSourceId !== null) correlationSourceIds.add(request.correlationSourceId);
    if (refused(intent)) continue;
    for (const { account } of intent.right.entries)
      if ('id' in account) accountIds.add(account.id);
      else accountCodes.add(account.code);
  }
  return {
    keys: [...keys],
    accountIds: [...accountIds],
    accountCodes: [...accountCodes],
    journalIds: [...journalIds],
    correlationSourceIds: [...correlationSourceIds],
  };
};

/** Judges request after request, each seeing the keys of those before it. Pure but for the ids it makes. */
const judgeGroup = (
  group: readonly Submission[],
  prepared: readonly (readonly Outcome<AcceptRefusal, Prepared>[])[],
  verdicts: readonly Verdict[],
  reading: AcceptanceReading,
  now: Date,
): JudgedGroup => {
  const drafted = new Map<string, Acceptance>();
  let next = 0;
  const answers = group.map(({ caller, batch }, index): Acceptances => {
    const batchId = batch ? newId<'batch'>() : null;
    const isAtomic = batch?.isAtomic ?? false;
    const ownKeys: string[] = [];
    const results = (prepared[index] ?? []).map((item): Outcome<AcceptRefusal, AcceptedTransaction> => {
      const verdict = verdicts[next++];
      if (refused(item)) return item;
      const { request, fingerprint, intent } = item.right;
      const key = request.idempotencyKey;
      const before = earlierUse(key, fingerprint, drafted, reading);
      if (before) return before;
      if (refused(intent)) return intent;
      const draft = draftTransaction(request, intent.right, reading.facts, caller.denomination, {
        keyPrefix: caller.keyPrefix,
        batchId,
        now,
      });
      if (refused(draft)) return draft;
      if (verdict && refused(verdict)) return verdict;
      drafted.set(key, {
        draft: draft.right,
        operation: postOperation,
        fingerprint,
        contentHash: contentHashOf(draft.right),
        makes: draft.right.id,
        isAtomic,
        indexed: verdict ? verdict.right : null,
      });
      ownKeys.push(key);
      return ok({ id: draft.right.id, idempotencyKey: key, correlationId: draft.right.correlationId, replayed: false });
    });
    // One refusal in an atomic batch leaves nothing of it behind.
    if (isAtomic && results.some(refused)) for (const key of ownKeys) drafted.delete(key);
    return { batchId, results };
  });
  return { answers, drafted: [...drafted.values()] };
};

/** What a key that was used before answers: the same again, or a refusal. Undefined when the key is free. */
const earlierUse = (
  key: string,
  fingerprint: Buffer,
  drafted: ReadonlyMap<string, Acceptance>,
  { usedKeys, busyKeys }: AcceptanceReading,
): Outcome<IdempotencyRefusal, AcceptedTransaction> | undefined => {
  const here = drafted.get(key);
  const use = here ? { ...here, madeId: here.draft.id, correlationId: here.draft.correlationId } : usedKeys.get(key);
  if (use)
    return use.operation === postOperation && use.fingerprint.equals(fingerprint)
      ? ok({ id: use.madeId as TransactionId, idempotencyKey: key, correlationId: use.correlationId, replayed: true })
      : refuse({ kind: 'IdempotencyKeyReused', key });
  return busyKeys.has(key) ? refuse({ kind: 'IdempotencyKeyInUse', key }) : undefined;
};
