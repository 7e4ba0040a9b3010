/** Very large holds that all expire at the same time, next to holds of other ledgers, over stores in memory. */
import { createBackground } from '../../../src/kernel/running/background';
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { newId } from '../../../src/kernel/ids';
import type { Principal } from '../../../src/kernel/principal';
import { createExpiry, expireDue } from '../../../src/modules/ledgering/application/posting/expiry';
import { createLines } from '../../../src/modules/ledgering/application/line';
import { MemoryTransactionCodeStore } from '../../../src/modules/catalog/memory/transaction-code-store';
import { MemoryAcceptanceStore } from '../../../src/modules/ledgering/memory/acceptance-store';
import { MemoryAttributesStore } from '../../../src/modules/attributes/memory/attributes-store';
import { MemoryChartStore } from '../../../src/modules/ledgering/memory/chart-store';
import { holdStateOf, type BooksByLedger } from '../../../src/modules/ledgering/memory/ledger-books';
import { MemoryPostingStore } from '../../../src/modules/ledgering/memory/posting-store';
import { KeptMap } from '../../../src/kernel/memory/kept';
import { MemoryUnitOfWork } from '../../../src/kernel/memory/unit-of-work';
import { between, bookkeeperOf } from '../../support/bookkeeping';
import { HandClock } from '../../support/hand-clock';
import { judgingWithoutRules } from '../../support/undoing';

/** The duration of a write in milliseconds. */
const writeMs = 60;
const laterMs = 3_600_000;

interface Write {
  readonly ledgerId: string;
  readonly entries: number;
  readonly beganAt: number;
  readonly endedAt: number;
}

const openBooks = async () => {
  const clock = new HandClock();
  const books: BooksByLedger = new KeptMap();
  const writes: Write[] = [];
  class Store extends MemoryPostingStore {
    override async writeAtOnce(...given: Parameters<MemoryPostingStore['writeAtOnce']>) {
      const [, ledgerId, , plan] = given;
      const beganAt = clock.elapsed();
      await super.writeAtOnce(...given);
      clock.advance(writeMs);
      const entries = plan.posted.reduce((sum, { transaction }) => sum + transaction.entries.length, 0);
      writes.push({ ledgerId, entries, beganAt, endedAt: clock.elapsed() });
    }
  }
  const attributes = new MemoryAttributesStore();
  const unitOfWork = new MemoryUnitOfWork();
  const store = new Store(books, attributes, unitOfWork);
  const acceptances = new MemoryAcceptanceStore(books, attributes, new MemoryTransactionCodeStore());
  const turns = {
    ...{ unitOfWork, acceptances, store, clock, lines: createLines(clock) },
    chart: new MemoryChartStore(books),
  };
  const bookkeeper = bookkeeperOf(turns, newId());
  const openHolds = ({ ledgerId }: Principal): number =>
    [...(books.get(ledgerId)?.transactions.values() ?? [])].filter((kept) => holdStateOf(kept) === 'open').length;
  /** A ledger with holds that all expire at the same time, each with this many entries. */
  const hold = async (code: string, holds: number, entries: number): Promise<Principal> => {
    const caller = await bookkeeper.openLedger(code);
    const [cash, sales] = [await bookkeeper.openAccount(caller, 'CASH'), await bookkeeper.openAccount(caller, 'SALES')];
    const legs = Array.from({ length: entries / 2 }, () => between(cash, sales, 5n, 'pending')).flat();
    const expiresAt = new Date(clock.now().getTime() + laterMs / 2);
    await bookkeeper.accept(
      caller,
      Array.from({ length: holds }, () => ({ legs, layer: 'pending' as const, expiresAt })),
    );
    await bookkeeper.post(caller.ledgerId);
    return caller;
  };
  const note = (): void => undefined;
  const log = { info: note, warn: note, error: note };
  const dependencies = {
    ...turns,
    ...{ log, attributes: judgingWithoutRules(attributes), background: createBackground(clock, log) },
    observations: { posted: note, holdsExpired: note },
    testClocks: { moved: () => [] },
  };
  return { hold, openHolds, writes, clock, dependencies };
};

test('one write releases wide holds with at most two thousand entries together', async () => {
  const { hold, openHolds, writes, clock, dependencies } = await openBooks();
  const caller = await hold('WIDE', 45, 100);
  clock.advance(laterMs);
  const turn = await expireDue(dependencies, caller.ledgerId);
  expect(turn).toEqual({ isMore: true, isWide: true });
  expect(writes.map(({ entries }) => entries)).toEqual([2_000]);
  expect(openHolds(caller)).toBe(25);
  expect(await expireDue(dependencies, caller.ledgerId, false)).toEqual({ isMore: true, isWide: true });
  expect(openHolds(caller)).toBe(25);
});

test('a wide write is followed by a pause twice as long, in which ordinary holds are released', async () => {
  const { hold, openHolds, writes, clock, dependencies } = await openBooks();
  const wide = [await hold('WIDE', 45, 100), await hold('WIDER', 45, 100)];
  const ordinary = await hold('ORDINARY', 150, 2);
  clock.advance(laterMs);
  const expiry = createExpiry(dependencies);
  expiry.start();
  await clock.through(dependencies.background.idle('expiry'));
  expect([...wide, ordinary].map(openHolds)).toEqual([0, 0, 0]);
  await expiry.stop();
  const wideWrites = writes.filter(({ entries }) => entries >= 500);
  expect(Math.max(...writes.map(({ entries }) => entries))).toBe(2_000);
  const pauses = wideWrites.slice(1).map(({ beganAt }, index) => beganAt - (wideWrites[index] as Write).endedAt);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(2 * writeMs);
  // The two large ledgers take turns, and the ordinary ledger waits for at most one large write.
  expect(wideWrites.slice(0, 4).map(({ ledgerId }) => ledgerId)).toEqual(
    [...wide, ...wide].map(({ ledgerId }) => ledgerId),
  );
  expect(writes.findIndex(({ ledgerId }) => ledgerId === ordinary.ledgerId)).toBeLessThanOrEqual(1);
});

test('nothing is released while the clock of the machine is wrong', async () => {
  const { hold, openHolds, clock, dependencies } = await openBooks();
  const caller = await hold('HELD', 1, 2);
  clock.advance(laterMs);
  let complaint: string | undefined = "this machine's clock is ahead of the database's by 3600 s";
  const background = createBackground(clock, dependencies.log, () => complaint);
  const expiry = createExpiry({ ...dependencies, background });
  expiry.start();
  const idle = background.idle('expiry');
  for (let round = 0; round < 10; round++) {
    clock.advance(1_000);
    await nextTurn();
  }
  expect(openHolds(caller)).toBe(1);
  complaint = undefined;
  await clock.through(idle);
  expect(openHolds(caller)).toBe(0);
  await expiry.stop();
});

test('a look at a ledger without due holds reads nothing but the due holds', async () => {
  const { hold, dependencies } = await openBooks();
  const caller = await hold('HELD', 1, 2);
  const reads = ['readPostingFacts', 'readDecided', 'lockHead'] as const;
  const calls = reads.map((name) => jest.spyOn(dependencies.store, name));
  expect(await expireDue(dependencies, caller.ledgerId)).toEqual({ isMore: false, isWide: false });
  expect(calls.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
});
