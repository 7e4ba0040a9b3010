/**
 * The poster posts or fails pending transactions, in batches. Each ledger has one writer at a time, and ledgers take turns. A
 * batch locks the head, reads, plans and writes in one transaction, so a crash leaves nothing half done.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { Busy, HouseFault, isTransient, mayCondemn, ok, refuse, refused } from '../../../../kernel/refusal';
import type { Observations } from '../../../../kernel/observations';
import type { Background } from '../../../../kernel/running/background';
import type { Clock } from '../../../../kernel/clock';
import { token } from '../../../../kernel/token';
import type { Log } from '../../../../kernel/tokens';
import type { UnitOfWork } from '../../../../kernel/unit-of-work';
import { planPosting, postedBatch, touchedBy, type PostingPlan } from '../../domain/posting';
import type { PendingTransaction, TransactionId } from '../../domain/transaction';
import type { PostingStore, QuarantineStore } from '../ports';
import type { Decisions } from './decisions';
import { createRemembered, type Remembered } from './remembered';
import { createQuarantine, type Suspects } from './quarantine';

export interface Poster {
  /**
   * Tells the poster that a ledger has pending work. Transactions in `accepted` need not be read from the queue. The call is only a hint:
   * polling finds all other work.
   */
  wake(ledgerId: LedgerId, accepted?: readonly PendingTransaction[]): void;
  /**
   * Back-pressure: resolves when the poster has decided all known work of the ledger, or after a short time; at once if the poster does not
   * run. A request that was only accepted must wait for this. Accepting is faster than posting, so without the wait the backlog could grow
   * without limit.
   */
  caughtUp(ledgerId: LedgerId): Promise<void>;
  start(): void;
  readonly isRunning: boolean;
  /** Begins no further turns, and resolves when the batches under way have ended. */
  stop(): Promise<void>;
}

/**
 * The token by which the process starts and stops the poster. The module's public interface does not export it, because no other context
 * may stop the poster.
 */
export const POSTER = token<Poster>('Poster');

export interface PosterDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: PostingStore;
  readonly quarantineStore: QuarantineStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly background: Pick<Background, 'loop' | 'isObserved' | 'done'>;
  readonly decisions: Pick<Decisions, 'isAwaited' | 'tell'>;
  readonly observations: Pick<Observations, 'posted'>;
}

export const maxBatchTransactions = 400;
const maxLedgersAtOnce = 2;
const minPollMs = 5;
const maxPollMs = 250;
const maxBackoffMs = 1_000;
/** The time for which a turn waits for a ledger's head before it fails. Each successive failure doubles the time. */
const minLockTimeoutMs = 100;
const maxLockTimeoutMs = 400;
/** The maximum time for which an acceptance waits for the poster. */
const maxPaceMs = 100;
/** The number of successive errors that are not logged. `Busy` (another writer holds the head) does not count as an error. */
const quietFaults = 2;
/** The approximate memory that accepted intents may use. Further intents are read from the queue. */
const maxRememberedBytes = 16 * 1024 * 1024;

export const createPoster = (dependencies: PosterDependencies): Poster => {
  const { store, clock, log } = dependencies;
  /** Ledgers with work, in the order of their turns. */
  const ready = new Set<LedgerId>();
  /** Ledgers whose turn is under way, each with a promise that resolves at the end of the turn. */
  const busy = new Map<LedgerId, Promise<void>>();
  /** Ledgers whose last turn failed and that wait for the next attempt. */
  const retrying = new Set<LedgerId>();
  const faults = new Map<LedgerId, number>();
  const remembered = createRemembered(maxRememberedBytes);
  /** The callers that wait until the poster has decided all work of a ledger. */
  const waiting = new Map<LedgerId, (() => void)[]>();
  const quarantine = createQuarantine(dependencies, maxBatchTransactions, (ledgerId, lockTimeoutMs, limit, suspects) =>
    postPending(dependencies, { ledgerId, lockTimeoutMs, remembered }, limit, suspects),
  );
  let pollMs = minPollMs;
  const isQuiet = (): boolean => ready.size === 0 && busy.size === 0 && retrying.size === 0;

  const takeTurns = (): void => {
    for (const ledgerId of ready) {
      if (!poster.isRunning || busy.size >= maxLedgersAtOnce) return;
      if (busy.has(ledgerId)) continue;
      ready.delete(ledgerId);
      const ending = turn(ledgerId).finally(() => {
        busy.delete(ledgerId);
        if (!ready.has(ledgerId)) {
          for (const goOn of waiting.get(ledgerId) ?? []) goOn();
          waiting.delete(ledgerId);
        }
        takeTurns();
        if (loop.isAwaited && isQuiet()) loop.wake();
      });
      busy.set(ledgerId, ending);
    }
  };

  const turn = async (ledgerId: LedgerId): Promise<void> => {
    const faultsSoFar = faults.get(ledgerId) ?? 0;
    const lockTimeoutMs = Math.min(maxLockTimeoutMs, minLockTimeoutMs * 2 ** faultsSoFar);
    try {
      const more =
        (await quarantine.postSuspects(ledgerId, lockTimeoutMs)) ??
        (await postPending(dependencies, { ledgerId, lockTimeoutMs, remembered }));
      faults.delete(ledgerId);
      if (more) ready.add(ledgerId);
    } catch (error) {
      const fault = faultsSoFar + 1;
      faults.set(ledgerId, fault);
      if (error instanceof HouseFault || !isTransient(error))
        log.error(
          { ledgerId, error, fault },
          'posting fails, but not because of a transaction; it will be tried again',
        );
      else if (fault > quietFaults && !(error instanceof Busy))
        log.warn({ ledgerId, error, fault }, 'posting failed and will be tried again');
      // While it waits for the next attempt, the ledger takes no place among the busy ledgers. If the poster stops before the attempt,
      // polling finds the work after the next start.
      retrying.add(ledgerId);
      clock.deadline(Math.min(maxBackoffMs, 10 * 2 ** Math.min(fault, 10)), () => {
        retrying.delete(ledgerId);
        ready.add(ledgerId);
        takeTurns();
      });
    }
  };

  const loop = dependencies.background.loop({
    name: 'poster',
    complaint: 'looking for pending work failed and will be tried again',
    afterFaultMs: maxPollMs,
    round: async () => {
      let found = false;
      for (const ledgerId of await store.ledgersWithPendingWork())
        if (!busy.has(ledgerId) && !ready.has(ledgerId)) {
          ready.add(ledgerId);
          found = true;
        }
      takeTurns();
      pollMs = found ? minPollMs : Math.min(maxPollMs, pollMs * 2);
      return { isIdle: !found && isQuiet(), pauseMs: pollMs };
    },
  });

  const poster: Poster = {
    get isRunning() {
      return loop.isRunning;
    },
    wake: (ledgerId, accepted = []) => {
      // If the poster of this process is not running, no intents are kept in memory, because another process posts them.
      if (!poster.isRunning) return;
      for (const transaction of accepted) remembered.add(transaction);
      ready.add(ledgerId);
      takeTurns();
    },
    caughtUp: (ledgerId) =>
      new Promise((resolve) => {
        if (!poster.isRunning) return resolve();
        const longest = clock.deadline(maxPaceMs, resolve);
        const goOn = (): void => {
          longest.cancel();
          resolve();
        };
        waiting.set(ledgerId, [...(waiting.get(ledgerId) ?? []), goOn]);
      }),
    start: () => loop.start(),
    stop: async () => {
      await loop.stop();
      await Promise.all(busy.values());
    },
  };
  return poster;
};

