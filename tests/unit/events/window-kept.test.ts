/** The memory that running deliveries to one endpoint use. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { maxKeptLength } from '../../../src/modules/events/domain/kept-texts';
import { openWindow, type Deliverable } from '../../../src/modules/events/domain/window';
import { createShares } from '../../../src/kernel/running/fair-shares/shares';
import {
  at,
  delivery,
  event,
  events,
  failing,
  noJitter,
  open,
  queued,
  result,
  sequences,
  startAt,
  take,
} from './windows';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const big = 65_536;
const most = maxKeptLength / big;
/** The number of the given objects that were not garbage-collected. */
const keptOf = async (given: WeakRef<object>[]): Promise<number> => {
  // A dereferenced object stays in memory until the end of the turn.
  await new Promise(setImmediate);
  collectGarbage();
  return given.filter((one) => one.deref() !== undefined).length;
};
const bigEvents = (from: number, to: number): Deliverable[] => events(from, to, big);

test('an answered event is released from memory, even if an earlier one failed', async () => {
  const window = open(32);
  const given: WeakRef<Deliverable>[] = [];
  const go = (): void => {
    const read = bigEvents(1, 10);
    given.push(...read.map((one) => new WeakRef(one)));
    take(window, read, 10n);
    for (const sequence of startAt(window)) window.answered(sequence, result(sequence === 1 ? 500 : 200));
  };
  go();
  expect(await keptOf(given)).toBe(0);
  expect(window.hasEvents()).toBe(false);
  expect(window.changes().deliveredThrough).toBe(0n);
  expect(window.wantsAgain(at(4_999))).toEqual([]);
  expect(window.wantsAgain(at(5_000))).toEqual([1n]);
  expect(startAt(window, 5_000)).toEqual([1]);
  window.answered(1, result(200, 5_000));
  expect(window.changes().deliveredThrough).toBe(10n);
});

test('an endpoint keeps at most its maximum; the other events are read later, and none is left out', () => {
  const window = open(32);
  expect(take(window, bigEvents(1, 50), 60n)).toBe(BigInt(most));
  expect(window.wants()).toBeUndefined();
  const sent: number[] = [...startAt(window)];
  expect(sent).toHaveLength(most);
  for (let read = sent.length; read < 50;) {
    const after = window.wants();
    if (after === undefined) {
      const [first] = sent.filter((sequence) => window.changes().deliveredThrough < BigInt(sequence));
      window.answered(first as number, result(200));
      continue;
    }
    expect(after).toBe(BigInt(read));
    expect(window.roomFor(50)).toBeLessThanOrEqual(most);
    read = Number(take(window, bigEvents(read + 1, 50), 50n));
    sent.push(...startAt(window));
  }
  expect(sent).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
});

test('one event is always kept, however big it is', () => {
  const window = open(32);
  const huge = [event(1, maxKeptLength + 1), event(2, maxKeptLength + 1)];
  expect(take(window, huge, 2n)).toBe(1n);
  expect(startAt(window)).toEqual([1]);
  expect(window.wants()).toBeUndefined();
  window.answered(1, result(200));
  expect(window.wants()).toBe(1n);
  expect(take(window, huge.slice(1), 2n)).toBe(2n);
  expect(startAt(window)).toEqual([2]);
});

test('redelivered events have the same limit', () => {
  const many = Array.from({ length: 40 }, (_, index) => delivery(BigInt(index + 1), queued));
  const window = open(32, many, 100n);
  for (const sequence of window.wantsAgain(at(0))) window.takeAgain(event(Number(sequence), big));
  const sent = sequences(window.start(at(0)));
  expect(sent).toHaveLength(most);
  expect(window.wantsAgain(at(0))).toEqual([]);
  for (const sequence of sent) window.answered(sequence, result(500));
  // Failed events wait, and are not read again until they are due.
  expect(window.wantsAgain(at(0))[0]).toBe(BigInt(most + 1));
});

test('an event that failed in another process and is not due is not kept, and holds up no other', () => {
  const kept = Array.from({ length: 40 }, (_, index) => delivery(BigInt(index + 1), failing));
  const window = open(32, kept);
  expect(take(window, bigEvents(1, 41), 41n)).toBe(41n);
  expect(startAt(window)).toEqual([41]);
});

test('the endpoints of a tenant share a room, in which each may keep one event, and free all of it', () => {
  const shares = createShares({ perKey: Infinity, perTenant: 4 * big, inAll: Infinity });
  const openFor = (callerId: string, tenantId: string) => {
    const caller = { callerId, tenantId } as Parameters<typeof shares.take>[0];
    const room = {
      fits: (length: number) => shares.fits(caller, length),
      take: (length: number) => shares.take(caller, length),
      give: (length: number) => shares.give(caller, length),
    };
    return openWindow<Deliverable>({ deliveredThrough: 0n, maxInFlight: 32 }, [], noJitter, [], room);
  };
  const [greedy, sister, other] = [openFor('greedy', 'A'), openFor('sister', 'A'), openFor('other', 'B')];
  expect(take(greedy, bigEvents(1, 10), 10n)).toBe(4n);
  expect(greedy.wants()).toBeUndefined();
  expect([sister.wants(), take(sister, bigEvents(1, 10), 10n)]).toEqual([0n, 1n]);
  expect(take(other, bigEvents(1, 3), 3n)).toBe(3n);
  expect(shares.inHand()).toBe(8 * big);
  expect(startAt(greedy)).toHaveLength(4);
  greedy.close();
  for (const sequence of startAt(sister)) sister.answered(sequence, result(200));
  other.close();
  expect(shares.inHand()).toBe(0);
});

test('recorded answers are released from memory, even if a thousand events wait for another attempt', async () => {
  const [count, inFlight] = [1_000, 50];
  const window = open(inFlight);
  const answers: WeakRef<object>[] = [];
  const fail = (last: number): void => {
    const first = last - inFlight + 1;
    expect(take(window, events(first, last), BigInt(last))).toBe(BigInt(last));
    for (const sequence of startAt(window)) {
      // A string cannot be referenced weakly, but an object in its place can.
      const answer = new String('body');
      answers.push(new WeakRef(answer));
      window.answered(sequence, { ...result(500), answer: answer as string });
    }
    expect(window.changes().deliveries.map(({ answer }) => String(answer))).toEqual(Array(inFlight).fill('body'));
  };
  for (let last = inFlight; last <= count; last += inFlight) fail(last);
  expect(answers).toHaveLength(count);
  expect(await keptOf(answers)).toBe(0);
  expect(startAt(window, 5_000)).toHaveLength(inFlight);
  expect(window.changes().deliveries).toEqual([]);
});
