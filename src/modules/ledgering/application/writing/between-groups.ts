/** Writes what others of the process decide between two groups of a ledger's writer, in their line. */
import type { LedgerId } from '../../../../kernel/ids';
import { Busy, ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { LedgerTime } from '../../../../kernel/clock';
import type { Tx, UnitOfWork } from '../../../../kernel/unit-of-work';
import type { LedgerHead } from '../../domain/chain';
import type { Acceptance } from '../../domain/judging';
import { isUndisturbed, type KnownLedger } from '../../domain/known-ledger';
import type { PostingPlan } from '../../domain/posting';
import { WriteConflict, type PostingStore } from '../ports';
import type { PlanLine } from './planned';

/** Its place in the line of requests. It is never `Busy`, which would be told to all who wait. */
export interface Place {
  readonly weight: number;
  readonly write: () => Promise<void>;
}

/** What is to be written between two groups. */
export interface Between {
  /** As many transactions as will be written, or more. */
  readonly weight: number;
  /** How the ledger was known before what it decides by was read. */
  readonly since: KnownLedger;
  readonly decide: (head: LedgerHead, now: Date) => DecidedBetween | undefined;
  /** By what is read behind the lock. */
  readonly decideAnew: (
    tx: Tx,
    locked: Promise<LedgerHead | undefined>,
    now: Date,
  ) => Promise<DecidedBetween | undefined>;
}

export interface DecidedBetween {
  readonly acceptances: readonly Acceptance[];
  readonly plan: PostingPlan;
}

/** The writer's: what it knows, and how it goes on from what is written here. */
export interface Course {
  /** Undefined while groups are not sent ahead. */
  knownAhead(): KnownLedger | undefined;
  readonly plan: PlanLine;
  /** A plan is on its way; what is given takes it back. */
  advance(plan: PostingPlan): () => void;
  /** A plan was written under the lock. */
  follow(plan: PostingPlan): void;
}

interface Stores {
  readonly unitOfWork: UnitOfWork;
  readonly store: PostingStore;
  readonly clock: LedgerTime;
}

/** How long it waits for the head, which no client waits for. */
const lockTimeoutMs = 400;

/**
 * Ahead, where nobody else wrote to the ledger since it was known so, which the store makes sure of; else decided anew under the
 * lock of the head. Undefined where nothing was left to write, or the head could not be had: never `Busy`.
 */
export const writeBetweenGroups = async (
  stores: Stores,
  ledgerId: LedgerId,
  course: Course,
  work: Between,
): Promise<PostingPlan | undefined> => {
  try {
    return (await ahead(stores, ledgerId, course, work)) ?? (await underTheLock(stores, ledgerId, course, work));
  } catch (error) {
    if (error instanceof Busy) return undefined;
    throw error;
  }
};

const ahead = async (
  { unitOfWork, store, clock }: Stores,
  ledgerId: LedgerId,
  course: Course,
  { since, decide }: Between,
): Promise<PostingPlan | undefined> => {
  let takeBack = (): void => undefined;
  try {
    const outcome = await unitOfWork.run<'disturbed', PostingPlan>({ ledgerIds: [ledgerId], lockTimeoutMs }, (tx) =>
      course.plan<Outcome<'disturbed', PostingPlan>>(false, () => {
        // Of an attempt that is now run again.
        takeBack();
        takeBack = () => undefined;
        const known = course.knownAhead();
        const head = known && isUndisturbed(known, since) ? known.heads.at(-1) : undefined;
        const decided = head && decide(head, clock.now(ledgerId));
        if (!decided) return Promise.resolve(refuse('disturbed' as const));
        takeBack = course.advance(decided.plan);
        tx.last(store.writeAtOnce(tx, ledgerId, decided.acceptances, decided.plan, 'to be locked'));
        return Promise.resolve(ok(decided.plan));
      }),
    );
    return refused(outcome) ? undefined : outcome.right;
  } catch (error) {
    takeBack();
    if (error instanceof WriteConflict) return undefined;
    throw error;
  }
};

const underTheLock = async (
  { unitOfWork, store, clock }: Stores,
  ledgerId: LedgerId,
  course: Course,
  { decideAnew }: Between,
): Promise<PostingPlan | undefined> => {
  const outcome = await unitOfWork.run<'nothing left', PostingPlan>(
    { ledgerIds: [ledgerId], lockTimeoutMs },
    async (tx) => {
      const decided = await decideAnew(tx, store.lockHead(tx, ledgerId), clock.now(ledgerId));
      if (!decided) return refuse('nothing left' as const);
      tx.last(store.writeAtOnce(tx, ledgerId, decided.acceptances, decided.plan, 'locked'));
      return ok(decided.plan);
    },
  );
  if (refused(outcome)) return undefined;
  course.follow(outcome.right);
  return outcome.right;
};
