/** Quarantine: an attempt counts against a transaction only if the process that started it is gone. */
import { newId, type LedgerId } from '../../../src/kernel/ids';
import type { Tx, UnitOfWork } from '../../../src/kernel/unit-of-work';
import type { PostingAttempt, PostingStore, QuarantineStore } from '../../../src/modules/ledgering/application/ports';
import {
  createQuarantine,
  goneAfterMs,
  maxDeaths,
  suspectAfterMs,
  type Suspects,
} from '../../../src/modules/ledgering/application/posting/quarantine';
import type { TransactionId } from '../../../src/modules/ledgering/domain/transaction';
import { HandClock } from '../../support/hand-clock';

const unitOfWork: UnitOfWork = { isCostly: false, run: (_, work) => work({} as Tx) };

/** A database with transactions that have waited long enough to be suspected, and the processes that have sessions in it. */
const open = (ledgers = 1, waiting = 3) => {
  const ledgerIds = Array.from({ length: ledgers }, () => newId<'ledger'>());
  const queues = new Map(ledgerIds.map((id) => [id, Array.from({ length: waiting }, () => newId<'transaction'>())]));
  // The clock is created after the ids, which contain the machine's time, so that its time is not earlier than theirs.
  const clock = new HandClock();
  clock.advance(suspectAfterMs + 1);
  const queueOf = (id: LedgerId): TransactionId[] => queues.get(id) ?? [];
  /** Puts a transaction that was accepted at this time at the end of the first queue. */
  const queue = (acceptedAt: Date): void => {
    const time = acceptedAt.getTime().toString(16).padStart(12, '0');
    queueOf(ledgerIds[0] as LedgerId).push(
      (time.slice(0, 8) + '-' + time.slice(8) + newId().slice(13)) as TransactionId,
    );
  };
  let attempts: PostingAttempt[] = [];
  const present = new Set<string>();
  const store = {
    // The only method that the quarantine calls: it reads without the lock of the head.
    oldestPending: async (_: Tx, ledgerId: LedgerId, limit: number) => queueOf(ledgerId).slice(0, limit),
  } as unknown as PostingStore;

  /** A process that posts the transactions of each turn. `during` runs in the middle of a turn, and may never end. */
  const begin = (own: string, during?: (suspects: Suspects, ledgerId: LedgerId) => Promise<void>) => {
    present.add(own);
    const posted: { readonly limit: number; readonly suspects: Suspects }[] = [];
    const quarantineStore: QuarantineStore = {
      attempts: async (_tx, _id, ids) => attempts.filter(({ transactionId }) => ids.includes(transactionId)),
      presence: async () => ({ own, present }),
      mark: async (_tx, _id, made) => void attempts.push(...made),
      unmark: async (_tx, _id, owner, ids) => {
        attempts = attempts.filter((one) => one.owner !== owner || !ids.includes(one.transactionId));
      },
    };
    const dependencies = { unitOfWork, store, quarantineStore, clock };
    const { postSuspects } = createQuarantine(dependencies, 400, async (ledgerId, _, limit, suspects) => {
      posted.push({ limit, suspects });
      await during?.(suspects, ledgerId);
      const queue = queueOf(ledgerId);
      if (queue.slice(0, limit).every((id) => suspects.ids.includes(id))) queue.splice(0, limit);
    });
    const turn = (ledgerId = ledgerIds[0] as LedgerId) => postSuspects(ledgerId, 100);
    return { turn, posted };
  };

  /** A process that dies in its first attempt: its turn never ends. */
  const dieAs = async (own: string): Promise<void> => {
    const dead = begin(own, () => new Promise(() => undefined));
    void dead.turn();
    await clock.pass(goneAfterMs);
    void dead.turn();
    await clock.pass(0);
    present.delete(own);
  };

  return { clock, ledgerIds, queueOf, queue, begin, dieAs, present, attempts: () => attempts };
};

type Opened = ReturnType<typeof open>;
const firstQueue = ({ ledgerIds, queueOf }: Opened): readonly TransactionId[] => queueOf(ledgerIds[0] as LedgerId);

test('six processes that start together suspect no transaction that another one is posting', async () => {
  const world = open();
  const gates: (() => void)[] = [];
  const processes = Array.from({ length: 6 }, (_, index) =>
    world.begin(`process ${index}`, () => new Promise((resolve) => gates.push(resolve))),
  );
  const turns: Promise<boolean | undefined>[] = [];
  for (const { turn } of processes) {
    turns.push(turn());
    // Each process sees the attempts that the earlier ones recorded.
    await world.clock.pass(0);
  }
  expect(world.attempts()).toHaveLength(6 * 3);
  for (const { posted } of processes) expect(posted).toEqual([{ limit: 400, suspects: { ids: firstQueue(world) } }]);
  for (const open of gates) open();
  expect(await Promise.all(turns)).toEqual(turns.map(() => true));
  expect([firstQueue(world), world.attempts()]).toEqual([[], []]);
});

