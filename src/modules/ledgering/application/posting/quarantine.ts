/**
 * Quarantine for poison messages: transactions that crash every process that posts them.
 *
 * On its first turn in a ledger, a poster looks whether the oldest work had already waited long when the poster began. If so, it marks that
 * work and the younger work that it posts together with it, posts all of it, and withdraws the marks. A mark names its owner, the process
 * that wrote it. A mark has no effect while its owner has a session: several processes that begin together over a backlog mark the same
 * work, and the lock of the head lets one of them post it.
 *
 *     owner of a mark    meaning                            action of the next poster
 *     ─────────────────  ─────────────────────────────────  ──────────────────────────────────────────────────────
 *     has a session      it works, or did not get the lock  posts as usual; alone if the marked attempt was alone
 *     not seen           it died, or lost its connections   leaves the ledger until the owner has a session or is gone
 *     gone               it died during the attempt         posts the oldest transaction alone
 *
 * An owner is gone after `goneAfterMs` without a session, if the observer had a session all that time; a live process reconnects much
 * sooner. A transaction is blamed for the death of a process only if the process was posting it alone: after `maxDeaths` such deaths the
 * transaction fails as POSTING_CRASHED. A process posts only one transaction alone at a time, so that its death is blamed on one
 * transaction. If the oldest work has not waited long, nothing is marked.
 */
import { madeAt, type LedgerId } from '../../../../kernel/ids';
import { Busy, ok, refuse, refused, type Outcome } from '../../../../kernel/refusal';
import type { Clock } from '../../../../kernel/clock';
import type { Tx, UnitOfWork } from '../../../../kernel/unit-of-work';
import type { PostingFailure } from '../../domain/refusals';
import type { TransactionId } from '../../domain/transaction';
import type { PostingAttempt, PostingStore, QuarantineStore } from '../ports';

export interface Quarantine {
  /** Posts the work that is suspect, and returns whether there may be more; undefined if no work of the ledger is suspect. */
  postSuspects(ledgerId: LedgerId, lockTimeoutMs: number): Promise<boolean | undefined>;
}

export interface QuarantineDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: PostingStore;
  readonly quarantineStore: QuarantineStore;
  readonly clock: Clock;
}

/** The transactions that an attempt may post or fail; it decides no others. */
export interface Suspects {
  readonly ids: readonly TransactionId[];
  /** The failure to record for the transactions; undefined if they are to be posted. */
  readonly failure?: PostingFailure | undefined;
}

/** Posts or fails the oldest pending transactions, at most `limit`; does nothing if one of them is not among `suspects`. */
export type PostOldest = (
  ledgerId: LedgerId,
  lockTimeoutMs: number,
  limit: number,
  suspects: Suspects,
) => Promise<unknown>;

/** A transaction is suspect if it had already waited this long when the poster began: the previous poster did not post it. */
export const suspectAfterMs = 5_000;
/** A process counts as gone after this time without a session. */
export const goneAfterMs = 5_000;
/** If this many processes have died while they posted a transaction alone, the transaction fails. */
export const maxDeaths = 3;
/** The maximum number of ledgers that are remembered as free of suspect work. If it is reached, all of them are checked again. */
const maxTrusted = 100_000;

