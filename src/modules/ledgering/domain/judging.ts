/** Judges requests to post: grants or refuses each request, or recognises it as a replay of an earlier one. */
import type { Fingerprint } from '../../../kernel/formats';
import { newId } from '../../../kernel/ids';
import type { Denomination } from '../../../kernel/money';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Day } from '../../../kernel/time';
import type { AccountId } from './account';
import type { LedgerHead } from './chain';
import { draftTransaction, type AcceptanceFacts, type Intent } from './draft';
import { postFormats, transactionFormats } from './formats';
import type { PostMeaning } from './formats/version-2';
import type { DraftRefusal, IdempotencyRefusal } from './refusals';
import type { BatchId, Draft, PendingTransaction, TransactionId, TransactionRequest, Undoing } from './transaction';

/** The keys, accounts, journals and codes that a group of requests names; each list without duplicates. */
export interface AcceptanceWants {
  readonly keys: readonly string[];
  readonly accountIds: readonly string[];
  readonly accountCodes: readonly string[];
  readonly journalIds: readonly string[];
  readonly correlationSourceIds: readonly string[];
  readonly transactionCodes: readonly string[];
  /** The effective dates of the postings. Limits are checked on each of them and on all later days. */
  readonly days: readonly Day[];
}

export const nothingWanted: AcceptanceWants = {
  ...{ keys: [], accountIds: [], accountCodes: [], journalIds: [], correlationSourceIds: [] },
  ...{ transactionCodes: [], days: [] },
};

/** The earlier use of an idempotency key. */
export interface KeyUse {
  readonly operation: string;
  readonly fingerprint: Buffer;
  readonly madeId: string;
  readonly correlationId: string | null;
  readonly batchId: BatchId | null;
}

/** The facts that a group needs, read in one snapshot of the ledger. */
export interface AcceptanceReading {
  readonly facts: AcceptanceFacts;
  readonly usedKeys: ReadonlyMap<string, KeyUse>;
  /** The keys that running requests outside of the group use. All other keys of the group are locked until the transaction ends. */
  readonly busyKeys: ReadonlySet<string>;
  /** Whether earlier work of the ledger is pending. */
  readonly hasBacklog: boolean;
  /** The head of the ledger in the same snapshot. */
  readonly head: LedgerHead;
}

/** A granted request that has not been written yet. */
export interface Acceptance {
  readonly draft: Draft;
  /** The number of decimals in which the amounts of the draft were read. */
  readonly storageDecimals: number;
  readonly operation: string;
  readonly fingerprint: Buffer;
  readonly contentHash: Buffer;
  /** The id that a replay returns: the id of the transaction, or of the conversion or transfer of which it is a leg. */
  readonly makes: string;
  /** Whether the transaction posts or fails together with the other members of its batch. */
  readonly isAtomic: boolean;
  /** The attributes by which the transaction can be searched; undefined if there are none. */
  readonly indexed?: Draft['attributes'];
  /** How this transaction undoes or extends another one; undefined for a post. */
  readonly undoes?: Undoing;
  /** Whether the transaction may exceed balance limits; undefined counts as false. */
  readonly overridesLimits?: boolean;
}

/** A request with its content, prepared without reading the ledger. */
export interface Prepared<R> {
  readonly request: TransactionRequest;
  readonly intent: Outcome<R, Intent>;
}

/** Requests that arrived together: a batch, or a single one. An invalid item is represented by its refusal. */
export interface PreparedSubmission<R> {
  readonly caller: { readonly actor: string; readonly denomination: Denomination };
  /** The batch of the requests; null for a single request. A batch without an id gets a new one. */
  readonly batch: { readonly isAtomic: boolean; readonly id?: BatchId } | null;
  readonly items: readonly Outcome<R, Prepared<R>>[];
}

export interface Granted {
  readonly id: TransactionId;
  readonly idempotencyKey: string;
  readonly correlationId: string | null;
  /** The batch with which the transaction was accepted; for a replay, the batch of the earlier request. */
  readonly batchId: BatchId | null;
  /** Whether an earlier request with the same key created the transaction. The ids are then those of the earlier request. */
  readonly replayed: boolean;
}

export interface JudgedSubmission<R> {
  /** The id of the batch. If all its requests are replays, it is the first batch id that a replay has. */
  readonly batchId: BatchId | null;
  readonly results: readonly Outcome<R | DraftRefusal | IdempotencyRefusal, Granted>[];
}

