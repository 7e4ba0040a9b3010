/** POST /transactions/{id}/void: takes a posted transaction out of every balance, at every date. Its entries stay. */
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
import { readRehearsed, type Rehearsed } from './rehearsal';
import { type RehearsalReader } from './rehearsal-reader';
import { mayOverrideLimits } from './overriding';
import { inTurn, type TurnDependencies } from './turn';

export type VoidRefusal = TransactionNotFound | TransactionNotVoidable | PeriodLocked | LimitsOverrideForbidden;

export interface VoidRequest {
  readonly transactionId: TransactionId;
  readonly reason: string | null;
  /** Whether it is voided although that passes balance limits. */
  readonly overridesLimits?: boolean;
  readonly isDryRun: boolean;
}

export interface Voided {
  readonly id: TransactionId;
  /** Of a dry run: what would be left behind. */
  readonly rehearsed: Rehearsed | null;
}

export type Void = (caller: Principal, request: VoidRequest) => Promise<Outcome<VoidRefusal, Voided>>;

export const createVoid =
  (dependencies: TurnDependencies, rehearsals: RehearsalReader): Void =>
  async (caller, { transactionId, reason, overridesLimits = false, isDryRun }) => {
    const { ledgerId, actor } = caller;
    if (overridesLimits && !mayOverrideLimits(caller)) return refuse({ kind: 'LimitsOverrideForbidden' });
    return inTurn<VoidRefusal, Voided>(
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
        const rehearsed = isDryRun
          ? await readRehearsed(rehearsals, tx, ledgerId, [plan.right], [transactionId], dayIn(caller.timeZone, now))
          : null;
        return ok({ id: transactionId, rehearsed });
      },
      { isTakenBack: isDryRun },
    );
  };
