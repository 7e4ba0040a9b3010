/**
 * Expiry: releases what is left of holds whose time is over. Like posting it is found by looking, and done by the process that comes first
 * under the lock of the ledger's head, so that any number of processes release each once, and a settlement that came before wins.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { Busy, ok, refuse, refused } from '../../../../kernel/refusal';
import type { Observations } from '../../../../kernel/observations';
import type { Clock } from '../../../../kernel/time';
import type { Log } from '../../../../kernel/tokens';
import type { UnitOfWork } from '../../../../kernel/unit-of-work';
import type { PostingFacts } from '../../domain/books';
import { releaseFormats } from '../../domain/formats';
import { draftExpiry, expiryReason } from '../../domain/hold';
import { acceptanceOf, pendingOf, type Acceptance } from '../../domain/judging';
import { planPosting, postedBatch, touchedBy, type PostingPlan } from '../../domain/posting';
import type { TransactionId, Undoing } from '../../domain/transaction';
import type { DecidedTransaction } from '../../domain/undoing';
import type { DueHold, PostingStore } from '../ports';

export interface ExpiryDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: PostingStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly observations: Pick<Observations, 'posted' | 'holdsExpired'>;
}

export interface Expiry {
  start(): void;
  /** Finishes what is in hand. */
  stop(): Promise<void>;
}

/** How often a process looks for holds that are due: it is one look at an index while none is. */
const pollMs = 1_000;
/** Released in one transaction, so that others who write to the ledger wait for one such write at the most. */
export const maxHoldsAtOnce = 100;
/** The same where others do write: shorter writes let them have more turns, for a release that takes longer as a whole. */
const holdsBesideOthers = 25;
/** Who waited so long for the head has others beside him. */
const aloneMs = 10;
/** How long to wait for the head of a ledger before others get their turn. */
const lockTimeoutMs = 400;
/** Faults of a ledger in a row, before they are worth a line. That others hold the head is none. */
const quietFaults = 2;

export const createExpiry = (dependencies: ExpiryDependencies): Expiry => {
  const { store, clock, log } = dependencies;
  const faults = new Map<LedgerId, number>();
  /** Where somebody else had the head, the last time that holds were released. */
  const crowded = new Set<LedgerId>();
  let isRunning = false;
  let poll: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  /** One write for each ledger that has any, in turns, until none is due: true where there may be more. */
  const expireAll = async (): Promise<boolean> => {
    let isMore = false;
    for (const ledgerId of await store.ledgersWithDueHolds(clock.now())) {
      if (!isRunning) return false;
      try {
        const atOnce = crowded.has(ledgerId) ? holdsBesideOthers : maxHoldsAtOnce;
        const { found, waitedMs } = await expireDue(dependencies, ledgerId, atOnce);
        if (found >= atOnce) isMore = true;
        if (waitedMs > aloneMs) crowded.add(ledgerId);
        else crowded.delete(ledgerId);
        faults.delete(ledgerId);
      } catch (error) {
        // It waited for the head in vain, which was long enough.
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
    return isMore;
  };

  const look = async (): Promise<void> => {
    let isMore = false;
    try {
      isMore = await expireAll();
    } catch (error) {
      log.warn({ error }, 'looking for expired holds failed and will be tried again');
    }
    if (isRunning) poll = setTimeout(() => void (looking = look()), isMore ? 0 : pollMs);
  };

  return {
    start: () => {
      isRunning = true;
      looking = look();
    },
    stop: async () => {
      isRunning = false;
      clearTimeout(poll);
      await looking;
    },
  };
};

/** Releases the holds of a ledger that were due first: how many it found, and how long it waited for the head. */
export const expireDue = async (
  { unitOfWork, store, clock, observations }: ExpiryDependencies,
  ledgerId: LedgerId,
  atOnce = maxHoldsAtOnce,
): Promise<{ readonly found: number; readonly waitedMs: number }> => {
  const startedAt = performance.now();
  let found = 0;
  let waitedMs = 0;
  const outcome = await unitOfWork.run<'nothing expires', PostingPlan>(
    { ledgerIds: [ledgerId], lockTimeoutMs },
    async (tx) => {
      const now = clock.now();
      const readDue = (): Promise<readonly DueHold[]> => store.readDueHolds(tx, ledgerId, now, atOnce);
      const due = await readDue();
      found = due.length;
      if (found === 0) return refuse('nothing expires' as const);
      // Read and drafted before the head is locked, for which others wait.
      const holds = [...(await store.readDecided(tx, ledgerId, due.map(idOf))).values()];
      const { accountIds, journalIds } = touchedBy(holds.map(({ posting }) => posting));
      const readFacts = (): Promise<PostingFacts> => store.readPostingFacts(tx, ledgerId, accountIds, journalIds);
      const { lockedUntil, denomination } = await readFacts();
      const drafted = holds.map((hold) => acceptanceOfExpiry(hold, { lockedUntil, denomination, now }));
      const askedAt = performance.now();
      const locked = store.lockHead(tx, ledgerId).finally(() => (waitedMs = performance.now() - askedAt));
      const [head, dueStill, facts] = await Promise.all([locked, readDue(), readFacts()]);
      // Where days were locked meanwhile, they are drafted anew at the next look.
      if (!head || facts.lockedUntil !== lockedUntil) return refuse('nothing expires' as const);
      const left = new Map(dueStill.map((hold) => [hold.id, hold.left]));
      const acceptances = drafted.filter(({ undoes: { id, amount } }) => left.get(id) === amount);
      if (acceptances.length === 0) return refuse('nothing expires' as const);
      const plan = planPosting(acceptances.map(pendingOf), facts, head, now);
      const [failed] = plan.failed;
      if (failed) throw new Error(`a hold cannot expire: ${failed.failure.kind}`);
      tx.last(store.writeAtOnce(tx, ledgerId, acceptances, plan, 'locked'));
      return ok(plan);
    },
  );
  if (!refused(outcome)) {
    observations.posted(postedBatch(outcome.right, (performance.now() - startedAt) / 1000));
    observations.holdsExpired(outcome.right.posted.length);
  }
  return { found, waitedMs };
};

const idOf = ({ id }: DueHold): TransactionId => id;

const acceptanceOfExpiry = (
  hold: DecidedTransaction,
  { lockedUntil, denomination, now }: Pick<PostingFacts, 'lockedUntil' | 'denomination'> & { readonly now: Date },
): Acceptance & { readonly undoes: Undoing } => {
  const { draft, undoing } = draftExpiry(hold, lockedUntil, denomination, now);
  const request = { transactionId: undoing.id, part: null, reason: expiryReason, date: null, idempotencyKey: null };
  return { ...acceptanceOf(draft, 'release', releaseFormats.fingerprintOf(request)), undoes: undoing };
};
