/** The shared time is the database's, whatever the clock of this machine shows, and however long an answer takes. */
import { createBackground } from '../../../src/kernel/running/background';
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { madeAt, newId, timeIdsBy } from '../../../src/kernel/ids';
import { shareTime, type SharedTime } from '../../../src/kernel/running/shared-time';
import { systemClock } from '../../../src/kernel/running/system-clock';
import { HandClock } from '../../support/hand-clock';

const hourMs = 3_600_000;
const start = Date.parse('2026-11-28T12:00:00.000Z');

/** A machine whose clock is ahead by `aheadMs`, and its database. An answer takes `wayMs` in each direction. */
const machine = (aheadMs: number) => {
  const own = new HandClock(new Date(start + aheadMs));
  let databaseAheadMs = 0;
  let wayMs = 0;
  const time: SharedTime = shareTime(own, async () => {
    own.advance(wayMs);
    const told = start + own.elapsed() + databaseAheadMs;
    own.advance(wayMs);
    return told;
  });
  return {
    ...{ own, time },
    answerTakes: (ms: number) => void (wayMs = ms),
    moveDatabase: (ms: number) => void (databaseAheadMs += ms),
    /** The difference between the shared time and the database's time, in milliseconds. */
    difference: (): number => time.clock.now().getTime() - (start + own.elapsed() + databaseAheadMs),
  };
};

test.each([hourMs, -hourMs, 0, 24 * hourMs])(
  'a machine clock that is ahead by %i ms does not affect the shared time',
  async (aheadMs) => {
    const { own, time, difference } = machine(aheadMs);
    await time.measure();
    expect(difference()).toBe(0);
    own.advance(90 * 60_000);
    expect(difference()).toBe(0);
  },
);

test('a slow answer does not distort the shared time', async () => {
  const { time, answerTakes, difference } = machine(hourMs);
  answerTakes(40);
  await time.measure();
  expect(difference()).toBe(0);
  // A difference within the precision of the answer does not move the shared time, so that it does not jitter.
  answerTakes(7);
  await time.measure();
  expect(difference()).toBe(0);
});

test('the shared time follows a corrected database, but only after a fast answer', async () => {
  const { time, answerTakes, moveDatabase, difference } = machine(0);
  await time.measure();
  moveDatabase(20_000);
  answerTakes(2_000);
  await time.measure();
  expect(difference()).toBe(-20_000);
  answerTakes(0);
  await time.measure();
  expect(difference()).toBe(0);
});

test('the shared time is the machine’s, without a complaint, until it is measured', () => {
  const { time, difference } = machine(hourMs);
  expect([difference(), time.complaint()]).toEqual([hourMs, undefined]);
});

test.each([
  [5_000, undefined],
  [-5_000, undefined],
  [5_001, "this machine's clock is ahead of the database's by 5 s: synchronize both with NTP"],
  [-hourMs, "this machine's clock is behind the database's by 3600 s: synchronize both with NTP"],
])('a clock that is ahead by %i ms is reported as %s', async (aheadMs, complaint) => {
  const { time } = machine(aheadMs);
  await time.measure();
  expect(time.complaint()).toBe(complaint);
});

test('timed work rests while the clock is wrong, other work goes on, and both run once it is right', async () => {
  const clock = new HandClock();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  let complaint: string | undefined = 'this machine’s clock is wrong';
  const background = createBackground(clock, log, () => complaint);
  const done: string[] = [];
  const loopOf = (name: 'expiry' | 'sums', isTimed?: true) =>
    background.loop({
      ...{ name, complaint: '', afterFaultMs: 1_000, ...(isTimed && { isTimed }) },
      round: async () => (done.push(name), { isIdle: true, pauseMs: 1_000 }),
    });
  const loops = [loopOf('expiry', true), loopOf('sums')];
  for (const loop of loops) loop.start();
  await nextTurn();
  expect(done).toEqual(['sums']);
  complaint = undefined;
  await background.idle('expiry');
  expect(done).toContain('expiry');
  await Promise.all(loops.map((loop) => loop.stop()));
});

test('ids contain the shared time', async () => {
  const { time, own } = machine(-24 * hourMs);
  await time.measure();
  own.advance(10 * 365 * 24 * hourMs);
  timeIdsBy(time.clock.now);
  try {
    expect(madeAt(newId())).toEqual(time.clock.now());
  } finally {
    timeIdsBy(systemClock.now);
  }
});
