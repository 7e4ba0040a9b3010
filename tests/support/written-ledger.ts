/** Posts to one ledger over stores in memory that fail on request, and records how each group was written. */
import { newId } from '../../src/kernel/ids';
import type { Principal } from '../../src/kernel/principal';
import { ok, refused } from '../../src/kernel/refusal';
import type { Day } from '../../src/kernel/time';
import { createLines } from '../../src/modules/ledgering/application/line';
import { expireDue } from '../../src/modules/ledgering/application/posting/expiry';
import { inTurn, type Turn } from '../../src/modules/ledgering/application/turn';
import { createAccept } from '../../src/modules/ledgering/application/writing/accept';
import type { TransactionId, TransactionRequest } from '../../src/modules/ledgering/domain/transaction';
import { MemoryAttributesStore } from '../../src/modules/attributes/memory/attributes-store';
import { MemoryChartStore } from '../../src/modules/ledgering/memory/chart-store';
import { holdStateOf, type BooksByLedger } from '../../src/modules/ledgering/memory/ledger-books';
import { MemoryTransactionCodeStore } from '../../src/modules/catalog/memory/transaction-code-store';
import { MemoryAcceptanceStore } from '../../src/modules/ledgering/memory/acceptance-store';
import { MemoryPostingStore } from '../../src/modules/ledgering/memory/posting-store';
import { MemoryTransactionReader } from '../../src/modules/ledgering/memory/transaction-reader';
import { KeptMap } from '../../src/kernel/memory/kept';
import { MemoryUnitOfWork } from '../../src/kernel/memory/unit-of-work';
import { bookkeeperOf } from './bookkeeping';
import { HandClock } from './hand-clock';
import { judgingWithoutRules } from './undoing';
import { unwatched } from './unwatched';

const laterMs = 3_600_000;
const start = new Date('2026-01-15T10:00:00Z');
export const held = { layer: 'pending', expiresAt: new Date(start.getTime() + laterMs / 2) } as const;

const modeOf = (entries: number): TransactionRequest['mode'] => ({
  kind: 'entries',
  entries: Array.from({ length: entries }, (_, index) => ({
    ...{ account: { code: index % 2 ? 'SALES' : 'CASH' }, type: index % 2 ? 'credit' : 'debit', amount: '1' },
    ...{ description: null, metadata: null },
  })),
});
export const wideMode = modeOf(100);

