/** Posts acceptances within the caller's transaction: either all of them are posted, or the first failure is returned as the refusal. */
import type { LedgerId } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { pendingOf, type Acceptance } from '../domain/judging';
import { planPosting, touchedBy, type PostingPlan } from '../domain/posting';
import type { IdempotencyKeyInUse, PostingFailure } from '../domain/refusals';
import { WriteConflict } from './ports';
import type { Turn, TurnDependencies } from './turn';

export const postNow = async (
  { acceptances: accepting, store }: TurnDependencies,
  turn: Turn,
  ledgerId: LedgerId,
  acceptances: readonly Acceptance[],
): Promise<Outcome<IdempotencyKeyInUse | PostingFailure, PostingPlan>> => {
  const { tx, head, now } = turn;
  try {
    await accepting.writeAcceptances(tx, ledgerId, acceptances);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return refuse({ kind: 'IdempotencyKeyInUse', key: acceptances[0]?.draft.idempotencyKey ?? '' });
  }
  const pending = acceptances.map(pendingOf);
  const facts = await store.readPostingFacts(tx, ledgerId, touchedBy(pending));
  const plan = planPosting(pending, facts, head, now);
  const [failed] = plan.failed;
  // A locked period is reported only if nothing else fails. So the group is planned again without the period lock, to find any other
  // failure.
  if (failed?.failure.kind === 'PeriodLocked') {
    const [unlocked] = planPosting(pending, { ...facts, lockedUntil: null }, head, now).failed;
    return refuse(unlocked?.failure ?? failed.failure);
  }
  if (failed) return refuse(failed.failure);
  await store.writePosting(tx, ledgerId, plan);
  turn.follows(plan);
  return ok(plan);
};
