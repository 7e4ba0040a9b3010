/** POST /transactions/{id}/void: takes a posted transaction out of every balance, at every date. Its entries stay. */
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { passedLimit } from '../domain/failure';
import { touchedBy } from '../domain/posting';
import type { PeriodLocked, TransactionNotFound, TransactionNotVoidable } from '../domain/refusals';
import { judgeVoid } from '../domain/reversal';
import type { TransactionId } from '../domain/transaction';
import { planVoid } from '../domain/voiding';
import { inTurn, type TurnDependencies } from './turn';

export type VoidRefusal = TransactionNotFound | TransactionNotVoidable | PeriodLocked;

export type Void = (
  caller: Principal,
  transactionId: TransactionId,
  reason: string | null,
) => Promise<Outcome<VoidRefusal, { readonly id: TransactionId }>>;

export const createVoid =
  (dependencies: TurnDependencies): Void =>
  ({ ledgerId, keyPrefix }, transactionId, reason) =>
    inTurn<VoidRefusal, { readonly id: TransactionId }>(dependencies, ledgerId, async ({ tx, head, now }) => {
      const { store } = dependencies;
      const found = await store.readDecided(tx, ledgerId, transactionId);
      if (!found) return refuse({ kind: 'TransactionNotFound' });
      const { accountIds, journalIds } = touchedBy([found.posting]);
      const facts = await store.readPostingFacts(tx, ledgerId, accountIds, journalIds);
      const transaction = judgeVoid(found, {
        journalIsClosed: facts.closedJournals.size > 0,
        lockedUntil: facts.lockedUntil,
      });
      if (refused(transaction)) return transaction;
      const plan = planVoid(transaction.right, reason, keyPrefix, facts, head, now);
      if (refused(plan))
        return refuse({
          kind: 'TransactionNotVoidable',
          because: `the ${passedLimit(plan.left, 'would be')}`,
        });
      await store.writePosting(tx, ledgerId, plan.right);
      return ok({ id: transactionId });
    });
