/** Plans the void of one transaction: posting in reverse. */
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import type { PostingFacts } from './books';
import type { LedgerHead } from './chain';
import { openBooks } from './open-books';
import { close, reasonOfPassing, type PostingPlan } from './posting';
import type { BalanceLimitExceeded } from './refusals';
import type { PendingTransaction } from './transaction';

/**
 * Removes a posted transaction from every balance, at every date. The transaction's entries stay stored. Only a balance limit can prevent
 * the void.
 */
export const planVoid = (
  transaction: PendingTransaction,
  reason: string | null,
  actor: string,
  facts: PostingFacts,
  head: LedgerHead,
  at: Date,
): Outcome<BalanceLimitExceeded, PostingPlan> => {
  const books = openBooks(facts, transaction.effectiveDate);
  const taken = books.takeBack(transaction);
  if (refused(taken)) return taken;
  const { id, contentHash } = transaction;
  const voided = {
    type: 'transaction_voided',
    transactionId: id,
    accountId: null,
    actor,
    reason: [reason, reasonOfPassing(taken.right, id)].filter((text) => text !== null).join('; ') || null,
    occurredAt: at,
    contentHash,
  } as const;
  return ok({
    posted: [],
    failed: [],
    undone: [{ id, becomes: { status: 'void', reason } }],
    overridden: taken.right,
    at,
    ...close(books, [voided], head, head.lastTransactionSequence),
  });
};
