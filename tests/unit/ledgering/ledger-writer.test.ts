/** In which way each group is written: ahead, under the lock, or only accepted; over stores in memory that refuse when told to. */
import { newId } from '../../../src/kernel/ids';
import type { Principal } from '../../../src/kernel/principal';
import { Busy, refused, Unavailable } from '../../../src/kernel/refusal';
import { systemClock, type Day } from '../../../src/kernel/time';
import { defaultMaxKeys } from '../../../src/modules/attributes/application/ports';
import { createJudge } from '../../../src/modules/attributes/application/judge';
import { RulesChanged, WriteConflict } from '../../../src/modules/ledgering/application/ports';
import { expireBetween } from '../../../src/modules/ledgering/application/posting/expiry';
import { createTurnLine } from '../../../src/modules/ledgering/application/turn';
import { createAccept } from '../../../src/modules/ledgering/application/writing/accept';
import { createWideWork } from '../../../src/modules/ledgering/application/writing/wide-work';
import { createWriters } from '../../../src/modules/ledgering/application/writing/writers';
import type { TransactionRequest } from '../../../src/modules/ledgering/domain/transaction';
import { MemoryAttributesStore } from '../../memory/attributes-store';
import { MemoryChartStore } from '../../memory/chart-store';
import { holdStateOf, type Books } from '../../memory/ledger-books';
import { MemoryAcceptanceStore } from '../../memory/acceptance-store';
import { MemoryPostingStore } from '../../memory/posting-stores';
import { MemoryUnitOfWork } from '../../memory/unit-of-work';
import { bookkeeperOf } from '../../support/bookkeeping';

const conflict = new WriteConflict('somebody came before');
const busy = new Busy('somebody holds the head');
const refusal = new Error('a trigger refuses it');
const away = new Unavailable('the database is away');
const stale = new RulesChanged('other rules');

const laterMs = 3_600_000;
const held = { layer: 'pending', expiresAt: new Date(Date.now() + laterMs / 2) } as const;

const modeOf = (entries: number): TransactionRequest['mode'] => ({
  kind: 'entries',
  entries: Array.from({ length: entries }, (_, index) => ({
    ...{ account: { code: index % 2 ? 'SALES' : 'CASH' }, type: index % 2 ? 'credit' : 'debit', amount: '1' },
    ...{ description: null, metadata: null },
  })),
});
const wideMode = modeOf(100);

const open = async () => {
  const books: Books = new Map();
  /** What the next writes answer; those after them succeed. */
  const faults: (Error | undefined)[] = [];
  const ways: string[] = [];
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
    /** Begun once, while holds are looked at that are due: it comes when they have been read. */
    meanwhile: (() => Promise<unknown>) | undefined;
    override async readDecided(...given: Parameters<MemoryPostingStore['readDecided']>) {
      void this.meanwhile?.();
      this.meanwhile = undefined;
      return super.readDecided(...given);
    }
    override async writeAtOnce(...given: Parameters<MemoryPostingStore['writeAtOnce']>) {
      const [, , , , head] = given;
      refuseNext(head === 'locked' ? 'under the lock' : 'ahead');
      return super.writeAtOnce(...given);
    }
  }
  const attributes = new MemoryAttributesStore();
  const [acceptances, store, unitOfWork] = [
    new Acceptances(books, attributes),
    new Store(books),
    new MemoryUnitOfWork(),
  ];
  const turns = {
    ...{ unitOfWork, acceptances, store, clock: systemClock, line: createTurnLine() },
    chart: new MemoryChartStore(books),
  };
  const bookkeeper = bookkeeperOf(turns, newId());
  const caller: Principal = await bookkeeper.openLedger('MAIN');
  await bookkeeper.openAccount(caller, 'CASH');
  await bookkeeper.openAccount(caller, 'SALES', { type: 'revenue' });
  const logged: string[] = [];
  const note = (_: object, text: string): void => void logged.push(text);
  const process = { caughtUp: Promise.resolve(), woken: 0 };
  const poster = {
    isRunning: true,
    wake: () => void (process.woken += 1),
    caughtUp: () => process.caughtUp,
  };
  const writers = createWriters();
  const accept = createAccept({
    ...{ unitOfWork, acceptances, store, clock: systemClock },
    attributes: { judge: createJudge({ reader: attributes, limits: { maxKeys: defaultMaxKeys } }) } as never,
    catalog: {} as never,
    wide: createWideWork(),
    writers,
    log: { info: note, warn: note, error: note },
    decisions: { isAwaited: false, tell: () => undefined },
    observations: { posted: () => undefined },
    poster,
  });
  const sell = async (key: string = newId(), own: Partial<TransactionRequest> = {}): Promise<string> => {
    const request: TransactionRequest = {
      ...{
        description: 'Sale',
        reference: null,
        layer: 'settled',
        journalId: null,
        idempotencyKey: key,
        metadata: null,
      },
      ...{ correlationId: null, correlationType: null, correlationSourceId: null, expiresAt: null, attributes: null },
      effectiveDate: '2026-01-15' as Day,
      mode: modeOf(2),
      ...own,
    };
    const { results } = await accept({ caller, batch: null, items: [{ _tag: 'Right', right: request }] });
    const [result] = results;
    if (!result || refused(result)) return result?.left.kind ?? 'nothing';
    return result.right.decision?.status ?? (result.right.replayed ? 'replayed' : 'pending');
  };
  const post = () => bookkeeper.post(caller.ledgerId);
  const expire = async (mayBeWide = true) => {
    const observations = { posted: () => undefined, holdsExpired: () => undefined };
    const log = { info: note, warn: note, error: note };
    const later = { now: () => new Date(Date.now() + laterMs) };
    return expireBetween({ unitOfWork, store, writers, clock: later, log, observations }, caller.ledgerId, mayBeWide);
  };
  const openHolds = (): number =>
    [...(books.get(caller.ledgerId)?.transactions.values() ?? [])].filter((kept) => holdStateOf(kept) === 'open')
      .length;
  return {
    ...{ sell, post, expire, openHolds, faults, ways, logged, process, poster },
    meanwhile: (work: () => Promise<unknown>) => void (store.meanwhile = work),
    openAccount: (code: string) => bookkeeper.openAccount(caller, code),
  };
};

