/**
 * Expiry: releases what is left of holds whose time is over. Like posting it is found by looking, and done by the process that comes first
 * under the lock of the ledger's head, so that any number of processes release each once, and a settlement that came before wins.
 */
import type { LedgerId } from '../../../../kernel/ids';
import { accepted, Busy, ok, refuse, refused } from '../../../../kernel/refusal';
import type { Observations } from '../../../../kernel/observations';
import type { Background, Loop, Rest } from '../../../../kernel/background';
import type { Clock } from '../../../../kernel/clock';
import type { TestClocks } from '../../../../kernel/test-clocks';
import type { Log } from '../../../../kernel/tokens';
import type { Tx, UnitOfWork } from '../../../../kernel/unit-of-work';
import type { LedgerHead } from '../../domain/chain';
import { postedBatch, type PostingPlan } from '../../domain/posting';
import type { DueHold, PostingStore } from '../ports';
import type { Writers } from '../writing/writers';
import { acceptanceOfExpiry, decideExpiry, leftOf, planExpiry, readTerms } from './expired';
import { createWidePace, fitting, type ExpiryTurn, type Fitting } from './wide-expiry';

export interface ExpiryDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly store: PostingStore;
  readonly writers: Pick<Writers, 'find'>;
  readonly clock: Clock;
  readonly testClocks: Pick<TestClocks, 'moved'>;
  readonly log: Log;
  readonly background: Pick<Background, 'loop' | 'isObserved' | 'done'>;
  readonly observations: Pick<Observations, 'posted' | 'holdsExpired'>;
}

interface Watched {
  readonly background: Pick<Background, 'isObserved' | 'done'>;
}

/** How often a process looks for holds that are due: it is one look at an index while none is. */
const pollMs = 1_000;
/** Released in one transaction, so that others who write to the ledger wait for one such write at the most; fewer of many entries. */
export const maxHoldsAtOnce = 100;
/** The same where others do write: shorter writes let them have more turns, for a release that takes longer as a whole. */
const holdsBesideOthers = 25;
/** Looked for at once, for several writes between the groups of the ledger's own writer; then other ledgers get their turn. */
const holdsFoundAtOnce = 400;
/** Who waited so long for the head has others beside him. */
const aloneMs = 10;
/** How long to wait for the head of a ledger before others get their turn. */
const lockTimeoutMs = 400;
/** Between the groups of the ledger's own writer, a write with its wait may take so long: as many holds are taken as fit. */
const betweenMs = 70;
const minHoldsAtOnce = 10;
/** Faults of a ledger in a row, before they are worth a line. That others hold the head is none. */
const quietFaults = 2;

