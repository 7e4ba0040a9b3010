/** Voiding: the fold of posting, run backwards for one transaction. */
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import type { PostingFacts } from './books';
import type { LedgerHead } from './chain';
import { openBooks } from './open-books';
import { close, type PostingPlan } from './posting';
import type { BalanceLimitExceeded } from './refusals';
import type { PendingTransaction } from './transaction';

/** Takes a posted transaction out of every balance, at every date. Its entries stay; only a limit can forbid it. */
export const planVoid = (
  transaction: PendingTransaction,
  reason: string | null,
  actor: string,
  facts: PostingFacts,
  head: LedgerHead,
  at: Date,
): Outcome<BalanceLimitExceeded, PostingPlan> => {
  const books = openBooks(facts);
  const broken = books.takeBack(transaction);
  if (broken) return refuse(broken);
  const { id, contentHash } = transaction;
  const voided = {
    type: 'transaction_voided',
    transactionId: id,
    accountId: null,
    actor,
    reason,
    occurredAt: at,
    contentHash,
  } as const;
  return ok({
    posted: [],
    failed: [],
    undone: [{ id, becomes: { status: 'void', reason } }],
    at,
    ...close(books, [voided], head, head.lastTransactionSequence),
  });
};
