/** Judging a group of submissions: what is granted, what is refused, what was granted before. */
import type { Fingerprint } from '../../../kernel/formats';
import { newId } from '../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { AttributeMap, AttributeRefusal } from '../../attributes';
import { draftTransaction, type Intent } from '../domain/draft';
import { transactionFormats } from '../domain/formats';
import type { IdempotencyRefusal } from '../domain/refusals';
import type { BatchId, TransactionId, TransactionRequest } from '../domain/transaction';
import type { Acceptance, AcceptanceReading, AcceptanceWants } from './ports';
import type { Acceptances, AcceptedTransaction, AcceptRefusal, Submission } from './submission';

/** A request with all that can be said of it without looking into the ledger. */
export interface Prepared {
  readonly request: TransactionRequest;
  readonly fingerprint: Fingerprint;
  readonly intent: Outcome<AcceptRefusal, Intent>;
}

/** Whether its attributes are admitted, and those by which it is to be found. */
export type AttributeVerdict = Outcome<AttributeRefusal, AttributeMap | null>;

export const postOperation = 'post';

/** The answers, in the order of the submissions, and what is granted and not yet written. */
export interface JudgedGroup {
  readonly answers: readonly Acceptances[];
  readonly drafted: readonly Acceptance[];
  /** Nothing is refused, and nothing was granted before. */
  readonly isAllNew: boolean;
}

/** Everything that the submissions name, for one read of the ledger. */
export const wantsOf = (prepared: readonly (readonly Outcome<AcceptRefusal, Prepared>[])[]): AcceptanceWants => {
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
export const judgeGroup = (
  group: readonly Submission[],
  prepared: readonly (readonly Outcome<AcceptRefusal, Prepared>[])[],
  verdicts: readonly AttributeVerdict[],
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
        fingerprint: fingerprint.hash,
        contentHash: transactionFormats.hashOf(draft.right),
        makes: draft.right.id,
        isAtomic,
        indexed: verdict ? verdict.right : null,
      });
      ownKeys.push(key);
      const { id, correlationId } = draft.right;
      return ok({ id, idempotencyKey: key, correlationId, batchId, replayed: false, decision: null });
    });
    // One refusal in an atomic batch leaves nothing of it behind.
    if (isAtomic && results.some(refused)) for (const key of ownKeys) drafted.delete(key);
    return { batchId: batchId && (earlierBatchOf(results) ?? batchId), results };
  });
  const isAllNew = answers.every(({ results }) =>
    results.every((result) => !refused(result) && !result.right.replayed),
  );
  return { answers, drafted: [...drafted.values()], isAllNew };
};

/** Where nothing of a batch is new, its transactions stand under the batch that brought them. */
const earlierBatchOf = (results: Acceptances['results']): BatchId | undefined => {
  const granted = results.flatMap((result) => (refused(result) ? [] : [result.right]));
  return granted.every(({ replayed }) => replayed) ? granted.flatMap(({ batchId }) => batchId ?? []).at(0) : undefined;
};

/** What a key that was used before answers: the same again, or a refusal. Undefined when the key is free. */
const earlierUse = (
  key: string,
  fingerprint: Fingerprint,
  drafted: ReadonlyMap<string, Acceptance>,
  { usedKeys, busyKeys }: AcceptanceReading,
): Outcome<IdempotencyRefusal, AcceptedTransaction> | undefined => {
  const here = drafted.get(key);
  const use = here
    ? { ...here, madeId: here.draft.id, correlationId: here.draft.correlationId, batchId: here.draft.batchId }
    : usedKeys.get(key);
  if (use)
    return use.operation === postOperation && fingerprint.matches(use.fingerprint)
      ? ok({
          id: use.madeId as TransactionId,
          idempotencyKey: key,
          correlationId: use.correlationId,
          batchId: use.batchId,
          replayed: true,
          decision: null,
        })
      : refuse({ kind: 'IdempotencyKeyReused', key });
  return busyKeys.has(key) ? refuse({ kind: 'IdempotencyKeyInUse', key }) : undefined;
};