/** The parameters of a ledger's turn. */
interface LedgerWork {
  readonly ledgerId: LedgerId;
  /** The maximum time for which the turn waits for the ledger's head. */
  readonly lockTimeoutMs: number;
  /** Intents that this process accepted and that have not been decided yet, in memory. */
  readonly remembered: Remembered;
}

/**
 * Posts one batch; returns true if there may be more work. If the database refuses the content of a batch, smaller batches are tried, down
 * to one transaction, which then fails. After any other error the batch stays pending and is tried again.
 */
const postPending = async (
  dependencies: PosterDependencies,
  turn: LedgerWork,
  atMost = maxBatchTransactions,
  suspects?: Suspects,
): Promise<boolean> => {
  const { ledgerId } = turn;
  let limit = atMost;
  for (;;) {
    const claimed: TransactionId[] = [];
    try {
      return (await postBatch(dependencies, turn, limit, claimed, suspects)) >= limit;
    } catch (error) {
      if (!mayCondemn(error)) throw error;
      dependencies.log.error({ ledgerId, error, limit }, 'the database refused a batch that the ledger allowed');
      if (limit > 1) limit = Math.ceil(limit / 4);
      else {
        await failOldest(dependencies, turn, { ids: claimed, failure: { kind: 'PostingRefused' } });
        return true;
      }
    }
  }
};

/** Fails the oldest transaction and its atomic batch, unless another process has decided it meanwhile. */
const failOldest = (dependencies: PosterDependencies, turn: LedgerWork, suspects: Suspects): Promise<number> =>
  postBatch(dependencies, turn, 1, [], suspects);

/** Posts one batch, and returns the number of transactions that it decided. */
const postBatch = async (
  { unitOfWork, store, clock, background, decisions, observations }: PosterDependencies,
  { ledgerId, lockTimeoutMs, remembered }: LedgerWork,
  limit: number,
  /** An output parameter: receives the ids of the batch, even if the database refuses the batch. */
  claimed: TransactionId[],
  suspects?: Suspects,
): Promise<number> => {
  const startedAt = clock.elapsed();
  const outcome = await unitOfWork.run<'nothing to do', PostingPlan>(
    { ledgerIds: [ledgerId], lockTimeoutMs },
    async (tx) => {
      // Waits for the head's lock. Without waiting, the poster would never get the lock while accounts are changed without a pause.
      const [head, pending] = await Promise.all([
        store.lockHead(tx, ledgerId),
        store.claimPending(tx, ledgerId, limit, remembered.byId),
      ]);
      if (!head) return refuse('nothing to do' as const);
      claimed.splice(0, claimed.length, ...pending.map(({ id }) => id));
      if (pending.length === 0 || (suspects && !pending.every(({ id }) => suspects.ids.includes(id))))
        return refuse('nothing to do' as const);
      const facts = await store.readPostingFacts(tx, ledgerId, touchedBy(pending));
      const plan = planPosting(pending, facts, head, clock.now(ledgerId), suspects?.failure);
      await store.writePosting(tx, ledgerId, plan);
      return ok(plan);
    },
  );
  if (refused(outcome)) return 0;
  const plan = outcome.right;
  for (const { transaction } of [...plan.posted, ...plan.failed]) {
    remembered.forget(transaction.id);
    if (background.isObserved) background.done('poster', transaction.id);
  }
  observations.posted(postedBatch(plan, (clock.elapsed() - startedAt) / 1000));
  if (decisions.isAwaited) decisions.tell(plan);
  return plan.posted.length + plan.failed.length;
};
