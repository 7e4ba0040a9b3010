/** Waiting for ledgers to change: one query for all waiters every 25 ms, and none without waiters. */
import { newId, type LedgerId } from '../../../src/kernel/ids';
import { createHeads } from '../../../src/modules/events/application/heads';
import { HandClock } from '../../support/hand-clock';

const [one, other] = [newId<'ledger'>(), newId<'ledger'>()];
const lookMs = 25;
const never = new AbortController().signal;

const open = () => {
  const clock = new HandClock();
  const heads = new Map<LedgerId, bigint>([
    [one, 3n],
    [other, 7n],
  ]);
  const looks: (readonly LedgerId[])[] = [];
  const warnings: string[] = [];
  let isAway = false;
  const waiting = createHeads({
    ledgering: {
      lastEvents: async (ids) => {
        looks.push(ids);
        if (isAway) throw new Error('the database is away');
        return new Map(ids.map((id) => [id, heads.get(id) ?? 0n]));
      },
    },
    clock,
    log: { info: () => undefined, warn: (_, message) => void warnings.push(message), error: () => undefined },
  });
  return { clock, heads, looks, warnings, ...waiting, isAway: (away: boolean) => (isAway = away) };
};

test('one look reports new events to all waiters, and no look follows without waiters', async () => {
  const { clock, heads, looks, movedBeyond } = open();
  const told = Promise.all([
    movedBeyond(one, 3n, 1_000, never),
    movedBeyond(one, 3n, 1_000, never),
    movedBeyond(other, 7n, 1_000, never),
  ]);
  await clock.pass(lookMs);
  expect(looks.slice(1)).toEqual([[one, other]]);
  heads.set(one, 4n).set(other, 8n);
  await clock.pass(lookMs);
  expect(await told).toEqual([true, true, true]);
  await clock.pass(1_000);
  expect(looks).toHaveLength(3);
  expect(clock.pendingWakes).toBe(0);
});

test('a wait ends when its time is over or it is aborted', async () => {
  const { clock, movedBeyond } = open();
  const given = new AbortController();
  const waits = [movedBeyond(one, 3n, 1_000, never), movedBeyond(one, 3n, 60_000, given.signal)];
  const ended: number[] = [];
  waits.forEach((wait, index) => void wait.then(() => ended.push(index)));
  await clock.pass(999);
  expect(ended).toEqual([]);
  await clock.pass(1);
  expect(ended).toEqual([0]);
  given.abort();
  expect(await Promise.all(waits)).toEqual([false, false]);
  expect(await movedBeyond(one, 0n, 1_000, given.signal)).toBe(false);
});

test('a failed look is repeated after half a second, and logged once', async () => {
  const { clock, looks, warnings, movedBeyond, isAway } = open();
  isAway(true);
  const told = movedBeyond(one, 0n, 60_000, never);
  await clock.pass(1_400);
  expect([looks.length, warnings]).toEqual([3, ['looking for new events failed and will be tried again']]);
  isAway(false);
  await clock.pass(100);
  expect(await told).toBe(true);
});
