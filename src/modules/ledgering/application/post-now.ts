/** Posting within the caller's own transaction: what is accepted here is posted here, or refused whole. */
import type { Fingerprint } from '../../../kernel/formats';
import type { LedgerId } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { transactionFormats } from '../domain/formats';
import { planPosting, touchedBy, type PostingPlan } from '../domain/posting';
import type { IdempotencyKeyInUse, IdempotencyKeyReused, PostingFailure } from '../domain/refusals';
import type { Draft, PendingTransaction } from '../domain/transaction';
import { WriteConflict, type Acceptance, type AcceptanceReading } from './ports';
import type { Turn, TurnDependencies } from './turn';

/** An intent on its way through the one posting path, under the operation its key is used for. */
export const acceptanceOf = (draft: Draft, operation: string, fingerprint: Fingerprint): Acceptance => ({
  draft,
  operation,
  fingerprint: fingerprint.hash,
  contentHash: transactionFormats.hashOf(draft),
  makes: draft.id,
  isAtomic: false,
});

export const postNow = async (
  { acceptances: accepting, store }: TurnDependencies,
  { tx, head, now }: Turn,
  ledgerId: LedgerId,
  acceptances: readonly Acceptance[],
  reasonOfReversal: string | null,
  order: 'periods before limits' | 'limits before periods' = 'periods before limits',
): Promise<Outcome<IdempotencyKeyInUse | PostingFailure, PostingPlan>> => {
  try {
    await accepting.writeAcceptances(tx, ledgerId, acceptances);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return refuse({ kind: 'IdempotencyKeyInUse', key: acceptances[0]?.draft.idempotencyKey ?? '' });
  }
  const pending = acceptances.map((acceptance) => pendingOf(acceptance, reasonOfReversal));
  const { accountIds, journalIds } = touchedBy(pending);
  const facts = await store.readPostingFacts(tx, ledgerId, accountIds, journalIds);
  const plan = planPosting(pending, facts, head, now);
  const [failed] = plan.failed;
  if (failed?.failure.kind === 'PeriodLocked' && order === 'limits before periods') {
    const [unlocked] = planPosting(pending, { ...facts, lockedUntil: null }, head, now).failed;
    return refuse(unlocked?.failure ?? failed.failure);
  }
  if (failed) return refuse(failed.failure);
  await store.writePosting(tx, ledgerId, plan);
  return ok(plan);
};

/** What the poster must know of an accepted intent. */
export const pendingOf = (
  { draft, contentHash, isAtomic }: Acceptance,
  reasonOfReversal: string | null = null,
): PendingTransaction => ({
  id: draft.id,
  journalId: draft.journalId,
  effectiveDate: draft.effectiveDate,
  entries: draft.entries,
  atomicBatchId: isAtomic ? draft.batchId : null,
  acceptedBy: draft.acceptedBy,
  reverses:
    draft.reversesTransactionId === null ? null : { id: draft.reversesTransactionId, reason: reasonOfReversal ?? '' },
  contentHash,
});

/** What a key that was used before answers to a request of this operation: what it made, or a refusal. */
export const replayOf = (
  key: string,
  operation: string,
  fingerprint: Fingerprint,
  { usedKeys, busyKeys }: AcceptanceReading,
): Outcome<IdempotencyKeyInUse | IdempotencyKeyReused, string | undefined> => {
  const use = usedKeys.get(key);
  if (use)
    return use.operation === operation && fingerprint.matches(use.fingerprint)
      ? ok(use.madeId)
      : refuse({ kind: 'IdempotencyKeyReused', key });
  return busyKeys.has(key) ? refuse({ kind: 'IdempotencyKeyInUse', key }) : ok(undefined);
};
