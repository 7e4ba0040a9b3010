/** A turn of a ledger's one writer: after everything that was decided before, before everything that comes after. */
import type { LedgerId } from '../../../kernel/ids';
import type { Outcome } from '../../../kernel/refusal';
import type { Clock } from '../../../kernel/time';
import type { Tx, UnitOfWork } from '../../../kernel/unit-of-work';
import {
  chainEvents,
  contentHashOfRecord,
  headAfter,
  type EventSubject,
  type EventType,
  type LedgerHead,
} from '../domain/chain';
import type { AcceptanceStore, ChartStore, PostingStore } from './ports';

export interface TurnDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly acceptances: AcceptanceStore;
  readonly store: PostingStore;
  readonly chart: ChartStore;
  readonly clock: Clock;
}

export interface Turn {
  readonly tx: Tx;
  readonly head: LedgerHead;
  readonly now: Date;
}

/** Runs `work` in one transaction under the lock of the ledger's head, waiting for it. */
export const inTurn = <R, A>(
  { unitOfWork, store, clock }: TurnDependencies,
  ledgerId: LedgerId,
  work: (turn: Turn) => Promise<Outcome<R, A>>,
): Promise<Outcome<R, A>> =>
  unitOfWork.run<R, A>({ ledgerIds: [ledgerId] }, async (tx) => {
    const head = await store.lockHead(tx, ledgerId);
    if (!head) throw new Error(`ledger ${ledgerId} has no head`);
    return work({ tx, head, now: clock.now() });
  });

export interface Happening {
  readonly type: EventType;
  readonly accountId?: Parameters<typeof chainEvents>[1][number]['accountId'];
  readonly subject?: EventSubject;
  readonly actor: string;
  readonly reason?: string;
  /** What it is about, as it is afterwards. */
  readonly record: object;
}

/** Adds to the ledger's log what happened in this turn, and gives the turn as it goes on after it. */
export const logHappening = async (
  { chart }: TurnDependencies,
  { tx, head, now }: Turn,
  ledgerId: LedgerId,
  { type, accountId = null, subject, actor, reason, record }: Happening,
): Promise<Turn> => {
  const contentHash = contentHashOfRecord(record);
  const event = { type, transactionId: null, accountId, actor, reason: reason ?? null, occurredAt: now, contentHash };
  const events = chainEvents(head, [event]);
  await chart.appendEvents(tx, ledgerId, events, subject);
  return { tx, head: headAfter(head, events), now };
};