/** The answers in the order of the submissions, and the granted transactions to write. */
export interface JudgedGroup<R> {
  readonly answers: readonly JudgedSubmission<R>[];
  readonly drafted: readonly Acceptance[];
  /** Whether all requests were granted and none is a replay. */
  readonly isAllNew: boolean;
}

export const postOperation = 'post';

/** Returns the keys, accounts, journals and codes that the submissions name, for a single read of the ledger. */
export const wantsOf = (group: readonly Pick<PreparedSubmission<unknown>, 'items'>[]): AcceptanceWants => {
  const keys = new Set<string>();
  const accountIds = new Set<string>();
  const accountCodes = new Set<string>();
  const journalIds = new Set<string>();
  const correlationSourceIds = new Set<string>();
  const transactionCodes = new Set<string>();
  const days = new Set<Day>();
  for (const { items } of group)
    for (const item of items) {
      if (refused(item)) continue;
      const { request, intent } = item.right;
      keys.add(request.idempotencyKey);
      days.add(request.effectiveDate);
      if (request.journalId !== null) journalIds.add(request.journalId);
      if (request.correlationSourceId !== null) correlationSourceIds.add(request.correlationSourceId);
      if (refused(intent)) continue;
      if (intent.right.transactionCode !== null) transactionCodes.add(intent.right.transactionCode);
      for (const { account } of intent.right.entries)
        if ('id' in account) accountIds.add(account.id);
        else accountCodes.add(account.code);
    }
  return {
    ...{ keys: [...keys], accountIds: [...accountIds], accountCodes: [...accountCodes], journalIds: [...journalIds] },
    ...{ correlationSourceIds: [...correlationSourceIds], transactionCodes: [...transactionCodes], days: [...days] },
  };
};

/**
 * Judges the requests in order. A request sees the keys of the requests before it. For each item of all submissions, in order, `indexed`
 * has the attributes by which the item can be searched, or the refusal of its attributes. The function is pure except for new ids.
 */
export const judgeGroup = <R>(
  group: readonly PreparedSubmission<R>[],
  indexed: readonly Outcome<R, Draft['attributes']>[],
  reading: AcceptanceReading,
  now: Date,
): JudgedGroup<R> => {
  const drafted = new Map<string, Acceptance>();
  const answers: JudgedSubmission<R>[] = [];
  let next = 0;
  let isAllNew = true;
  for (const { caller, batch, items } of group) {
    const batchId = batch ? (batch.id ?? newId<'batch'>()) : null;
    const isAtomic = batch?.isAtomic ?? false;
    const ownKeys: string[] = [];
    const judge = (
      item: (typeof items)[number],
      attributes: (typeof indexed)[number] | undefined,
    ): JudgedSubmission<R>['results'][number] => {
      if (refused(item)) return item;
      const { request, intent } = item.right;
      const key = request.idempotencyKey;
      const use = useOf(drafted.get(key)) ?? reading.usedKeys.get(key);
      const isSame = (kept: Buffer): boolean =>
        postFormats.isHashOf(kept, { request, meaning: meaningOf(request, intent, reading.facts) });
      const before = answerOfKey(key, postOperation, { matches: isSame }, use, reading.busyKeys.has(key));
      if (refused(before)) return before;
      if (before.right) return ok(replayed(key, before.right));
      if (refused(intent)) return intent;
      const acceptor = { actor: caller.actor, batchId, now };
      const draft = draftTransaction(request, intent.right, reading.facts, caller.denomination, acceptor);
      if (refused(draft)) return draft;
      if (attributes && refused(attributes)) return attributes;
      const fingerprint = fingerprintOfPost(request, intent.right, draft.right);
      drafted.set(key, {
        draft: draft.right,
        storageDecimals: caller.denomination.storageDecimals,
        operation: postOperation,
        fingerprint,
        contentHash: transactionFormats.hashOf({ draft: draft.right, fingerprint }),
        makes: draft.right.id,
        isAtomic,
        indexed: attributes ? attributes.right : null,
        overridesLimits: request.overridesLimits === true,
      });
      ownKeys.push(key);
      const { id, correlationId } = draft.right;
      return ok({ id, idempotencyKey: key, correlationId, batchId, replayed: false });
    };
    const results = items.map((item) => judge(item, indexed[next++]));
    const hasRefusals = results.some(refused);
    // If one item of an atomic batch is refused, none of its drafts is written.
    if (isAtomic && hasRefusals) for (const key of ownKeys) drafted.delete(key);
    if (ownKeys.length < items.length) isAllNew = false;
    answers.push({ batchId: batchId && (earlierBatchOf(grantedOf(results)) ?? batchId), results });
  }
  return { answers, drafted: [...drafted.values()], isAllNew };
};