test.each<[what: string, faults: readonly Error[], ways: readonly string[], status: string]>([
  ['nothing is refused', [], ['ahead'], 'posted'],
  ['somebody else moved the head', [conflict], ['ahead', 'under the lock'], 'posted'],
  ['a key was used meanwhile, twice', [conflict, conflict], ['ahead', 'under the lock', 'queued'], 'pending'],
  ['the head is held', [busy], ['ahead', 'queued'], 'pending'],
  ['the head is held after it moved', [conflict, busy], ['ahead', 'under the lock', 'queued'], 'pending'],
  ['the database refuses it', [refusal], ['ahead', 'queued'], 'pending'],
  [
    'a key is used while it is only accepted',
    [busy, conflict, conflict],
    ['ahead', 'queued', 'queued', 'queued'],
    'pending',
  ],
  ['the attribute rules changed', [stale, stale], ['ahead', 'ahead', 'ahead'], 'posted'],
])('a group is written where %s', async (_, faults, ways, status) => {
  const ledger = await open();
  await ledger.sell();
  ledger.ways.length = 0;
  ledger.faults.push(...faults);
  expect(await ledger.sell()).toBe(status);
  expect(ledger.ways).toEqual(ways);
  expect(ledger.process.woken).toBe(status === 'pending' ? 1 : 0);
  expect(ledger.logged).toHaveLength(faults.includes(refusal) ? 1 : 0);

  // And the next one ahead again, once the poster has caught up.
  await ledger.post();
  ledger.ways.length = 0;
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['ahead']);
});

test('a fault that passes is passed on, and nothing is written in another way', async () => {
  const ledger = await open();
  ledger.faults.push(away);
  await expect(ledger.sell('a key')).rejects.toThrow(away);
  expect(ledger.ways).toEqual(['ahead']);
  expect(await ledger.sell('a key')).toBe('posted');
});

test('a request gives up at last where its key is used again and again', async () => {
  const ledger = await open();
  ledger.faults.push(...Array.from({ length: 7 }, () => conflict));
  await expect(ledger.sell()).rejects.toThrow('lost the race for an idempotency key 7 times');
});

test('while the poster is behind, new work waits in line, and is posted behind what waited', async () => {
  const ledger = await open();
  let catchUp = (): void => undefined;
  ledger.process.caughtUp = new Promise((resolve) => (catchUp = resolve));
  ledger.faults.push(busy);
  const first = ledger.sell();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const second = ledger.sell();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ledger.ways).toEqual(['ahead', 'queued']);
  await ledger.post();
  catchUp();
  expect(await Promise.all([first, second])).toEqual(['pending', 'posted']);
  expect(ledger.ways).toEqual(['ahead', 'queued', 'ahead']);
  ledger.ways.length = 0;
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['ahead']);
});

