/** Rate budgets in a real Redis: shared by whoever connects, exact under load, and no reason to stand still without it. */
import { refused } from '../../src/kernel/refusal';
import { systemClock } from '../../src/kernel/time';
import { createRateWindows } from '../../src/modules/access/application/rate-windows';
import { connectSharedRateWindows, type SharedRateWindows } from '../../src/modules/access/redis/shared-rate-windows';
import { describeWithRedis, startRedis, type RedisServer } from '../support/redis-server';
import { freePort, until } from '../support/service-process';

const lines: { readonly level: string; readonly fields: object; readonly message: string }[] = [];
const note = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
const log = { info: note('info'), warn: note('warn'), error: note('error') };

/** So patient that none counts alone because this process was held up. */
const maxWaitMs = 10_000;
const connect = (url: string): Promise<SharedRateWindows> =>
  connectSharedRateWindows(url, createRateWindows(systemClock), log, maxWaitMs);

test('a start where nobody answers says what to do, and not where it tried', async () => {
  const url = `redis://somebody:secret@127.0.0.1:${await freePort()}`;
  await expect(connect(url)).rejects.toThrow('REDIS_URL is set, but nobody answers there.');
});

describeWithRedis('rate budgets in Redis', () => {
  let redis: RedisServer;
  let one: SharedRateWindows;
  let other: SharedRateWindows;

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
  const spendMany = async (subject: string, limit: number, times: number) => {
    const startedAt = performance.now();
    const spent = await Promise.all(
      Array.from({ length: times }, (_, index) => (index % 2 ? one : other).spend(subject, limit)),
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
    await until('they have noticed', () => lines.filter(({ level }) => level === 'warn').length >= 2);
    expect(JSON.stringify(lines)).not.toContain('redis://');
    await redis.start();
    await until('they are back', () => lines.filter(({ level }) => level === 'info').length >= 2);
    const spent = await Promise.all(fresh.map((windows) => windows.spend('back', 1)));
    // Together, unless the second ended between the two.
    expect(spent.filter(refused).length).toBeLessThanOrEqual(1);
    for (const windows of fresh) await windows.close();
  });
});
