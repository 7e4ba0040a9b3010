/**
 * Writing what a group is granted, in one transaction: read, judge, write. Where the ledger's turn is free and nothing waits
 * before it, what is accepted is posted at once; everywhere else it waits for the poster.
 */
import type { LedgerId } from '../../../kernel/ids';
import { Busy, isTransient, ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/time';
import type { Log } from '../../../kernel/tokens';
import type { UnitOfWork } from '../../../kernel/unit-of-work';
import { postingFactsOf } from '../domain/draft';
import { planPosting, type PostingPlan } from '../domain/posting';
import type { JudgedGroup } from './judge-group';
import type { AcceptanceReading, AcceptanceStore, AcceptanceWants, PostingStore } from './ports';
import { pendingOf } from './post-now';

export interface WriteDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly acceptances: AcceptanceStore;
  readonly store: PostingStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether this process posts: one that only accepts leaves it to others. */
  readonly isPosting: () => boolean;
  /** Told after each commit what was decided by it, and how long it took. */
  readonly decided: (plan: PostingPlan, seconds: number) => void;
}

export interface WrittenGroup extends JudgedGroup {
  readonly isPosted: boolean;
}

type Judge = (reading: AcceptanceReading, now: Date) => JudgedGroup;
type Written = Outcome<'raced', WrittenGroup>;

const maxRaces = 5;
/** How long a group waits for the ledger's turn before it is only accepted. */
const patienceMs = 100;

export const writeGroup = async (
  dependencies: WriteDependencies,
  ledgerId: LedgerId,
  wants: AcceptanceWants,
  judge: Judge,
): Promise<WrittenGroup> => {
  for (let race = 1; race <= maxRaces; race++) {
    const written = await (dependencies.isPosting() ? postOrAccept : accept)(dependencies, ledgerId, wants, judge);
    if (!refused(written)) return written.right;
  }
  throw new Error(`lost the race for an idempotency key ${maxRaces} times`);
};

const postOrAccept: typeof accept = async (dependencies, ledgerId, wants, judge) => {
  try {
    return await post(dependencies, ledgerId, wants, judge);
  } catch (error) {
    if (isTransient(error) && !(error instanceof Busy)) throw error;
    // The poster finds out which of them it was.
    if (!isTransient(error))
      dependencies.log.error({ ledgerId, error }, 'the database refused to post at once what the ledger allowed');
    return accept(dependencies, ledgerId, wants, judge);
  }
};

const accept = (
  { unitOfWork, acceptances, clock }: WriteDependencies,
  ledgerId: LedgerId,
  wants: AcceptanceWants,
  judge: Judge,
): Promise<Written> =>
  unitOfWork.run<'raced', WrittenGroup>({ ledgerIds: [ledgerId] }, async (tx) => {
    const judged = judge(await acceptances.readAcceptance(tx, ledgerId, wants), clock.now());
    const isWritten = judged.drafted.length === 0 || (await acceptances.writeAcceptances(tx, ledgerId, judged.drafted));
    return isWritten ? ok({ ...judged, isPosted: false }) : refuse('raced' as const);
  });

const post: typeof accept = async ({ unitOfWork, acceptances, store, clock, decided }, ledgerId, wants, judge) => {
  const startedAt = performance.now();
  const posted: { plan?: PostingPlan } = {};
  const written = await unitOfWork.run<'raced', WrittenGroup>({ ledgerIds: [ledgerId] }, async (tx) => {
    delete posted.plan;
    const [head, reading] = await Promise.all([
      store.lockHead(tx, ledgerId, patienceMs),
      acceptances.readAcceptance(tx, ledgerId, wants),
    ]);
    if (!head) throw new Error(`ledger ${ledgerId} has no head`);
    const now = clock.now();
    const judged = judge(reading, now);
    const { drafted } = judged;
    const isPosted = drafted.length > 0 && !reading.hasBacklog;
    if (isPosted) {
      const pending = drafted.map((acceptance) => pendingOf(acceptance));
      posted.plan = planPosting(pending, postingFactsOf(reading.facts), head, now);
      if (!(await store.writeAtOnce(tx, ledgerId, drafted, posted.plan))) return refuse('raced' as const);
    } else if (drafted.length > 0 && !(await acceptances.writeAcceptances(tx, ledgerId, drafted)))
      return refuse('raced' as const);
    return ok({ ...judged, isPosted });
  });
  if (posted.plan && !refused(written)) decided(posted.plan, (performance.now() - startedAt) / 1000);
  return written;
};
