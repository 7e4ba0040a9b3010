/** Rate budgets in a real Redis: shared by whoever connects, bounded whatever Redis does, and no reason to stand still. */
import { refused } from '../../src/kernel/refusal';
import type { Clock } from '../../src/kernel/clock';
import { systemClock } from '../../src/kernel/system-clock';
import { createRateWindows } from '../../src/modules/access/application/rate-windows';
import { connectSharedRateWindows, type SharedRateWindows } from '../../src/modules/access/redis/shared-rate-windows';
import { HandClock } from '../support/hand-clock';
import { describeWithRedis, startRedis, type RedisServer } from '../support/redis-server';
import { freePort, until } from '../support/service-process';

const lines: { readonly level: string; readonly fields: object; readonly message: string }[] = [];
const note = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
const log = { info: note('info'), warn: note('warn'), error: note('error') };

/** So patient that none counts alone because this process was held up. */
const maxWaitMs = 10_000;
const connect = (url: string): Promise<SharedRateWindows> =>
  connectSharedRateWindows(url, systemClock, log, createRateWindows, maxWaitMs);

const linesOf = (wanted: string) => lines.filter(({ level }) => level === wanted);

test('a start where nobody answers counts alone, says so once, and not where it tried', async () => {
  lines.length = 0;
  const alone = await connect(`redis://somebody:secret@127.0.0.1:${await freePort()}`);
  const spent = [await alone.spend('a', 1), await alone.spend('a', 1), await alone.spend('b', 1)];
  expect(spent.map(refused)).toEqual([false, true, false]);
  expect(lines).toEqual([expect.objectContaining({ level: 'warn', message: expect.stringContaining('counts') })]);
  expect(JSON.stringify(lines)).not.toMatch(/redis:\/\/|secret/);
  await alone.close();
});

describeWithRedis('rate budgets in Redis', () => {
  let redis: RedisServer;
  let one: SharedRateWindows;
  let other: SharedRateWindows;

  const closers: (() => Promise<void>)[] = [];

  /** A Redis for one test, which may do to it what it likes. */
  const another = async () => {
    const own = await startRedis();
    closers.push(own.stop);
    const connectTo = async (clock: Clock = systemClock, patienceMs = maxWaitMs): Promise<SharedRateWindows> => {
      const windows = await connectSharedRateWindows(own.url, clock, log, createRateWindows, patienceMs);
      closers.push(windows.close);
      return windows;
    };
    return { redis: own, connectTo };
  };

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  beforeAll(async () => {
    redis = await startRedis();
    [one, other] = [await connect(redis.url), await connect(redis.url)];
  });

  afterAll(async () => {
    await one.close();
    await other.close();
    await redis.stop();
  });

  /** How often each remainder was given out: in one second, each at most once. */
  const spendMany = async (subject: string, limit: number, times: number, processes = [one, other]) => {
    const startedAt = performance.now();
    const spent = await Promise.all(
      processes.flatMap((windows) =>
        Array.from({ length: times / processes.length }, () => windows.spend(subject, limit)),
      ),
    );
    const seconds = Math.ceil((performance.now() - startedAt) / 1000) + 1;
    const granted = spent.flatMap((outcome) => (refused(outcome) ? [] : [outcome.right.remaining]));
    return { granted, denied: spent.flatMap((outcome) => (refused(outcome) ? [outcome.left] : [])), seconds };
  };

  test('count for all connections together', async () => {
    const { granted, denied, seconds } = await spendMany('together', 50, 400);
    for (let remaining = 0; remaining < 50; remaining++)
      expect(granted.filter((left) => left === remaining).length).toBeLessThanOrEqual(seconds);
    expect(granted.length).toBeGreaterThanOrEqual(50);
    expect(denied.length).toBe(400 - granted.length);
    for (const budget of denied) expect(budget).toEqual({ limit: 50, remaining: 0, resetSeconds: 1 });
  });

  test('are each subject’s own', async () => {
    for (const subject of ['a', 'b']) expect(refused(await one.spend(subject, 1))).toBe(false);
  });

  test('are counted by each process alone while Redis is away, and together again when it is back', async () => {
    const fresh = [await connect(redis.url), await connect(redis.url)];
    lines.length = 0;
    await redis.stop();
    const alone = await Promise.all(fresh.map((windows) => windows.spend('away', 1)));
    expect(alone.map(refused)).toEqual([false, false]);
    await until('they have noticed', () => linesOf('warn').length >= 2);
    expect(JSON.stringify(lines)).not.toContain('redis://');
    await redis.start();
    await until('they are back', () => linesOf('info').length >= 2);
    const spent = await Promise.all(fresh.map((windows) => windows.spend('back', 1)));
    // Together, unless the second ended between the two.
    expect(spent.filter(refused).length).toBeLessThanOrEqual(1);
    for (const windows of fresh) await windows.close();
  });

  test('are shared by who started while Redis was away, as soon as it is there', async () => {
    const { redis: late, connectTo } = await another();
    lines.length = 0;
    await late.stop();
    const early = [await connectTo(), await connectTo()];
    expect(linesOf('warn')).toHaveLength(2);
    await late.start();
    await until('they are back', () => linesOf('info').length >= 2);
    const spent = await Promise.all(early.map((windows) => windows.spend('early', 1)));
    // Together, unless the second ended between the two.
    expect(spent.filter(refused).length).toBeLessThanOrEqual(1);
    const { granted, seconds } = await spendMany('early and many', 20, 200, early);
    expect(granted.length).toBeLessThanOrEqual(20 * seconds);
  });

  test.each<[fault: string, strike: 'stop' | 'pause', mend: 'start' | 'resume']>([
    ['goes away', 'stop', 'start'],
    ['answers nobody for a while', 'pause', 'resume'],
  ])('let no process pass its limit in a second in which Redis %s', async (_, strike, mend) => {
    const limit = 10;
    const { redis: faulty, connectTo } = await another();
    // Its second does not end.
    const process = await connectTo(new HandClock('2026-01-15T10:00:00.000Z'), 100);
    const spend = () => process.spend('one second', limit);
    const before = [await spend(), await spend(), await spend()];
    lines.length = 0;
    await faulty[strike]();
    const during = await Promise.all(Array.from({ length: limit }, spend));
    await until('it has noticed', () => linesOf('warn').length === 1);
    await faulty[mend]();
    await until('it is back', async () => {
      await process.spend('another budget', 1_000_000);
      return linesOf('info').length > 0;
    });
    const after = await Promise.all(Array.from({ length: limit }, spend));
    expect([...before, ...during, ...after].filter((outcome) => !refused(outcome))).toHaveLength(limit);
  });

  test('take the answer of Redis that came while the process itself stood still', async () => {
    const maxMs = 250;
    const process = await (await another()).connectTo(systemClock, maxMs);
    await process.spend('standing', 100);
    lines.length = 0;
    const spending = process.spend('standing', 100);
    // Written before the standstill, which the answer has all the time of.
    await new Promise(setImmediate);
    const standsUntil = performance.now() + 2 * maxMs;
    while (performance.now() < standsUntil);
    expect(refused(await spending)).toBe(false);
    expect(linesOf('warn')).toEqual([]);
  });
});
