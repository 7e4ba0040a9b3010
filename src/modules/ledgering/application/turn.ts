/** A turn of a ledger's single writer. A turn sees all earlier decisions of the ledger, and is finished before any later decision. */
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

/** The token of the one instance in a process. All turns of the process wait in its lines. */
export const TURNS = token<TurnDependencies>('Turns');

export interface Turn {
  readonly tx: Tx;
  readonly head: LedgerHead;
  readonly now: Date;
  /** Records that this turn moved the head, and returns the turn with the new head. The next group of posts continues from the new head. */
  follows(move: Move): Turn;
}

export interface TurnOptions {
  /** The lock timeout for the head in milliseconds; undefined for the store's default. */
  readonly lockTimeoutMs?: number;
  /** Takes the locks that must be held before any head is locked. */
  readonly hold?: (tx: Tx) => Promise<void> | undefined;
  /** Sends the reads that `work` needs, in one packet with the locks and after them. */
  readonly ask?: (tx: Tx) => void;
  /** True for a dry run: everything that `work` writes is rolled back, and the answer of `work` is returned. */
  readonly isTakenBack?: boolean;
  /** The actor that the tenant's log records for this turn; undefined if the tenant's log does not record the turn. */
  readonly actor?: string | undefined;
}

/** Waits for the ledger's turn, and runs `work` in one transaction under the lock of the ledger's head. */
export const inTurn = <R, A>(
  dependencies: TurnDependencies,
  ledgerId: LedgerId,
  work: (turn: Turn) => Promise<Outcome<R, A>>,
  options: TurnOptions = {},
): Promise<Outcome<R, A>> => inTurns(dependencies, [ledgerId], (turns) => work(turns.get(ledgerId) as Turn), options);

/** Carries the answer of `work` out of a transaction that is rolled back. */
class TakenBack<A> {
  constructor(readonly answer: A) {}
}

/**
 * Runs `work` in one transaction under the locks of several heads, taken in the order of the ledgers' ids, so that no deadlock
 * is possible.
 */
export const inTurns = async <R, A>(
  { unitOfWork, store, clock, lines }: TurnDependencies,
  ledgers: readonly LedgerId[],
  work: (turns: ReadonlyMap<LedgerId, Turn>) => Promise<Outcome<R, A>>,
  { hold = () => undefined, ask = () => undefined, isTakenBack = false, actor, lockTimeoutMs }: TurnOptions = {},
): Promise<Outcome<R, A>> => {
  const ledgerIds = [...ledgers].sort();
  return lines.inTurn(ledgerIds, async (planned) => {
    const outcome = await unitOfWork.run<R | TakenBack<A>, A>({ ledgerIds, actor, lockTimeoutMs }, async (tx) => {
      // The heads are locked in the order of the ledgers' ids, because the database runs the statements in the order in which they are
      // sent.
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
  /** The transaction whose texts the event changes, or to which it adds a note. */
  readonly transactionId?: TransactionId | null;
  readonly accountId?: Parameters<typeof chainEvents>[1][number]['accountId'];
  readonly subject?: EventSubject;
  readonly actor: string;
  readonly reason?: string;
  /** The state of the subject after the event. */
  readonly content: Content;
}

/** Appends an event to the ledger's log in this turn, and returns a turn with the new head. */
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

/** The events that change none of the accounts, journals, transaction codes and locks that existed before. */
const keepsFacts: ReadonlySet<EventType> = new Set<EventType>([
  ...(['account_created', 'journal_created', 'trancode_created', 'string_operation_posted'] as const),
  ...(['account_set_created', 'account_set_updated', 'account_set_deleted'] as const),
  ...(['account_set_member_added', 'account_set_member_removed'] as const),
  ...(['transaction_amended', 'transaction_noted'] as const),
]);