export const createQuarantine = (
  dependencies: QuarantineDependencies,
  maxBatchTransactions: number,
  post: PostOldest,
): Quarantine => {
  const { unitOfWork, quarantineStore, clock } = dependencies;
  const begunAt = clock.now();
  const trusted = new Set<LedgerId>();
  /** Marks of this process that may still be stored. A mark has no effect while its process lives. */
  const ours = new Map<LedgerId, readonly PostingAttempt[]>();
  const absences = createAbsences(clock);
  let aloneBefore: Promise<unknown> = Promise.resolve();

  const takeBack = async (ledgerId: LedgerId): Promise<void> => {
    const marked = ours.get(ledgerId);
    const owner = marked?.[0]?.owner;
    if (marked && owner !== undefined)
      await unitOfWork.run({ ledgerIds: [ledgerId] }, async (tx) => {
        const ids = marked.map(({ transactionId }) => transactionId);
        return ok(await quarantineStore.unmark(tx, ledgerId, owner, ids));
      });
    ours.delete(ledgerId);
  };

  const suspect = (ledgerId: LedgerId, mayBeAlone: boolean): Promise<Outcome<NotTried, Suspected>> =>
    unitOfWork.run<NotTried, Suspected>({ ledgerIds: [ledgerId] }, async (tx) => {
      const found = await look(dependencies, absences, tx, ledgerId, begunAt, maxBatchTransactions);
      if (refused(found)) return found;
      const { isAlone, marks } = found.right;
      if (isAlone && !mayBeAlone) return refuse('to be tried alone' as const);
      // The marks are remembered before they are written, so that this process withdraws them even if the answer to the commit is lost.
      ours.set(ledgerId, marks);
      await quarantineStore.mark(tx, ledgerId, marks);
      return found;
    });

  const attempt = async (
    ledgerId: LedgerId,
    lockTimeoutMs: number,
    mayBeAlone: boolean,
  ): Promise<NotTried | 'tried'> => {
    await takeBack(ledgerId);
    const suspected = await suspect(ledgerId, mayBeAlone);
    if (refused(suspected)) return suspected.left;
    const { suspects, isAlone } = suspected.right;
    await post(ledgerId, lockTimeoutMs, isAlone ? 1 : maxBatchTransactions, suspects);
    await takeBack(ledgerId);
    return 'tried';
  };

  const attemptAlone = (ledgerId: LedgerId, lockTimeoutMs: number): Promise<NotTried | 'tried'> => {
    const attempted = aloneBefore.then(() => attempt(ledgerId, lockTimeoutMs, true));
    aloneBefore = attempted.catch(() => undefined);
    return attempted;
  };

  return {
    postSuspects: async (ledgerId, lockTimeoutMs) => {
      if (trusted.has(ledgerId)) return undefined;
      try {
        let attempted = await attempt(ledgerId, lockTimeoutMs, false);
        if (attempted === 'to be tried alone') attempted = await attemptAlone(ledgerId, lockTimeoutMs);
        if (attempted === 'tried') return true;
        if (attempted === 'later') return false;
      } catch (error) {
        // The cause of the error may also have closed the sessions of other processes, so their absences are measured again from now on.
        if (!(error instanceof Busy)) absences.forget();
        throw error;
      }
      if (trusted.size >= maxTrusted) trusted.clear();
      trusted.add(ledgerId);
      return undefined;
    },
  };
};

/** The reasons not to try: 'later' means that a process that marked the work may still resume it. */
type NotTried = 'nothing waited' | 'to be tried alone' | 'later';

interface Suspected {
  readonly suspects: Suspects;
  readonly isAlone: boolean;
  readonly marks: readonly PostingAttempt[];
}

/** Finds the suspect work and its marks. Reads without the head's lock, so the posting checks again that it decides only this work. */
const look = async (
  { store, quarantineStore }: QuarantineDependencies,
  absences: Absences,
  tx: Tx,
  ledgerId: LedgerId,
  begunAt: Date,
  maxBatchTransactions: number,
): Promise<Outcome<NotTried, Suspected>> => {
  const pending = await store.oldestPending(tx, ledgerId, maxBatchTransactions);
  const [oldest] = pending;
  if (!oldest || begunAt.getTime() - madeAt(oldest).getTime() < suspectAfterMs) return refuse('nothing waited');
  const attempts = await quarantineStore.attempts(tx, ledgerId, pending);
  const { own, present } = await quarantineStore.presence(tx, [...new Set(attempts.map(({ owner }) => owner))]);
  const ofOthers = attempts
    .filter(({ owner }) => owner !== own)
    .map((attempt) => ({ ...attempt, state: absences.stateOf(attempt.owner, present.has(attempt.owner)) }));
  if (ofOthers.some(({ state }) => state === 'not seen')) return refuse('later');
  const deaths = ofOthers.filter(({ state }) => state === 'gone');
  const isAlone = deaths.length > 0 || ofOthers.some((attempt) => attempt.isAlone);
  const ids = isAlone ? await store.oldestPending(tx, ledgerId, 1) : pending;
  const deathsOf = (id: TransactionId): number =>
    deaths.filter((death) => death.isAlone && death.transactionId === id).length;
  const isPoison = ids.some((id) => deathsOf(id) >= maxDeaths);
  return ok({
    suspects: { ids, ...(isPoison ? { failure: { kind: 'PostingCrashed' } as const } : {}) },
    isAlone,
    marks: ids.map((transactionId) => ({ transactionId, owner: own, isAlone })),
  });
};

interface Absences {
  stateOf(owner: string, isPresent: boolean): 'there' | 'not seen' | 'gone';
  /** Forgets since when each process has been absent, so that its absence is measured from the next observation on. */
  forget(): void;
}

const createAbsences = (clock: Pick<Clock, 'elapsed'>): Absences => {
  const since = new Map<string, number>();
  return {
    stateOf: (owner, isPresent) => {
      if (isPresent) {
        since.delete(owner);
        return 'there';
      }
      const first = since.get(owner) ?? clock.elapsed();
      since.set(owner, first);
      return clock.elapsed() - first >= goneAfterMs ? 'gone' : 'not seen';
    },
    forget: () => since.clear(),
  };
};
