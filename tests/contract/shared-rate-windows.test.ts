/**
 * Rate budgets in a real Redis: all processes share them, they are bounded whatever happens to Redis, and requests are also answered
 * without Redis.
 */
import type { ProcessTime } from '../../src/kernel/clock';
import { refused } from '../../src/kernel/refusal';
import { systemClock } from '../../src/kernel/running/system-clock';
import type { RateBudget } from '../../src/modules/access/application/ports';
import { createRateWindows } from '../../src/modules/access/application/rate-windows';
import { connectSharedRateWindows, type SharedRateWindows } from '../../src/modules/access/redis/shared-rate-windows';
import { HandClock } from '../support/hand-clock';
import { describeWithRedis, startRedis, type RedisServer } from '../support/redis-server';
import { createTally } from '../support/happenings';
import { freePort } from '../support/service-process';

const lines: { readonly level: string; readonly fields: object; readonly message: string }[] = [];
const logged = { info: createTally(), warn: createTally(), error: createTally() };
const note = (level: keyof typeof logged) => (fields: object, message: string) => {
  lines.push({ level, fields, message });
  logged[level].add();
};
const log = { info: note('info'), warn: note('warn'), error: note('error') };

/** The time that a process waits for Redis. It is long, so that a process on a slow test machine does not give up and count alone. */
const maxWaitMs = 10_000;
/** The time after a failure during which no request uses Redis. */
const retryMs = 1_000;
interface Counting {
  readonly spend: RateBudget['spend'];
  readonly close: SharedRateWindows['close'];
}
/** The clock that all processes share. Its second ends only when a test moves it. */
const time = new HandClock();
const connect = async (url: string, clock: Pick<ProcessTime, 'deadline'> = systemClock): Promise<Counting> => {
  const { budget, close } = await connectSharedRateWindows(url, clock, log, maxWaitMs);
  return { ...budget(time, createRateWindows), close };
};

/** Each test adds what it opens, so that a test that fails leaves no connection open. Connections close before their server. */
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const linesOf = (wanted: string) => lines.filter(({ level }) => level === wanted);

test('a start without an answer from Redis counts alone, and logs it once without the URL', async () => {
  lines.length = 0;
  const alone = await connect(`redis://somebody:secret@127.0.0.1:${await freePort()}`);
  closers.push(alone.close);
  const spent = [await alone.spend('a', 1), await alone.spend('a', 1), await alone.spend('b', 1)];
  expect(spent.map(refused)).toEqual([false, true, false]);
  expect(lines).toEqual([
    expect.objectContaining({ level: 'warn', message: expect.stringContaining('applies its rate limits separately') }),
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/redis:\/\/|secret/);
});

describeWithRedis('rate budgets in Redis', () => {
  let redis: RedisServer;
  let one: Counting;
  let other: Counting;

  /**
   * A separate Redis for one test, which may stop or pause it. The connections of the other tests do not see it, so the log holds only
   * lines of this test's connections.
   */
  const another = async () => {
    const own = await startRedis();
    closers.push(own.stop);
    const connectTo = async (clock?: HandClock): Promise<Counting> => {
      const windows = await connect(own.url, clock);
      closers.push(windows.close);
      return windows;
    };
    return { redis: own, connectTo };
  };

  beforeAll(async () => {
    redis = await startRedis();
    [one, other] = [await connect(redis.url), await connect(redis.url)];
  });

  afterAll(async () => {
    await one.close();
    await other.close();
    await redis.stop();
  });

  const spendMany = async (subject: string, limit: number, times: number, processes = [one, other]) => {
    const spent = await Promise.all(
      processes.flatMap(({ spend }) => Array.from({ length: times / processes.length }, () => spend(subject, limit))),
    );
    return {
      granted: spent.flatMap((outcome) => (refused(outcome) ? [] : [outcome.right.remaining])),
      denied: spent.flatMap((outcome) => (refused(outcome) ? [outcome.left] : [])),
    };
  };

  test('count for all connections together, anew in each second', async () => {
    for (let second = 0; second < 2; second++) {
      const { granted, denied } = await spendMany('together', 50, 400);
      expect(granted.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, left) => left));
      expect(denied).toHaveLength(350);
      for (const budget of denied) expect(budget).toEqual({ limit: 50, remaining: 0, resetSeconds: 1 });
      time.advance(1_000);
    }
  });

  test('are separate for each subject', async () => {
    for (const subject of ['a', 'b']) expect(refused(await one.spend(subject, 1))).toBe(false);
  });

  test('are counted by each process alone while Redis is away, and together again when it is back', async () => {
    const { redis: unsteady, connectTo } = await another();
    const pair = [await connectTo(), await connectTo()];
    lines.length = 0;
    const [noticed, back] = [logged.warn.more(2), logged.info.more(2)];
    await unsteady.stop();
    const alone = await Promise.all(pair.map((windows) => windows.spend('away', 1)));
    expect(alone.map(refused)).toEqual([false, false]);
    await noticed;
    expect(JSON.stringify(lines)).not.toContain('redis://');
    await unsteady.start();
    await back;
    const spent = await Promise.all(pair.map((windows) => windows.spend('back', 1)));
    expect(spent.filter(refused)).toHaveLength(1);
  });

  test('are shared by processes that started without Redis, as soon as it is there', async () => {
    const { redis: late, connectTo } = await another();
    lines.length = 0;
    await late.stop();
    const early = [await connectTo(), await connectTo()];
    expect(linesOf('warn')).toHaveLength(2);
    const back = logged.info.more(2);
    await late.start();
    await back;
    const spent = await Promise.all(early.map((windows) => windows.spend('early', 1)));
    expect(spent.filter(refused)).toHaveLength(1);
    expect((await spendMany('early and many', 20, 200, early)).granted).toHaveLength(20);
  });

  test.each<[fault: string, strike: 'stop' | 'pause', mend: 'start' | 'resume']>([
    ['goes away', 'stop', 'start'],
    ['answers nobody for a while', 'pause', 'resume'],
  ])('let no process pass its limit in a second in which Redis %s', async (_, strike, mend) => {
    const limit = 10;
    const { redis: faulty, connectTo } = await another();
    // The shared clock does not move, so its second does not end. Only this process's own clock moves, and ends the wait for Redis.
    const own = new HandClock();
    const process = await connectTo(own);
    const spend = () => process.spend('one second', limit);
    const before = [await spend(), await spend(), await spend()];
    lines.length = 0;
    const [noticed, back] = [logged.warn.more(1), logged.info.more(1)];
    await faulty[strike]();
    const asked = Promise.all(Array.from({ length: limit }, spend));
    await own.pass(maxWaitMs);
    const during = await asked;
    await noticed;
    expect(linesOf('warn')).toHaveLength(1);
    await faulty[mend]();
    own.advance(retryMs);
    await process.spend('another budget', 1_000_000);
    await back;
    const after = await Promise.all(Array.from({ length: limit }, spend));
    expect([...before, ...during, ...after].filter((outcome) => !refused(outcome))).toHaveLength(limit);
  });
});
