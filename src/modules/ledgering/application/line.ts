/**
 * The line of each ledger in this process. Two kinds of work stand in it. Posts merge: those that are there at a time are planned and written
 * as one group, ahead of what is on its way (writing/ledger-writer). Everything else takes a turn: one at a time, behind the lock of the head.
 *
 * While a turn plans, no group does. Once it has planned, the next group continues from where the turn leads, without waiting for its commit.
 * The chain keeps that honest: the store refuses a plan that begins elsewhere, so a wrong expectation costs a second attempt, and nothing else.
 */
import type { ProcessTime } from '../../../kernel/clock';
import { createFairLine, type FairLine } from '../../../kernel/running/fair-shares/line';
import type { LedgerId } from '../../../kernel/ids';
import { Busy } from '../../../kernel/refusal';
import type { Step } from '../domain/known-ledger';
import type { PostingPlan } from '../domain/posting';

/** How a turn moves the head of a ledger. It keeps the facts, unless it changes an account, a journal, a transaction code or a lock. */
export interface Move extends Step, Pick<PostingPlan, 'from' | 'head'> {
  readonly changesFacts?: boolean;
}

/** Keeps what is known of a ledger. */
export interface Knowing {
  /** The next group continues behind this move. */
  follow(move: Move): void;
  forget(): void;
  /** Resolves when no group is on its way to the database; undefined where none is. */
  landed(): Promise<unknown> | undefined;
}

/** The moves that a turn makes, by ledger. */
export type Moves = ReadonlyMap<LedgerId, readonly Move[]>;

export interface Lines {
  /**
   * Runs work that plans alone, in its turn in the line of the first ledger; `Busy` where it would wait too long. The work calls `planned`
   * when its plan is made and all of it is on its way to the database. Where it fails afterwards, what is known is forgotten.
   */
  inTurn<A>(ledgerIds: readonly LedgerId[], work: (planned: (moves: Moves) => void) => Promise<A>): Promise<A>;
  /** Resolves when no turn plans in the ledger, or after this many milliseconds; undefined if none plans now. */
  free(ledgerId: LedgerId, mostMs: number): Promise<void> | undefined;
  /** How many turns are under way, and how many wait. */
  readonly counts: FairLine['counts'];
  /** Names who keeps what is known of a ledger; nobody does of a ledger to which this process posted nothing lately. */
  keptBy(find: (ledgerId: LedgerId) => Knowing | undefined): void;
}

/** A turn waits so long for the groups that were sent before it. */
const maxLandingMs = 100;
/** The same time that the store lets a writer wait for a ledger's head. */
const maxWaitMs = 2_000;
const maxWaitingTurns = 200;

export const createLines = (clock: Pick<ProcessTime, 'deadline'>): Lines => {
  const line = createFairLine(
    { places: Infinity, placesEach: 1, maxWaitMs, maxWaitingEach: maxWaitingTurns },
    () => new Busy('Others are writing to the ledger.'),
    clock,
  );
  const planning = new Map<LedgerId, Set<Promise<void>>>();
  let find: (ledgerId: LedgerId) => Knowing | undefined = () => undefined;

  /** From now on no group of these ledgers is planned, until the function that it gives is called. */
  const begin = (ledgerIds: readonly LedgerId[]): (() => void) => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    for (const ledgerId of ledgerIds) {
      const own = planning.get(ledgerId) ?? new Set();
      planning.set(ledgerId, own.add(opened));
    }
    return () => {
      for (const ledgerId of ledgerIds) {
        const own = planning.get(ledgerId);
        if (own?.delete(opened) && own.size === 0) planning.delete(ledgerId);
      }
      open();
    };
  };

  const within = (mostMs: number, work: Promise<unknown>): Promise<void> =>
    new Promise((resolve) => {
      const longest = clock.deadline(mostMs, resolve);
      const end = (): void => {
        longest.cancel();
        resolve();
      };
      work.then(end, end);
    });

  return {
    inTurn: async (ledgerIds, work) => {
      // Waits only in the line of the first ledger: a turn that has the first head waits for the second in the store anyway, and
      // until then the second ledger is free.
      const [first] = ledgerIds as readonly [LedgerId];
      await line.enter(first);
      const end = begin(ledgerIds);
      let moved: Moves = new Map();
      try {
        // The database reads a group before the group asks for the head, so a turn that asks at once would overtake it.
        const sent = ledgerIds.flatMap((ledgerId) => find(ledgerId)?.landed() ?? []);
        if (sent.length > 0) await within(maxLandingMs, Promise.all(sent));
        return await work((moves) => {
          moved = moves;
          for (const [ledgerId, own] of moves) for (const move of own) find(ledgerId)?.follow(move);
          end();
        });
      } catch (fault) {
        for (const ledgerId of moved.keys()) find(ledgerId)?.forget();
        throw fault;
      } finally {
        end();
        line.leave(first);
      }
    },
    free: (ledgerId, mostMs) => {
      const turns = planning.get(ledgerId);
      return turns && within(mostMs, Promise.all(turns));
    },
    counts: () => line.counts(),
    keptBy: (finding) => {
      find = finding;
    },
  };
};
