/**
 * Expiry: releases the remaining amount of holds whose expiry has passed. Each process polls for expired holds. The process that first gets
 * the lock of the ledger's head releases them, so each hold is released once. A hold that has been settled by then is not released.
 */
import type { Background, Loop, Rest } from '../../../../kernel/running/background';
import type { Clock } from '../../../../kernel/clock';
import { pauseAfter, type Pace } from '../../../../kernel/running/fair-shares/paced-line';
import type { LedgerId, TenantId } from '../../../../kernel/ids';
import type { Observations } from '../../../../kernel/observations';
import { accepted, Busy, ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { TestClocks } from '../../../../kernel/test-clocks';
import { judgedAnew } from '../../../../kernel/running/optimistic';
import type { Log } from '../../../../kernel/tokens';
import type { Attributes, Judgement } from '../../../attributes';
import { postedBatch, type PostingPlan } from '../../domain/posting';
import type { TransactionId } from '../../domain/transaction';
import type { DecidedTransaction } from '../../domain/undoing';
import { holdRules, isStale } from '../guesses';
import type { DueHold } from '../ports';
import { inTurn, type TurnDependencies } from '../turn';
import { acceptanceOfExpiry, leftOf, planExpiry, readTerms } from './expired';

/** The dependencies with which expiry takes turns and reports each release. */
export interface Releasing extends TurnDependencies {
  readonly attributes: Pick<Attributes, 'judge'>;
  readonly background: Pick<Background, 'isObserved' | 'done'>;
  readonly observations: Pick<Observations, 'posted' | 'holdsExpired'>;
}

export interface ExpiryDependencies extends Releasing {
  readonly clock: Clock;
  readonly testClocks: Pick<TestClocks, 'moved'>;
  readonly log: Log;
  readonly background: Pick<Background, 'loop' | 'isObserved' | 'done'>;
}

/** The interval at which a process looks for due holds. If no hold is due, this reads only one index. */
const pollMs = 1_000;
/** The maximum number of holds that are released in one turn, so that other writers of the ledger wait for at most one such write. */
export const maxHoldsAtOnce = 100;
/**
 * The maximum number of entries that are released in one turn, as many as a request may have. A turn releases at least one hold, however
 * many entries it has.
 */
const maxEntriesAtOnce = 2_000;
/** A turn of at least this many entries is followed by a pause of twice its duration, so that the process has time for other work. */
const wideFromEntries = 500;
const wide: Pace = { pauseTimes: 2, maxPauseMs: 1_000 };
/** The maximum time for which a turn waits for the head of a ledger. After it, the next ledger has its turn. */
const lockTimeoutMs = 400;
/** The number of successive errors of a ledger that are not logged. `Busy` (another writer holds the head) does not count as an error. */
const quietFaults = 2;

export const createExpiry = (dependencies: ExpiryDependencies): Loop => {
  const { store, clock, log, testClocks } = dependencies;
  const faults = new Map<LedgerId, number>();
  /** Ledgers whose last turn released holds with many entries, the latest ledger last. They take their turns after the other ledgers. */
  const wrote = new Set<LedgerId>();
  let pausesUntil = 0;

  /** Gives one turn to each ledger that has due holds. */
  const expireAll = async (mayGoOn: () => boolean): Promise<Rest> => {
    const due = await store.ledgersWithDueHolds(clock.now());
    // Ledgers whose test clock has been moved are always included, because their time differs from the time of the process.
    const ledgerIds = new Set([...due, ...testClocks.moved()]);
    for (const ledgerId of wrote) if (!ledgerIds.delete(ledgerId)) wrote.delete(ledgerId);
    let isMore = false;
    let isWideLeft = false;
    // Whether holds with many entries may be released in this round. If the pause after an earlier such release ends during the round, they
    // wait for the next round, which begins with the ledger that has waited longest.
    let mayBeWide = clock.elapsed() >= pausesUntil;
    for (const ledgerId of [...ledgerIds, ...wrote]) {
      if (!mayGoOn()) break;
      try {
        const beganAt = clock.elapsed();
        const turn = await expireDue(dependencies, ledgerId, mayBeWide);
        if (turn.isWide) isWideLeft ||= turn.isMore;
        else isMore ||= turn.isMore;
        if (turn.isWide && mayBeWide) {
          mayBeWide = false;
          wrote.delete(ledgerId);
          wrote.add(ledgerId);
          pausesUntil = clock.elapsed() + pauseAfter(wide, clock.elapsed() - beganAt);
        }
        faults.delete(ledgerId);
      } catch (error) {
        // The head's lock timed out, so the ledger is tried again in the next round.
        if (error instanceof Busy) {
          isMore = true;
          continue;
        }
        const fault = (faults.get(ledgerId) ?? 0) + 1;
        faults.set(ledgerId, fault);
        if (fault > quietFaults)
          log.warn({ ledgerId, error, fault }, 'releasing expired holds failed and will be tried again');
      }
    }
    const widePauseMs = isWideLeft ? Math.max(0, pausesUntil - clock.elapsed()) : pollMs;
    return { isIdle: due.length === 0, pauseMs: isMore ? 0 : widePauseMs };
  };

  return dependencies.background.loop({
    name: 'expiry',
    isTimed: true,
    complaint: 'looking for expired holds failed and will be tried again',
    afterFaultMs: pollMs,
    round: expireAll,
  });
};

export interface ExpiryTurn {
  /** Whether more holds of the ledger may be due. */
  readonly isMore: boolean;
  /** Whether the due holds have very many entries. If `mayBeWide` is false, such holds are not released. */
  readonly isWide: boolean;
}

/**
 * Releases the earliest due holds of a ledger in one turn. The holds are read before the turn, and again within it to leave out those that
 * have changed.
 */
export const expireDue = async (dependencies: Releasing, ledgerId: LedgerId, mayBeWide = true): Promise<ExpiryTurn> => {
  const { unitOfWork, acceptances, attributes, store, clock } = dependencies;
  const startedAt = clock.elapsed();
  const read = accepted(
    await unitOfWork.run<never, DueHolds | undefined>({ ledgerIds: [ledgerId] }, async (tx) => {
      const due = await store.readDueHolds(tx, ledgerId, clock.now(ledgerId), maxHoldsAtOnce);
      if (due.length === 0) return ok(undefined);
      const fitting = fittingOf(due);
      const holds = await store.readDecided(tx, ledgerId, fitting.ids);
      const { tenantId } = await readTerms(store, tx, ledgerId);
      const isMore = due.length >= maxHoldsAtOnce || fitting.ids.length < due.length;
      return ok({ ...fitting, isMore, holds, tenantId });
    }),
  );
  if (!read) return { isMore: false, isWide: false };
  const { ids, isMore } = read;
  const isWide = read.entries >= wideFromEntries;
  if (isWide && !mayBeWide) return { isMore: true, isWide };
  const release = (judgement: Judgement): Promise<Outcome<'nothing expires', PostingPlan>> =>
    inTurn<'nothing expires', PostingPlan>(
      dependencies,
      ledgerId,
      async (turn) => {
        const { tx, head, now } = turn;
        const [due, terms] = await Promise.all([
          store.readDueHolds(tx, ledgerId, now, ids.length),
          readTerms(store, tx, ledgerId),
        ]);
        const left = new Map(due.map((hold) => [hold.id, hold.left]));
        const holds = [...read.holds.values()].filter((hold) => left.get(hold.posting.id) === leftOf(hold));
        if (holds.length === 0) return refuse('nothing expires' as const);
        const releases = holds.map((hold) => acceptanceOfExpiry(hold, terms, judgement, now));
        const plan = planExpiry(releases, terms, head, now);
        tx.last(store.writeAtOnce(tx, ledgerId, releases, plan, 'locked'));
        turn.follows(plan);
        return ok(plan);
      },
      { lockTimeoutMs, hold: (tx) => holdRules(acceptances, tx, judgement) },
    );
  // The releases inherit the attributes of their holds. The rules do not judge them again: they decide only which keys are indexed.
  const inherited = [...read.holds.values()].map((hold) => hold.attributes);
  const outcome = await judgedAnew(
    (stale: Judgement | undefined) => attributes.judge(read, inherited, stale),
    release,
    isStale,
  );
  if (refused(outcome)) return { isMore, isWide };
  tell(dependencies, outcome.right, startedAt);
  return { isMore: isMore || outcome.right.posted.length < ids.length, isWide };
};

const tell = ({ clock, observations, background }: Releasing, plan: PostingPlan, startedAt: number): void => {
  observations.posted(postedBatch(plan, (clock.elapsed() - startedAt) / 1000));
  observations.holdsExpired(plan.posted.length);
  if (!background.isObserved) return;
  for (const { transaction } of plan.posted) if (transaction.undoes) background.done('expiry', transaction.undoes.id);
};

type Fitting = { readonly ids: readonly TransactionId[]; readonly entries: number };

interface DueHolds extends Fitting {
  readonly isMore: boolean;
  readonly holds: ReadonlyMap<TransactionId, DecidedTransaction>;
  readonly tenantId: TenantId;
}

/** Returns the first due holds whose entries fit into one turn; at least one if any hold is due. */
const fittingOf = (due: readonly DueHold[]): Fitting => {
  const ids: TransactionId[] = [];
  let entries = 0;
  for (const hold of due) {
    if (ids.length > 0 && entries + hold.entries > maxEntriesAtOnce) break;
    ids.push(hold.id);
    entries += hold.entries;
  }
  return { ids, entries };
};
