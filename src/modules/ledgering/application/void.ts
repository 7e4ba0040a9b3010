/** POST /transactions/{id}/void: excludes a posted transaction from every balance, at every date. Its entries stay stored. */
import { requireDenomination } from '../../../kernel/guess';
import type { Principal } from '../../../kernel/principal';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import { dayIn } from '../../../kernel/time-zone';
import { passedLimit } from '../domain/failure';
import { touchedBy } from '../domain/posting';
import type {
  LimitsOverrideForbidden,
  PeriodLocked,
  TransactionNotFound,
  TransactionNotVoidable,
} from '../domain/refusals';
import { judgeVoid } from '../domain/reversal';
import type { TransactionId } from '../domain/transaction';
import { planVoid } from '../domain/voiding';
import type { TransactionRow } from './reader';
import { readRehearsed, type Rehearsed } from './rehearsal';
import { type RehearsalReader } from './rehearsal-reader';
import { mayOverrideLimits } from './overriding';
import { inTurn, type TurnDependencies } from './turn';

export type VoidRefusal = TransactionNotFound | TransactionNotVoidable | PeriodLocked | LimitsOverrideForbidden;

export interface VoidRequest {
  readonly transactionId: TransactionId;
  readonly reason: string | null;
  /** True if the void may exceed balance limits. */
  readonly overridesLimits?: boolean;
  readonly isDryRun: boolean;
}

/**
 * Voids a transaction. Returns the voided transaction, read before the commit; for a dry run, the transactions and balances as the void
 * would leave them.
 */
export type Void = (
  caller: Principal,
  request: VoidRequest,
) => Promise<Outcome<VoidRefusal, TransactionRow | Rehearsed>>;

export const createVoid =
  (dependencies: TurnDependencies, rehearsals: RehearsalReader): Void =>
  async (caller, { transactionId, reason, overridesLimits = false, isDryRun }) => {
    const { ledgerId, actor } = caller;
    if (overridesLimits && !mayOverrideLimits(caller)) return refuse({ kind: 'LimitsOverrideForbidden' });
    return inTurn<VoidRefusal, TransactionRow | Rehearsed>(
      dependencies,
      ledgerId,
      async (turn) => {
        const { tx, head, now } = turn;
        const { store } = dependencies;
        const found = (await store.readDecided(tx, ledgerId, [transactionId])).get(transactionId);
        if (!found) return refuse({ kind: 'TransactionNotFound' });
        const facts = await store.readPostingFacts(tx, ledgerId, touchedBy([found.posting]));
        requireDenomination(caller.denomination, facts.denomination);
        const transaction = judgeVoid(found, {
          journalIsClosed: facts.closedJournals.size > 0,
          lockedUntil: facts.lockedUntil,
        });
        if (refused(transaction)) return transaction;
        const plan = planVoid({ ...transaction.right, overridesLimits }, reason, actor, facts, head, now);
        if (refused(plan))
          return refuse({
            kind: 'TransactionNotVoidable',
            because: `the ${passedLimit(plan.left, 'would be')}`,
          });
        await store.writePosting(tx, ledgerId, plan.right);
        turn.follows(plan.right);
        if (isDryRun) {
          const today = dayIn(caller.timeZone, now);
          return ok(await readRehearsed(rehearsals, tx, ledgerId, [plan.right], [transactionId], today));
        }
        const [voided] = await rehearsals.transactions(tx, ledgerId, [transactionId]);
        if (!voided) throw new Error(`transaction ${transactionId} was just voided and cannot be read`);
        return ok(voided);
      },
      { isTakenBack: isDryRun },
    );
  };
