/**
 * Writing what a group is granted. Where this process posts and nothing waits before it, what is accepted is posted in the
 * same transaction; everywhere else it waits for the poster. A group that posts is planned ahead, on what those before it
 * will leave behind; where that proves wrong it is done again in its turn, under the lock.
 */
import type { LedgerId } from '../../../kernel/ids';
import type { Denomination } from '../../../kernel/money';
import { Busy, isTransient, ok, refused, type Outcome } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/time';
import type { Log } from '../../../kernel/tokens';
import type { Tx, UnitOfWork } from '../../../kernel/unit-of-work';
import { postingFactsOf } from '../domain/draft';
import { planPosting, type PostingPlan } from '../domain/posting';
import type { SpeculativeState } from './speculation';
import type { JudgedGroup } from './judge-group';
import {
  WriteConflict,
  type AcceptanceReading,
  type AcceptanceStore,
  type AcceptanceWants,
  type PostingStore,
} from './ports';
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

export interface Group {
  readonly ledgerId: LedgerId;
  readonly denomination: Denomination;
  readonly wants: AcceptanceWants;
  readonly judge: (reading: AcceptanceReading, now: Date) => JudgedGroup;
  readonly speculation: SpeculativeState;
}

export interface WrittenGroup extends JudgedGroup {
  /** What was posted with it; undefined where the poster is to do that. */
  readonly plan: PostingPlan | undefined;
}

/** Planned on what those before it will leave behind, or under the lock of the ledger's head. */
type How = 'ahead' | 'in turn';

const maxRaces = 5;
/** How long a group waits for the ledger's head before it is only accepted. */
const lockTimeoutMs = 100;

export const writeGroup = async (dependencies: WriteDependencies, group: Group): Promise<WrittenGroup> => {
  try {
    for (const how of ['ahead', 'in turn'] as const)
      if (dependencies.isPosting()) {
        const written = await unlessInConflict(post(dependencies, group, how));
        if (written) return written;
      }
  } catch (error) {
    if (isTransient(error) && !(error instanceof Busy)) throw error;
    // Accepted, it is for the poster to find out which of them it was.
    if (!isTransient(error))
      dependencies.log.error(
        { ledgerId: group.ledgerId, error },
        'the database refused a group that the ledger allowed',
      );
  }
  for (let race = 1; race <= maxRaces; race++) {
    const written = await unlessInConflict(accept(dependencies, group));
    if (written) return written;
  }
  throw new Error(`lost the race for an idempotency key ${maxRaces} times`);
};

const unlessInConflict = async <A>(writing: Promise<A>): Promise<A | undefined> => {
  try {
    return await writing;
  } catch (error) {
    if (error instanceof WriteConflict) return undefined;
    throw error;
  }
};

const accept = (
  { unitOfWork, acceptances, clock }: WriteDependencies,
  { ledgerId, wants, judge }: Group,
): Promise<WrittenGroup> =>
  certain(
    unitOfWork.run<never, WrittenGroup>({ ledgerIds: [ledgerId] }, async (tx) => {
      const judged = judge(await acceptances.readAcceptance(tx, ledgerId, wants), clock.now());
      if (judged.drafted.length > 0) tx.last(acceptances.writeAcceptances(tx, ledgerId, judged.drafted));
      return ok({ plan: undefined, ...judged });
    }),
  );

/** What is on its way to the store, and how to say that it came to nothing. */
interface Sent {
  readonly plan?: PostingPlan;
  readonly takeBack: () => void;
}

const nothingSent: Sent = { takeBack: () => undefined };

const post = async (dependencies: WriteDependencies, group: Group, how: How): Promise<WrittenGroup> => {
  const { unitOfWork, acceptances, store, clock, decided } = dependencies;
  const { ledgerId, denomination, speculation } = group;
  const startedAt = performance.now();
  let sent = nothingSent;
  try {
    const written = await certain(
      unitOfWork.run<never, WrittenGroup>({ ledgerIds: [ledgerId], lockTimeoutMs }, async (tx) => {
        // Of an attempt that is now run again.
        sent.takeBack();
        sent = nothingSent;
        const now = clock.now();
        const { reading, judged } = await readAndJudge(dependencies, tx, group, how, now);
        const { drafted } = judged;
        if (drafted.length === 0) return ok({ plan: undefined, ...judged });
        if (reading.hasBacklog) {
          tx.last(acceptances.writeAcceptances(tx, ledgerId, drafted));
          return ok({ plan: undefined, ...judged });
        }
        const pending = drafted.map((acceptance) => pendingOf(acceptance));
        const plan = planPosting(pending, postingFactsOf(reading.facts, denomination), reading.head, now);
        sent = { plan, takeBack: speculation.advance(plan) };
        tx.last(store.writeAtOnce(tx, ledgerId, drafted, plan, how === 'ahead' ? 'to be locked' : 'locked'));
        return ok({ plan, ...judged });
      }),
    );
    if (sent.plan) decided(sent.plan, (performance.now() - startedAt) / 1000);
    return written;
  } catch (error) {
    sent.takeBack();
    throw error;
  }
};

/**
 * Ahead: judged by the speculative state, without asking the store, where that grants everything. A refusal is never given by
 * it, because the state may be stale: then the store is read, and judged by that.
 */
const readAndJudge = async (
  { acceptances, store }: WriteDependencies,
  tx: Tx,
  { ledgerId, wants, judge, speculation }: Group,
  how: How,
  now: Date,
): Promise<{ readonly reading: AcceptanceReading; readonly judged: JudgedGroup }> => {
  const known = how === 'ahead' ? speculation.asOfNext(wants) : undefined;
  const judgedAhead = known && judge(known, now);
  if (known && judgedAhead?.isAllNew) return { reading: known, judged: judgedAhead };
  const part = how === 'ahead' ? speculation.nextPart() : undefined;
  const [, read, accounts] = await Promise.all([
    how === 'in turn' ? store.lockHead(tx, ledgerId) : undefined,
    acceptances.readAcceptance(tx, ledgerId, wants),
    part ? acceptances.readAccounts(tx, ledgerId, part.after, part.limit) : [],
  ]);
  // Under the lock it is as it was read; those that were sent ahead come too late.
  if (how === 'in turn') speculation.invalidate();
  const reading = speculation.observe(read);
  if (part) speculation.observePart(part, accounts);
  return { reading, judged: judge(reading, now) };
};

const certain = async <A>(outcome: Promise<Outcome<never, A>>): Promise<A> => {
  const decision = await outcome;
  if (refused(decision)) throw new Error('a transaction that refuses nothing was refused');
  return decision.right;
};
