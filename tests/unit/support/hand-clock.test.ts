/** The test clock wakes sleepers in order, each at its own time. A manual clock stands still until the test advances it. */
import { nextTurn } from '../../../src/kernel/running/event-loop';
import { HandClock } from '../../support/hand-clock';

const start = '2026-01-15T10:00:00.000Z';

/** Sleepers that record the time at which they woke. */
const sleepersOf = (clock: HandClock) => {
  const woken: (readonly [name: string, atMs: number])[] = [];
  const sleep = async (name: string, ms: number, signal?: AbortSignal): Promise<void> => {
    await clock.sleep(ms, signal);
    woken.push([name, clock.elapsed()]);
  };
  return { woken, sleep };
};

describe('a clock by hand', () => {
  test('stands still, and moves its date and its elapsed time together', () => {
    const clock = new HandClock(start);
    expect([clock.now().toISOString(), clock.elapsed()]).toEqual([start, 0]);
    clock.advance(1_500);
    expect([clock.now().toISOString(), clock.elapsed()]).toEqual(['2026-01-15T10:00:01.500Z', 1_500]);
    clock.advance(-500);
    expect(clock.now().toISOString()).toBe('2026-01-15T10:00:01.000Z');
  });

  test('calls deadlines at their times, in order, and those of one time in order of creation', () => {
    const clock = new HandClock(start);
    const called: (readonly [name: string, atMs: number])[] = [];
    for (const [name, ms] of [
      ['last', 30],
      ['first', 10],
      ['second', 20],
      ['third', 20],
    ] as const)
      clock.deadline(ms, () => called.push([name, clock.elapsed()]));
    clock.advance(25);
    expect(called).toEqual([
      ['first', 10],
      ['second', 20],
      ['third', 20],
    ]);
    expect([clock.pendingWakes, clock.elapsed()]).toEqual([1, 25]);
  });

  test('calls a deadline that another one sets during an advance', () => {
    const clock = new HandClock(start);
    const called: number[] = [];
    clock.deadline(10, () => clock.deadline(10, () => called.push(clock.elapsed())));
    clock.advance(20);
    expect(called).toEqual([20]);
  });

  test('reports the time left of a deadline, and drops one that is cancelled', () => {
    const clock = new HandClock(start);
    const act = jest.fn();
    const [cancelled, bare] = [clock.deadline(10, act), clock.deadline(10)];
    expect(clock.pendingWakes).toBe(1);
    clock.advance(4);
    expect([cancelled.leftMs(), bare.leftMs()]).toEqual([6, 6]);
    cancelled.cancel();
    clock.advance(10);
    expect([act.mock.calls.length, bare.leftMs(), clock.pendingWakes]).toEqual([0, 0, 0]);
  });

  test('ends a sleep whose signal aborts, and begins none whose signal has aborted', async () => {
    const clock = new HandClock(start);
    const { woken, sleep } = sleepersOf(clock);
    const stop = new AbortController();
    const sleeping = sleep('stopped', 10, stop.signal);
    stop.abort();
    await sleeping;
    await sleep('too late', 10, stop.signal);
    expect([woken.map(([name]) => name), clock.pendingWakes]).toEqual([['stopped', 'too late'], 0]);
  });

  test('ends a sleep of no time by itself', async () => {
    await new HandClock(start).sleep(0);
  });
});

describe('the clock passes time', () => {
  test('so that a woken sleeper may sleep again, and wakes at its time', async () => {
    const clock = new HandClock(start);
    const { woken, sleep } = sleepersOf(clock);
    const again = sleep('one', 10).then(() => sleep('one again', 15));
    const other = sleep('other', 20);
    await clock.pass(30);
    expect(woken).toEqual([
      ['one', 10],
      ['other', 20],
      ['one again', 25],
    ]);
    expect(clock.elapsed()).toBe(30);
    await Promise.all([again, other]);
  });

  test('to the next wake, and returns how much that was', async () => {
    const clock = new HandClock(start);
    const { woken, sleep } = sleepersOf(clock);
    void sleep('late', 70);
    void sleep('early', 20);
    expect([await clock.advanceToNextWake(), await clock.advanceToNextWake()]).toEqual([20, 50]);
    expect(woken).toEqual([
      ['early', 20],
      ['late', 70],
    ]);
    expect(await clock.advanceToNextWake()).toBeUndefined();
  });

  test('until a piece of work is done, and throws its fault', async () => {
    const clock = new HandClock(start);
    const work = async (): Promise<string> => {
      for (let times = 0; times < 3; times++) await clock.sleep(100);
      return 'done';
    };
    expect([await clock.through(work()), clock.elapsed()]).toEqual(['done', 300]);
    await expect(clock.through(clock.sleep(1).then(() => Promise.reject(new Error('no'))))).rejects.toThrow('no');
  });
});

describe('a clock that flows', () => {
  test("wakes sleepers by the machine's clock", async () => {
    const clock = new HandClock(start, { flows: true });
    await clock.sleep(2);
    expect(clock.elapsed()).toBeGreaterThanOrEqual(2);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(Date.parse(start) + 2);
  });

  test('can be moved ahead, and goes on from there', async () => {
    const clock = new HandClock(start, { flows: true });
    const { woken, sleep } = sleepersOf(clock);
    const sleeping = sleep('for an hour', 3_600_000);
    await nextTurn();
    clock.advance(3_600_000);
    await sleeping;
    expect(woken).toHaveLength(1);
    await clock.sleep(1);
    expect(clock.elapsed()).toBeGreaterThanOrEqual(3_600_001);
  });
});
