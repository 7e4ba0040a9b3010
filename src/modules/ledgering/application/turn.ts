/** A turn of a ledger's one writer: after everything that was decided before, before everything that comes after. */
import type { Content } from '../../../kernel/formats';
import type { LedgerId } from '../../../kernel/ids';
import { ok, refuse, refused, type Outcome } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/clock';
import { token } from '../../../kernel/token';
import { behind, type Tx, type UnitOfWork } from '../../../kernel/unit-of-work';
import { headAfter, type LedgerHead } from '../domain/chain';
import type { EventSubject, EventType } from '../domain/event';
import { chainEvents } from '../domain/posting';
import type { TransactionId } from '../domain/transaction';
import type { Lines, Move } from './line';
import type { AcceptanceStore, ChartStore, PostingStore } from './ports';

export interface TurnDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly acceptances: AcceptanceStore;
  readonly store: PostingStore;
  readonly chart: ChartStore;
  readonly clock: Clock;
  readonly lines: Lines;
}

/** One for the process: all who write in turns wait in one line. */
export const TURNS = token<TurnDependencies>('Turns');

export interface Turn {
  readonly tx: Tx;
  readonly head: LedgerHead;
  readonly now: Date;
  /** The turn as it goes on behind something that it writes to the ledger: the next group of posts continues from there. */
  follows(move: Move): Turn;
}

export interface TurnOptions {
  /** Milliseconds to wait for the head; as long as the store lets a writer wait, where it is not said. */
  readonly lockTimeoutMs?: number;
  /** Takes the locks that must be held before any head is locked. */
  readonly hold?: (tx: Tx) => Promise<void> | undefined;
  /** Asks for what the work reads, behind the locks and in one packet with them. */
  readonly ask?: (tx: Tx) => void;
  /** A dry run: whatever `work` wrote is taken back, and its answer given. */
  readonly isTakenBack?: boolean;
  /** The actor that the tenant's log names for this turn, if it records one. */
  readonly actor?: string | undefined;
}

/** Runs `work` in one transaction under the lock of the ledger's head, in its turn. */
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
  { unitOfWork, store, clock, lines }: TurnDependencies,
  ledgers: readonly LedgerId[],
  work: (turns: ReadonlyMap<LedgerId, Turn>) => Promise<Outcome<R, A>>,
  { hold = () => undefined, ask = () => undefined, isTakenBack = false, actor, lockTimeoutMs }: TurnOptions = {},
): Promise<Outcome<R, A>> => {
  const ledgerIds = [...ledgers].sort();
  return lines.inTurn(ledgerIds, async (planned) => {
    const outcome = await unitOfWork.run<R | TakenBack<A>, A>({ ledgerIds, actor, lockTimeoutMs }, async (tx) => {
      // Even if they are asked for at once, the heads are locked in this order.
      const held = hold(tx);
      const locked = Promise.all(ledgerIds.map((ledgerId) => store.lockHead(tx, ledgerId)));
      ask(tx);
      const heads = await behind(held, locked);
      const moves = new Map<LedgerId, Move[]>();
      const turns = ledgerIds.map((ledgerId, index) => {
        const head = heads[index];
        if (!head) throw new Error(`ledger ${ledgerId} has no head`);
        const own: Move[] = [];
        moves.set(ledgerId, own);
        return [ledgerId, turnAt(tx, head, clock.now(ledgerId), own)] as const;
      });
      const done = await work(new Map<LedgerId, Turn>(turns));
      if (isTakenBack) return refused(done) ? done : refuse(new TakenBack(done.right));
      if (!refused(done)) planned(moves);
      return done;
    });
    if (!refused(outcome)) return outcome;
    return outcome.left instanceof TakenBack ? ok(outcome.left.answer) : refuse(outcome.left);
  });
};

const turnAt = (tx: Tx, head: LedgerHead, now: Date, moves: Move[]): Turn => ({
  ...{ tx, head, now },
  follows: (move) => {
    moves.push(move);
    return turnAt(tx, move.head, now, moves);
  },
});

export interface NewEvent {
  readonly type: EventType;
  /** The transaction whose words the event changes or adds to. */
  readonly transactionId?: TransactionId | null;
  readonly accountId?: Parameters<typeof chainEvents>[1][number]['accountId'];
  readonly subject?: EventSubject;
  readonly actor: string;
  readonly reason?: string;
  /** The subject of the event, as it is after the event. */
  readonly content: Content;
}

/** Adds to the ledger's log what happened in this turn, and gives the turn as it goes on after it. */
export const logEvent = async (
  { chart }: TurnDependencies,
  turn: Turn,
  ledgerId: LedgerId,
  { type, transactionId = null, accountId = null, subject, actor, reason, content }: NewEvent,
): Promise<Turn> => {
  const { tx, head, now } = turn;
  const about = { transactionId, accountId, actor, reason: reason ?? null, occurredAt: now };
  const events = chainEvents(head, [{ type, ...about, contentHash: content.hash }]);
  await chart.appendEvents(tx, ledgerId, events, { contents: [content.text], subject });
  return turn.follows({ ...moves, from: head, head: headAfter(head, events), changesFacts: !keepsFacts.has(type) });
};

const moves = { totals: [], days: [], undone: [] };

/** Events that change nothing of the accounts, journals, transaction codes and locks that were there before them. */
const keepsFacts: ReadonlySet<EventType> = new Set<EventType>([
  ...(['account_created', 'journal_created', 'trancode_created', 'string_operation_posted'] as const),
  ...(['account_set_created', 'account_set_updated', 'account_set_deleted'] as const),
  ...(['account_set_member_added', 'account_set_member_removed'] as const),
  ...(['transaction_amended', 'transaction_noted'] as const),
]);