/** Returns the meaning of a request; null if its code cannot be expanded now, or an account is not found now. */
const meaningOf = (
  { journalId }: TransactionRequest,
  intent: Outcome<unknown, Intent>,
  { accountsById, accountsByCode, defaultJournalId }: AcceptanceFacts,
): PostMeaning | null => {
  if (refused(intent)) return null;
  const accountIds: AccountId[] = [];
  for (const { account } of intent.right.entries) {
    const found = 'id' in account ? accountsById.get(account.id) : accountsByCode.get(account.code);
    if (!found) return null;
    accountIds.push(found.id);
  }
  return { journalId: journalId ?? defaultJournalId, accountIds, params: intent.right.params };
};

/** Returns the fingerprint of a granted request. The draft has the ids of the journal and the accounts. */
export const fingerprintOfPost = (
  request: TransactionRequest,
  { params }: Pick<Intent, 'params'>,
  { journalId, entries }: Pick<Draft, 'journalId' | 'entries'>,
): Buffer =>
  postFormats.hashOf({
    request,
    meaning: { journalId, accountIds: entries.map(({ accountId }) => accountId), params },
  });

const grantedOf = (results: JudgedSubmission<unknown>['results']): readonly Granted[] =>
  results.flatMap((result) => (refused(result) ? [] : [result.right]));

/** Returns the batch id of the first replay if all transactions of the batch are replays; otherwise undefined. */
export const earlierBatchOf = (granted: readonly Pick<Granted, 'replayed' | 'batchId'>[]): BatchId | undefined =>
  granted.every((one) => one.replayed) ? granted.flatMap(({ batchId }) => batchId ?? []).at(0) : undefined;

const replayed = (idempotencyKey: string, { madeId, correlationId, batchId }: KeyUse): Granted => ({
  ...{ id: madeId as TransactionId, idempotencyKey, correlationId, batchId, replayed: true },
});

const useOf = (acceptance: Acceptance | undefined): KeyUse | undefined =>
  acceptance && {
    ...{ operation: acceptance.operation, fingerprint: acceptance.fingerprint, madeId: acceptance.makes },
    ...{ correlationId: acceptance.draft.correlationId, batchId: acceptance.draft.batchId },
  };

const answerOfKey = (
  key: string,
  operation: string,
  fingerprint: Pick<Fingerprint, 'matches'>,
  use: KeyUse | undefined,
  isBusy: boolean,
): Outcome<IdempotencyRefusal, KeyUse | undefined> => {
  if (use)
    return use.operation === operation && fingerprint.matches(use.fingerprint)
      ? ok(use)
      : refuse({ kind: 'IdempotencyKeyReused', key });
  return isBusy ? refuse({ kind: 'IdempotencyKeyInUse', key }) : ok(undefined);
};

/** Checks the earlier use of a key. Returns the use for a replay, a refusal for another request, undefined if the key is free. */
export const replayOf = (
  key: string,
  operation: string,
  fingerprint: Fingerprint,
  { usedKeys, busyKeys }: AcceptanceReading,
): Outcome<IdempotencyRefusal, KeyUse | undefined> =>
  answerOfKey(key, operation, fingerprint, usedKeys.get(key), busyKeys.has(key));

/** Returns true unless a result says that another running request uses the same key. */
export const hasNoKeyInUse = ({
  results,
}: {
  readonly results: readonly Outcome<{ readonly kind: string }, unknown>[];
}): boolean => !results.some((result) => refused(result) && result.left.kind === 'IdempotencyKeyInUse');

/** Returns the members of an accepted draft that posting needs. */
export const pendingOf = ({
  draft,
  contentHash,
  isAtomic,
  undoes,
  overridesLimits,
}: Acceptance): PendingTransaction => ({
  id: draft.id,
  journalId: draft.journalId,
  effectiveDate: draft.effectiveDate,
  entries: draft.entries,
  atomicBatchId: isAtomic ? draft.batchId : null,
  acceptedBy: draft.acceptedBy,
  undoes: undoes ?? null,
  overridesLimits: overridesLimits ?? false,
  contentHash,
});