test('a transaction of a missing process waits until the process is gone, and is then tried alone', async () => {
  const world = open();
  const [oldest] = firstQueue(world);
  await world.dieAs('first');
  const { turn, posted } = world.begin('second');
  expect([await turn(), posted]).toEqual([false, []]);
  await world.clock.pass(goneAfterMs - 1);
  expect([await turn(), posted]).toEqual([false, []]);
  await world.clock.pass(1);
  expect(await turn()).toBe(true);
  expect(posted).toEqual([{ limit: 1, suspects: { ids: [oldest] } }]);
  expect(firstQueue(world)).toHaveLength(2);
});

test('a process that lost its sessions and has them again does not count as gone', async () => {
  const world = open();
  const slow = world.begin('slow', () => new Promise(() => undefined));
  void slow.turn();
  await world.clock.pass(0);
  const { turn, posted } = world.begin('other');
  world.present.delete('slow');
  expect(await turn()).toBe(false);
  world.present.add('slow');
  await world.clock.pass(goneAfterMs);
  expect(await turn()).toBe(true);
  expect(posted).toMatchObject([{ limit: 400 }]);
});

test('a transaction fails only after the maximum number of attempts alone that ended a process', async () => {
  const world = open(1, 1);
  const [poison] = firstQueue(world);
  // The first attempt is not limited to this transaction, so the death of the process does not count against it.
  for (let death = 0; death <= maxDeaths; death++) {
    expect(world.attempts().filter(({ isAlone }) => isAlone)).toHaveLength(Math.max(0, death - 1));
    await world.dieAs(`process ${death}`);
  }
  const { turn, posted } = world.begin('last');
  expect(await turn()).toBe(false);
  await world.clock.pass(goneAfterMs);
  await turn();
  expect(posted).toEqual([{ limit: 1, suspects: { ids: [poison], failure: { kind: 'PostingCrashed' } } }]);
});

test('a process tries one transaction alone at a time, in all its ledgers together', async () => {
  const world = open(2);
  const gates: (() => void)[] = [];
  const begun = jest.fn();
  for (const ledgerId of world.ledgerIds) {
    const dead = world.begin(`dead in ${ledgerId}`, () => new Promise(() => undefined));
    void dead.turn(ledgerId);
    await world.clock.pass(0);
    world.present.delete(`dead in ${ledgerId}`);
  }
  const { turn } = world.begin('survivor', (_, ledgerId) => {
    begun(ledgerId);
    return new Promise((resolve) => gates.push(resolve));
  });
  for (const ledgerId of world.ledgerIds) expect(await turn(ledgerId)).toBe(false);
  await world.clock.pass(goneAfterMs);
  const turns = world.ledgerIds.map((ledgerId) => turn(ledgerId));
  await world.clock.pass(0);
  expect(begun.mock.calls).toEqual([[world.ledgerIds[0]]]);
  expect(world.attempts().filter(({ owner }) => owner === 'survivor')).toHaveLength(1);
  gates[0]?.();
  await turns[0];
  await world.clock.pass(0);
  expect(begun.mock.calls).toEqual(world.ledgerIds.map((ledgerId) => [ledgerId]));
  gates[1]?.();
  expect(await Promise.all(turns)).toEqual([true, true]);
});

test('a failed attempt is withdrawn before the next, so that it does not count', async () => {
  const world = open();
  let faults = 1;
  const { turn } = world.begin('process', async () => {
    if (faults-- > 0) throw new Error('the database is away');
  });
  await expect(turn()).rejects.toThrow('away');
  expect(world.attempts()).toHaveLength(3);
  expect(await turn()).toBe(true);
  expect([firstQueue(world), world.attempts()]).toEqual([[], []]);
});

test('a process marks nothing that was queued after it began, however long that waits', async () => {
  const world = open(1, 0);
  const { turn, posted } = world.begin('process');
  world.queue(world.clock.now());
  await world.clock.pass(10 * suspectAfterMs);
  expect(await turn()).toBeUndefined();
  expect([posted, world.attempts()]).toEqual([[], []]);
  expect(firstQueue(world)).toHaveLength(1);
});

test.each([
  ['does not suspect', 'almost five seconds', suspectAfterMs - 1, []],
  ['suspects', 'five seconds', suspectAfterMs, [{ limit: 400 }]],
])('a process %s a transaction that had waited %s when the process began', async (_, _how, waitedMs, expected) => {
  const world = open(1, 0);
  world.queue(new Date(world.clock.now().getTime() - waitedMs));
  const { turn, posted } = world.begin('process');
  await turn();
  expect(posted).toMatchObject(expected);
});

test('younger transactions of the same posting are marked with the oldest, because they are tried together', async () => {
  const world = open(1, 1);
  world.queue(world.clock.now());
  let marked: readonly PostingAttempt[] = [];
  const { turn } = world.begin('process', async () => void (marked = [...world.attempts()]));
  const waiting = [...firstQueue(world)];
  expect(await turn()).toBe(true);
  expect(marked).toEqual(waiting.map((transactionId) => ({ transactionId, owner: 'process', isAlone: false })));
  expect([firstQueue(world), world.attempts()]).toEqual([[], []]);
});

test('a process marks nothing if no transaction waits', async () => {
  const world = open(1, 0);
  const { turn, posted } = world.begin('process');
  expect(await turn()).toBeUndefined();
  expect([posted, world.attempts()]).toEqual([[], []]);
});
