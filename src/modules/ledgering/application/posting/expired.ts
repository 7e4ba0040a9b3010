/** Drafts and plans the releases of expired holds. */
import type { LedgerId } from '../../../../kernel/ids';
import type { Tx } from '../../../../kernel/unit-of-work';
import { indexedOf, type Judgement } from '../../../attributes';
import type { PostingFacts } from '../../domain/books';
import type { LedgerHead } from '../../domain/chain';
import { releaseFormats } from '../../domain/formats';
import { draftExpiry, expiryReason } from '../../domain/hold';
import { pendingOf, type Acceptance } from '../../domain/judging';
import { acceptanceOf } from '../../domain/operation-acceptance';
import { planPosting, type PostingPlan } from '../../domain/posting';
import type { Undoing } from '../../domain/transaction';
import type { DecidedTransaction } from '../../domain/undoing';
import type { LedgerTerms, PostingStore } from '../ports';

/** Reads the terms without accounts and journals. Neither their state nor a balance limit can prevent the release of an expired hold. */
export const readTerms = (store: PostingStore, tx: Tx, ledgerId: LedgerId): Promise<LedgerTerms> =>
  store.readPostingFacts(tx, ledgerId, { accountIds: [], journalIds: [], days: [] });

export const acceptanceOfExpiry = (
  hold: DecidedTransaction,
  terms: Pick<LedgerTerms, 'denomination' | 'timeZone'>,
  { indexedKeys }: Pick<Judgement, 'indexedKeys'>,
  now: Date,
): Acceptance & { readonly undoes: Undoing } => {
  const { draft, undoing } = draftExpiry(hold, terms, now);
  const request = { transactionId: undoing.id, part: null, reason: expiryReason, date: null, idempotencyKey: null };
  return {
    ...acceptanceOf(draft, 'release', releaseFormats.fingerprintOf(request), terms.denomination),
    indexed: indexedOf(draft.attributes, indexedKeys),
    undoes: undoing,
  };
};

export const leftOf = ({ posting: { entries }, undone }: DecidedTransaction): bigint =>
  entries.reduce(
    (sum, { type, amount }, position) => sum + (type === 'debit' ? amount - (undone[position] ?? 0n) : 0n),
    0n,
  );

export const planExpiry = (
  acceptances: readonly Acceptance[],
  facts: PostingFacts,
  head: LedgerHead,
  now: Date,
): PostingPlan => {
  const plan = planPosting(acceptances.map(pendingOf), facts, head, now);
  const [failed] = plan.failed;
  if (failed) throw new Error(`a hold cannot expire: ${failed.failure.kind}`);
  return plan;
};
