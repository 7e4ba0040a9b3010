/** A turn of a ledger's one writer: after everything that was decided before, before everything that comes after. */
import { createFairLine, type FairLine } from '../../../kernel/fair-line';
import type { Content } from '../../../kernel/formats';
import type { LedgerId } from '../../../kernel/ids';
import { Busy, ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Clock, ProcessTime } from '../../../kernel/clock';
import { token } from '../../../kernel/token';
import { behind, type Tx, type UnitOfWork } from '../../../kernel/unit-of-work';
import { headAfter, type LedgerHead } from '../domain/chain';
import type { EventSubject, EventType } from '../domain/event';
import { chainEvents } from '../domain/posting';
import type { AcceptanceStore, ChartStore, PostingStore } from './ports';

export interface TurnDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly acceptances: AcceptanceStore;
  readonly store: PostingStore;
  readonly chart: ChartStore;
  readonly clock: Clock;
  /** Where this process's writers of a ledger wait, so that one of them at a time waits in the store, with a connection. */
  readonly line: TurnLine;
}

export type TurnLine = FairLine;

/** One for the process: all who write in turns wait in one line. */
export const TURNS = token<TurnDependencies>('Turns');

/** As long as the store itself lets a writer wait for a ledger's head. */
const maxWaitMs = 2_000;
const maxWaitingWriters = 200;

export const createTurnLine = (clock: Pick<ProcessTime, 'deadline'>): TurnLine =>
  createFairLine(
    { places: Infinity, placesEach: 1, maxWaitMs, maxWaitingEach: maxWaitingWriters },
    () => new Busy('Others are writing to the ledger.'),
    clock,
  );

export interface Turn {
  readonly tx: Tx;
  readonly head: LedgerHead;
  readonly now: Date;
}

export interface TurnOptions {
  /** What is to be held before any head. */
  readonly hold?: (tx: Tx) => Promise<void> | undefined;
  /** A dry run: whatever `work` wrote is taken back, and its answer given. */
  readonly isTakenBack?: boolean;
  /** Who acts, where the log of the tenant tells of it. */
  readonly actor?: string | undefined;
}

/** Runs `work` in one transaction under the lock of the ledger's head, waiting for it. */
export const inTurn = <R, A>(
  dependencies: TurnDependencies,
  ledgerId: LedgerId,
  work: (turn: Turn) => Promise<Outcome<R, A>>,
  options: TurnOptions = {},
): Promise<Outcome<R, A>> => inTurns(dependencies, [ledgerId], (turns) => work(turns.get(ledgerId) as Turn), options);

/** An answer for which the transaction is rolled back. */
class TakenBack<A> {
  constructor(readonly answer: A) {}
}

/** The same under the locks of several heads, taken in the order of the ledgers' ids: so no two writers wait for each other. */
export const inTurns = async <R, A>(
  { unitOfWork, store, clock, line }: TurnDependencies,
  ledgers: readonly LedgerId[],
  work: (turns: ReadonlyMap<LedgerId, Turn>) => Promise<Outcome<R, A>>,
  { hold = () => undefined, isTakenBack = false, actor }: TurnOptions = {},
): Promise<Outcome<R, A>> => {
  const ledgerIds = [...ledgers].sort();
  // Only in the line of the first: who has its head waits for the second in the store anyway, and until then the second is free.
  const [first] = ledgerIds as [LedgerId];
  await line.enter(first);
  try {
    const outcome = await unitOfWork.run<R | TakenBack<A>, A>({ ledgerIds, actor }, async (tx) => {
      // Asked at once, all are taken in this order all the same.
      const held = hold(tx);
      const locked = Promise.all(ledgerIds.map((ledgerId) => store.lockHead(tx, ledgerId)));
      const heads = await behind(held, locked);
      const turns = ledgerIds.map((ledgerId, index) => {
        const head = heads[index];
        if (!head) throw new Error(`ledger ${ledgerId} has no head`);
        return [ledgerId, { tx, head, now: clock.now(ledgerId) }] as const;
      });
      const done = await work(new Map<LedgerId, Turn>(turns));
      return isTakenBack && !refused(done) ? refuse(new TakenBack(done.right)) : done;
    });
    if (!refused(outcome)) return outcome;
    return outcome.left instanceof TakenBack ? ok(outcome.left.answer) : refuse(outcome.left);
  } finally {
    line.leave(first);
  }
};

export interface NewEvent {
  readonly type: EventType;
  readonly accountId?: Parameters<typeof chainEvents>[1][number]['accountId'];
  readonly subject?: EventSubject;
  readonly actor: string;
  readonly reason?: string;
  /** What it is about, as it is afterwards. */
  readonly content: Content;
}

/** Adds to the ledger's log what happened in this turn, and gives the turn as it goes on after it. */
export const logEvent = async (
  { chart }: TurnDependencies,
  { tx, head, now }: Turn,
  ledgerId: LedgerId,
  { type, accountId = null, subject, actor, reason, content }: NewEvent,
): Promise<Turn> => {
  const about = { transactionId: null, accountId, actor, reason: reason ?? null, occurredAt: now };
  const events = chainEvents(head, [{ type, ...about, contentHash: content.hash }]);
  await chart.appendEvents(tx, ledgerId, events, { contents: [content.text], subject });
  return { tx, head: headAfter(head, events), now };
};