export const openLedger = async () => {
  const clock = new HandClock(start);
  const books: BooksByLedger = new KeptMap();
  /** The faults of the next writes, in order. A write succeeds if its fault is undefined, or if no fault is left. */
  const faults: (Error | undefined)[] = [];
  const ways: string[] = [];
  /** For each read before a write, the number of transactions that it requested. */
  const readings: number[] = [];
  const refuseNext = (way: string): void => {
    ways.push(way);
    const fault = faults.shift();
    if (fault) throw fault;
  };
  class Acceptances extends MemoryAcceptanceStore {
    override async writeAcceptances(...given: Parameters<MemoryAcceptanceStore['writeAcceptances']>) {
      refuseNext('queued');
      return super.writeAcceptances(...given);
    }
  }
  class Store extends MemoryPostingStore {
    /** Called once, after the holds to release or settle have been read, and before they are released or settled. */
    meanwhile: (() => Promise<unknown>) | undefined;
    override async readDecided(...given: Parameters<MemoryPostingStore['readDecided']>) {
      this.begin();
      return super.readDecided(...given);
    }
    override readTargets(...given: Parameters<MemoryPostingStore['readTargets']>) {
      readings.push(given[1].length);
      const read = super.readTargets(...given);
      this.begin();
      return read;
    }
    private begin(): void {
      void this.meanwhile?.();
      this.meanwhile = undefined;
    }
    override async writeAtOnce(...given: Parameters<MemoryPostingStore['writeAtOnce']>) {
      const [, , , , head] = given;
      refuseNext(head === 'locked' ? 'under the lock' : 'ahead');
      return super.writeAtOnce(...given);
    }
  }
  const attributes = new MemoryAttributesStore();
  const unitOfWork = new MemoryUnitOfWork();
  const acceptances = new Acceptances(books, attributes, new MemoryTransactionCodeStore());
  const store = new Store(books, attributes, unitOfWork);
  const turns = {
    ...{ unitOfWork, acceptances, store, clock, lines: createLines(clock) },
    chart: new MemoryChartStore(books),
  };
  const bookkeeper = bookkeeperOf(turns, newId());
  const caller: Principal = await bookkeeper.openLedger('MAIN');
  await bookkeeper.openAccount(caller, 'CASH');
  await bookkeeper.openAccount(caller, 'SALES', { type: 'revenue' });
  const logged: string[] = [];
  /** The modes in which a group met a write conflict. */
  const conflicts: string[] = [];
  const note = (_: object, text: string): void => void logged.push(text);
  const process = { caughtUp: Promise.resolve(), woken: 0 };
  const poster = {
    isRunning: true,
    wake: () => void (process.woken += 1),
    caughtUp: () => process.caughtUp,
  };
  const judging = judgingWithoutRules(attributes);
  const accepting = createAccept({
    ...turns,
    attributes: judging as never,
    catalog: {} as never,
    log: { info: note, warn: note, error: note },
    decisions: { isAwaited: false, tell: () => undefined },
    observations: { posted: () => undefined, writeConflicted: (mode) => void conflicts.push(mode) },
    poster,
  });
  const { accept } = accepting;
  const saleOf = (key: string, own: Partial<TransactionRequest> = {}): TransactionRequest => ({
    ...{ description: 'Sale', reference: null, layer: 'settled', journalId: null, idempotencyKey: key, metadata: null },
    ...{ correlationId: null, correlationType: null, correlationSourceId: null, expiresAt: null, attributes: null },
    effectiveDate: '2026-01-15' as Day,
    mode: modeOf(2),
    ...own,
  });
  const sell = async (key: string = newId(), own: Partial<TransactionRequest> = {}): Promise<string> => {
    const request = saleOf(key, own);
    const { results } = await accept({ caller, batch: null, items: [{ _tag: 'Right', right: request }] });
    const [result] = results;
    if (!result || refused(result)) return result?.left.kind ?? 'nothing';
    return result.right.decision?.status ?? (result.right.replayed ? 'replayed' : 'pending');
  };
  /** Posts a hold and leaves it open. */
  const hold = async (): Promise<TransactionId> => {
    const request = saleOf(newId(), { layer: 'pending' });
    const { results } = await accept({ caller, batch: null, items: [ok(request)] });
    const [result] = results;
    if (!result || refused(result)) throw new Error('the hold was not accepted');
    return result.right.id;
  };
  /** Posts `count` sales in one batch. */
  const sellMany = async (count: number, own: Partial<TransactionRequest> = {}): Promise<readonly unknown[]> => {
    const items = Array.from({ length: count }, () => ok(saleOf(newId(), own)));
    const { results } = await accept({ caller, batch: { isAtomic: false }, items });
    return results.map((result) => (refused(result) ? result.left : result.right.decision?.status));
  };
  const post = () => bookkeeper.post(caller.ledgerId);
  const expire = async (mayBeWide = true) => {
    const observations = { posted: () => undefined, holdsExpired: () => undefined };
    clock.advance(laterMs);
    const surroundings = { attributes: judging, background: unwatched, observations };
    return expireDue({ ...turns, ...surroundings }, caller.ledgerId, mayBeWide);
  };
  /** Does the work in one turn: a critical section in which nothing else is written to the ledger. */
  const takeTurn = (work: (turn: Turn) => Promise<unknown>) =>
    inTurn<never, unknown>(turns, caller.ledgerId, async (turn) => ok(await work(turn)));
  /** The bookkeeper of another process: its work on the ledger does not wait for the work of this process (`lines`). */
  const elsewhere = bookkeeperOf({ ...turns, lines: createLines(clock) }, newId());
  const openHolds = (): number =>
    [...(books.get(caller.ledgerId)?.transactions.values() ?? [])].filter((kept) => holdStateOf(kept) === 'open')
      .length;
  return {
    ...{ sell, sellMany, post, expire, takeTurn, openHolds, faults, ways, conflicts, logged, process, poster, clock },
    ...{ hold, accepting, caller, readings, dependencies: turns },
    meanwhile: (work: () => Promise<unknown>) => void (store.meanwhile = work),
    rowOf: (id: TransactionId) => new MemoryTransactionReader(books, unitOfWork).transaction(caller, id),
    openAccount: (code: string) => bookkeeper.openAccount(caller, code),
    openAccountElsewhere: (code: string) => elsewhere.openAccount(caller, code),
  };
};

export type WrittenLedger = Awaited<ReturnType<typeof openLedger>>;
