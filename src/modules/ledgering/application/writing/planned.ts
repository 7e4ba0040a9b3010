/** How groups of a ledger are planned: a usual one at once, a wide one in slices, and nobody else of the process meanwhile. */
import type { ProcessTime } from '../../../../kernel/clock';
import type { LedgerId } from '../../../../kernel/ids';
import { inSlices, type Pause, type Pieces } from '../../../../kernel/slices';
import type { Tx } from '../../../../kernel/unit-of-work';
import { postingFactsOf } from '../../domain/draft';
import { pendingOf, type Acceptance, type AcceptanceReading } from '../../domain/judging';
import { planning, type PostingPlan } from '../../domain/posting';
import type { HeadLock, PostingStore } from '../ports';

/** Only wide work has pauses. What is sent is sent before it ends. */
export type PlanLine = <A>(isWide: boolean, work: (pause?: Pause) => Promise<A>) => Promise<A>;

/** Of one ledger. What would be planned between the slices of a wide group would not continue it, so it waits. */
export const createPlanLine = (clock: Pick<ProcessTime, 'elapsed'>): PlanLine => {
  let wide: Promise<unknown> | undefined;
  return async (isWide, work) => {
    while (wide) await wide;
    if (!isWide) return work();
    const planned = work(inSlices(clock));
    wide = planned.catch(() => undefined).finally(() => (wide = undefined));
    return planned;
  };
};

/** A plan, and what writes it. */
export interface Planned {
  readonly plan: PostingPlan;
  readonly write: (tx: Tx) => Promise<void>;
}

export function* plannedOf(
  store: Pick<PostingStore, 'readyAtOnce'>,
  ledgerId: LedgerId,
  drafted: readonly Acceptance[],
  { facts, head }: AcceptanceReading,
  now: Date,
  lock: HeadLock,
): Pieces<Planned> {
  const pending = drafted.map((acceptance) => pendingOf(acceptance));
  const plan = yield* planning(pending, postingFactsOf(facts), head, now);
  return { plan, write: yield* store.readyAtOnce(ledgerId, drafted, plan, lock) };
}
