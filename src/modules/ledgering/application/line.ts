/**
 * The line of each ledger in this process orders two kinds of work. Posts are merged: those that arrive together are planned and written as
 * one group, even before the earlier groups have committed (writing/ledger-writer). All other work takes turns, one at a time, under the
 * lock of the head. While a turn plans, no group is planned. After the turn has planned, the next group continues from the head that the
 * turn will leave, without waiting for its commit. The hash chain keeps this safe: the store refuses a plan that begins at a different
 * head, so a wrong expectation costs only a second attempt.
 */
import type { ProcessTime } from '../../../kernel/clock';
import { createFairLine, type FairLine } from '../../../kernel/running/fair-shares/line';
import type { LedgerId } from '../../../kernel/ids';
import { Busy } from '../../../kernel/refusal';
import type { Step } from '../domain/known-ledger';
import type { PostingPlan } from '../domain/posting';

/** A move of a ledger's head by a turn. `changesFacts` is true if the turn changes an account, journal, transaction code or period lock. */
export interface Move extends Step, Pick<PostingPlan, 'from' | 'head'> {
  readonly changesFacts?: boolean;
}

/** The known state of a ledger: the state that the ledger will have when all work under way has committed. */
export interface Knowing {
  /** Records a move of the head by a turn, so that the next group continues from the new head. */
  follow(move: Move): void;
  forget(): void;
  /** Resolves when no group is being written to the database; undefined if no group is being written now. */
  landed(): Promise<unknown> | undefined;
}

/** The moves of the heads in one turn, by ledger. */
export type Moves = ReadonlyMap<LedgerId, readonly Move[]>;

export interface Lines {
  /**
   * Runs `work` as a turn in the line of the first ledger; throws `Busy` if it would wait too long. `work` must call `planned`
   * when its plan is ready and all its statements have been sent. If `work` fails after that, the ledgers' known state is
   * forgotten.
   */
  inTurn<A>(ledgerIds: readonly LedgerId[], work: (planned: (moves: Moves) => void) => Promise<A>): Promise<A>;
  /** Resolves when no turn of the ledger is planning, or after `mostMs` milliseconds; undefined if no turn is planning now. */
  free(ledgerId: LedgerId, mostMs: number): Promise<void> | undefined;
  /** The number of turns under way, and the number of waiting turns. */
  readonly counts: FairLine['counts'];
  /**
   * Sets the function that finds the known state of a ledger. The function returns undefined if this process has not posted to the ledger
   * lately.
   */
  keptBy(find: (ledgerId: LedgerId) => Knowing | undefined): void;
}

/** The maximum time for which a turn waits for the groups that were sent before it. */
const maxLandingMs = 100;
/** The maximum time for which a turn waits in line. It equals the store's lock timeout for a ledger's head. */
const maxWaitMs = 2_000;
const maxWaitingTurns = 200;

export const createLines = (clock: Pick<ProcessTime, 'deadline'>): Lines => {
  const line = createFairLine(
    { places: Infinity, placesEach: 1, maxWaitMs, maxWaitingEach: maxWaitingTurns },
    () => new Busy('Other requests are writing to the ledger.'),
    clock,
  );
  const planning = new Map<LedgerId, Set<Promise<void>>>();
  let find: (ledgerId: LedgerId) => Knowing | undefined = () => undefined;

  /** Prevents the planning of groups of these ledgers until the caller calls the returned function. */
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
      // A turn that writes to two ledgers waits only in the first one's line. It locks the head of the first ledger in the store and then
      // waits there for the head of the second one. Until it has that lock, other turns may use the second ledger.
      const [first] = ledgerIds as readonly [LedgerId];
      await line.enter(first);
      const end = begin(ledgerIds);
      let moved: Moves = new Map();
      try {
        // A group reads before it locks the head. So a turn that locked the head immediately would overtake a group that was sent earlier.
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