test('behind work that others accepted it is accepted too, and not posted before it', async () => {
  const ledger = await open();
  ledger.poster.isRunning = false;
  expect(await ledger.sell()).toBe('pending');
  ledger.poster.isRunning = true;
  expect(await ledger.sell()).toBe('pending');
  await ledger.post();
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['queued', 'queued', 'ahead']);
});

test('a process that does not post only accepts', async () => {
  const ledger = await open();
  ledger.poster.isRunning = false;
  expect(await ledger.sell('a key')).toBe('pending');
  expect(await ledger.sell('a key')).toBe('replayed');
  expect(ledger.ways).toEqual(['queued']);
});

test('a replay that was taken for new work is told by what the store says under the lock', async () => {
  const ledger = await open();
  expect(await ledger.sell('a key')).toBe('posted');
  expect(await ledger.sell('a key')).toBe('replayed');
  expect(await ledger.sell('a key', { description: 'Another' })).toBe('IdempotencyKeyReused');
  ledger.ways.length = 0;
  expect(await ledger.sell()).toBe('posted');
  expect(ledger.ways).toEqual(['ahead']);
});

describe('what expires while the ledger is posted to', () => {
  test('is released between two groups, and neither is written twice', async () => {
    const ledger = await open();
    for (let sold = 0; sold < 30; sold++) await ledger.sell(newId(), held);
    ledger.ways.length = 0;
    const [expired, status] = await Promise.all([ledger.expire(), ledger.sell()]);
    expect(expired).toEqual({ isMore: false });
    expect(ledger.openHolds()).toBe(0);
    expect(status).toBe('posted');
    expect(await ledger.sell()).toBe('posted');
    expect(ledger.ways).toEqual(['ahead', 'ahead', 'ahead', 'ahead']);
  });

  test.each<[what: string, disturb: (ledger: Awaited<ReturnType<typeof open>>) => void, ways: readonly string[]]>([
    [
      'wrote to the ledger meanwhile',
      (ledger) => ledger.meanwhile(() => ledger.openAccount('OTHER')),
      ['ahead', 'under the lock'],
    ],
    ['moves the head before it is written', (ledger) => void ledger.faults.push(conflict), ['ahead', 'under the lock']],
  ])('is released under the lock where somebody else %s', async (_, disturb, ways) => {
    const ledger = await open();
    await ledger.sell(newId(), held);
    ledger.ways.length = 0;
    disturb(ledger);
    expect(await ledger.expire()).toEqual({ isMore: false });
    expect(ledger.openHolds()).toBe(0);
    expect(ledger.ways).toEqual(ways);
    // And the next group goes on from there.
    expect(await ledger.sell()).toBe('posted');
    expect(ledger.ways).toEqual([...ways, 'ahead']);
  });

  test('stays open where the head cannot be had, and is looked for again', async () => {
    const ledger = await open();
    await ledger.sell(newId(), held);
    ledger.faults.push(busy);
    expect(await ledger.expire()).toEqual({ isMore: true });
    expect(ledger.openHolds()).toBe(1);
    expect(await ledger.sell()).toBe('posted');
    expect(await ledger.expire()).toEqual({ isMore: false });
    expect(ledger.openHolds()).toBe(0);
  });

  test('is released in writes of so many entries, one of them in a turn', async () => {
    const ledger = await open();
    for (let sold = 0; sold < 45; sold++) await ledger.sell(newId(), { ...held, mode: wideMode });
    ledger.ways.length = 0;
    expect(await ledger.expire()).toEqual({ isMore: true, wideMs: expect.any(Number) });
    expect(ledger.openHolds()).toBe(25);
    expect(await ledger.expire(false)).toEqual({ isMore: true, isPutOff: true });
    expect(ledger.openHolds()).toBe(25);
    await ledger.expire();
    await ledger.expire();
    expect(await ledger.expire()).toEqual({ isMore: false });
    expect(ledger.openHolds()).toBe(0);
    expect(ledger.ways).toEqual(['ahead', 'ahead', 'ahead']);
  });

  test('is not for a process that posts nothing to it', async () => {
    const ledger = await open();
    expect(await ledger.expire()).toBeUndefined();
  });
});