export const createExpiry = (dependencies: ExpiryDependencies): Loop => {
  const { store, clock, log, testClocks } = dependencies;
  const faults = new Map<LedgerId, number>();
  /** Where somebody else had the head, the last time that holds were released under its lock. */
  const crowded = new Set<LedgerId>();
  const wide = createWidePace(clock);

  const expireOf = async (ledgerId: LedgerId, mayBeWide: boolean): Promise<ExpiryTurn> => {
    const between = await expireBetween(dependencies, ledgerId, mayBeWide);
    if (between) return between;
    const atOnce = crowded.has(ledgerId) ? holdsBesideOthers : maxHoldsAtOnce;
    const { waitedMs, ...turn } = await expireDue(dependencies, ledgerId, { atOnce, mayBeWide });
    if (waitedMs > aloneMs) crowded.add(ledgerId);
    else crowded.delete(ledgerId);
    return turn;
  };

  /** One turn for each ledger that has any. */
  const expireAll = async (mayGoOn: () => boolean): Promise<Rest> => {
    const due = await store.ledgersWithDueHolds(clock.now());
    // A ledger whose time was moved is asked by its own.
    const ledgerIds = [...new Set([...due, ...testClocks.moved()])];
    const isIdle = due.length === 0;
    let isMore = false;
    let isWideLeft = false;
    // Evaluated once per round, after the look, so that a pause that ends meanwhile gives the turn to the ledger that waited longest.
    let mayBeWide = wide.pauseMs() === 0;
    for (const ledgerId of wide.inOrder(ledgerIds)) {
      if (!mayGoOn()) break;
      try {
        const { wideMs, isPutOff, ...turn } = await expireOf(ledgerId, mayBeWide);
        if (wideMs !== undefined) {
          wide.wrote(ledgerId, wideMs);
          mayBeWide = false;
        }
        if (isPutOff || wideMs !== undefined) isWideLeft ||= turn.isMore;
        else isMore ||= turn.isMore;
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
    if (isMore) return { isIdle, pauseMs: 0 };
    return { isIdle, pauseMs: isWideLeft ? wide.pauseMs() : pollMs };
  };

  return dependencies.background.loop({
    name: 'expiry',
    isTimed: true,
    complaint: 'looking for expired holds failed and will be tried again',
    afterFaultMs: pollMs,
    round: expireAll,
  });
};

/**
 * Releases holds in the line of this process's own writer of the ledger, between its groups: no group is planned in vain because of
 * it, and none waits for more than one such write. A wide write is the last of its turn. Undefined where there is no such writer.
 */
export const expireBetween = async (
  dependencies: Omit<ExpiryDependencies, 'log' | 'background' | 'testClocks'> & Watched,
  ledgerId: LedgerId,
  mayBeWide = true,
): Promise<ExpiryTurn | undefined> => {
  const { unitOfWork, store, writers, clock } = dependencies;
  const writer = writers.find(ledgerId);
  if (!writer) return undefined;
  const reading = async <A>(work: (tx: Tx) => Promise<A>): Promise<A> =>
    accepted(await unitOfWork.run<never, A>({ ledgerIds: [ledgerId] }, async (tx) => ok(await work(tx))));
  const readDue = (tx: Tx, limit: number): Promise<readonly DueHold[]> =>
    store.readDueHolds(tx, ledgerId, clock.now(ledgerId), limit);
  const due = await reading((tx) => readDue(tx, holdsFoundAtOnce));
  let done = 0;
  let isPutOff = false;
  const readNext = async (count: number) => {
    const startedAt = clock.elapsed();
    const since = writer.knownNow();
    const { ids, isWide } = fitting(due.slice(done), count);
    isPutOff = isWide && !mayBeWide;
    if (ids.length === 0 || isPutOff) return undefined;
    done += ids.length;
    const [decided, terms] = await reading((tx) =>
      Promise.all([store.readDecided(tx, ledgerId, ids), readTerms(store, tx, ledgerId)]),
    );
    return {
      startedAt,
      since,
      isWide,
      terms,
      holds: [...decided.values()].filter(({ holdState }) => holdState === 'open'),
    };
  };
  /** Where the write before left the ledger: a group that came between has moved it on. */
  let left: LedgerHead | undefined;
  let isAlone = false;
  let atOnce = holdsBesideOthers;
  let isLeft = false;
  let next = readNext(atOnce);
  for (let read = await next; read; read = await next) {
    const { since, isWide, terms, holds } = read;
    const startedAt = clock.elapsed();
    isAlone = false;
    const writing = writer.writeBetween({
      weight: holds.length,
      since,
      decide: (head, now) => {
        isAlone = head === left;
        return decideExpiry(holds, terms, head, now);
      },
      decideAnew: async (tx, locked, now) => {
        const [head, dueStill, termsNow] = await Promise.all([
          locked,
          readDue(tx, holds.length),
          readTerms(store, tx, ledgerId),
        ]);
        const still = new Map(dueStill.map((hold) => [hold.id, hold.left]));
        const open = holds.filter((hold) => still.get(hold.posting.id) === leftOf(hold));
        return head && decideExpiry(open, termsNow, head, now);
      },
    });
    // Read while those before are written.
    if (!isWide) {
      next = readNext(atOnce);
      next.catch(() => undefined);
    }
    const plan = await writing;
    if (plan) tell(dependencies, plan, startedAt);
    if (!plan || plan.posted.length < holds.length) isLeft = true;
    if (isWide) return { isMore: true, wideMs: clock.elapsed() - read.startedAt };
    left = plan?.head;
    const fit = Math.round((holds.length * betweenMs) / (clock.elapsed() - startedAt));
    atOnce = isAlone ? maxHoldsAtOnce : Math.max(minHoldsAtOnce, Math.min(maxHoldsAtOnce, fit));
  }
  if (isPutOff) return { isMore: true, isPutOff };
  return { isMore: isLeft || due.length >= holdsFoundAtOnce };
};

/** Releases the holds of a ledger that were due first, in one write: what came of it, and how long it waited for the head. */
export const expireDue = async (
  dependencies: Omit<ExpiryDependencies, 'writers' | 'log' | 'background' | 'testClocks'> & Watched,
  ledgerId: LedgerId,
  { atOnce = maxHoldsAtOnce, mayBeWide = true } = {},
): Promise<ExpiryTurn & { readonly waitedMs: number }> => {
  const { unitOfWork, store, clock } = dependencies;
  const startedAt = clock.elapsed();
  let taken: Fitting = { ids: [], isWide: false };
  let isMore = false;
  let waitedMs = 0;
  const outcome = await unitOfWork.run<'nothing expires', PostingPlan>(
    { ledgerIds: [ledgerId], lockTimeoutMs },
    async (tx) => {
      const now = clock.now(ledgerId);
      const readDue = (): Promise<readonly DueHold[]> => store.readDueHolds(tx, ledgerId, now, atOnce);
      const due = await readDue();
      taken = fitting(due, atOnce);
      isMore = due.length >= atOnce || taken.ids.length < due.length;
      if (due.length === 0 || (taken.isWide && !mayBeWide)) return refuse('nothing expires' as const);
      // Read and drafted before the head is locked, for which others wait.
      const [decided, terms] = await Promise.all([
        store.readDecided(tx, ledgerId, taken.ids),
        readTerms(store, tx, ledgerId),
      ]);
      const drafted = [...decided.values()].map((hold) => acceptanceOfExpiry(hold, terms, now));
      const askedAt = clock.elapsed();
      const locked = store.lockHead(tx, ledgerId).finally(() => (waitedMs = clock.elapsed() - askedAt));
      const [head, dueStill, facts] = await Promise.all([locked, readDue(), readTerms(store, tx, ledgerId)]);
      // Where days were locked meanwhile, they are drafted anew at the next look.
      if (!head || facts.lockedUntil !== terms.lockedUntil) return refuse('nothing expires' as const);
      const left = new Map(dueStill.map((hold) => [hold.id, hold.left]));
      const acceptances = drafted.filter(({ undoes: { id, amount } }) => left.get(id) === amount);
      if (acceptances.length === 0) return refuse('nothing expires' as const);
      const plan = planExpiry(acceptances, facts, head, now);
      tx.last(store.writeAtOnce(tx, ledgerId, acceptances, plan, 'locked'));
      return ok(plan);
    },
  );
  if (!refused(outcome)) tell(dependencies, outcome.right, startedAt);
  if (!taken.isWide) return { isMore, waitedMs };
  return mayBeWide ? { isMore, wideMs: clock.elapsed() - startedAt, waitedMs } : { isMore, isPutOff: true, waitedMs };
};

const tell = (
  { clock, observations, background }: Pick<ExpiryDependencies, 'clock' | 'observations'> & Watched,
  plan: PostingPlan,
  startedAt: number,
): void => {
  observations.posted(postedBatch(plan, (clock.elapsed() - startedAt) / 1000));
  observations.holdsExpired(plan.posted.length);
  if (!background.isObserved) return;
  for (const { transaction } of plan.posted) if (transaction.undoes) background.done('expiry', transaction.undoes.id);
};
