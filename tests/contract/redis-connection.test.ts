/**
 * The connection to Redis: users, passwords, databases and TLS of `REDIS_URL`, and requests that never wait for a Redis that is away. Two
 * connections share their count if one of two requests under a limit of 1 is refused.
 */
import { once } from 'node:events';
import { connect as connectTo, type AddressInfo } from 'node:net';
import tls from 'node:tls';
import type { ProcessTime } from '../../src/kernel/clock';
import { refused } from '../../src/kernel/refusal';
import { systemClock } from '../../src/kernel/running/system-clock';
import { createRateWindows } from '../../src/modules/access/application/rate-windows';
import { connectSharedRateWindows } from '../../src/modules/access/redis/shared-rate-windows';
import { HandClock } from '../support/hand-clock';
import { createTally } from '../support/happenings';
import { describeWithRedis, startRedis } from '../support/redis-server';
import { certificateFor } from '../unit/events/certificate';

/** The longest start without an answer of Redis, the wait for an answer, and the time without a call after a failure. */
const [maxStartMs, maxWaitMs, retryMs] = [2_000, 10_000, 1_000];
/** A password with characters that a URL encodes. */
const password = 'p@ss/w:rd%';

/** The clock that all processes share. It stands still, so that all requests are in the same second. */
const time = new HandClock();
const lines: string[] = [];
const logged = { info: createTally(), warn: createTally() };
const note = (level: keyof typeof logged) => (fields: object, message: string) => {
  lines.push(JSON.stringify({ level, ...fields, message }));
  logged[level].add();
};
const log = { info: note('info'), warn: note('warn'), error: note('warn') };

/** Each test adds what it opens. Connections close before their server. */
const closers: (() => Promise<void>)[] = [];
beforeEach(() => void (lines.length = 0));
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const redisWith = async (...settings: readonly string[]) => {
  const redis = await startRedis(...settings);
  closers.push(redis.stop);
  return redis;
};
const connect = async (url: string, clock: Pick<ProcessTime, 'deadline'> = systemClock) => {
  const { budget, close } = await connectSharedRateWindows(url, clock, log, maxWaitMs);
  closers.push(close);
  return budget(time, createRateWindows);
};
/** Returns how many requests are refused if a connection to each URL sends one under a limit of 1. */
const refusedTogether = async (...urls: readonly string[]): Promise<number> => {
  const processes = await Promise.all(urls.map((url) => connect(url)));
  const spent = await Promise.all(processes.map(({ spend }) => spend('together', 1)));
  return spent.filter(refused).length;
};
const withUser = (url: string, user: string, secret: string): string =>
  url.replace('://', `://${user}:${encodeURIComponent(secret)}@`);

describeWithRedis('the connection to Redis', () => {
  test.each<[what: string, user: string, settings: readonly string[]]>([
    ['a password', '', ['--requirepass', password]],
    [
      'a user who may only count',
      'counter',
      ['--user', 'counter', 'on', `>${password}`, '~ledger:rate:*', '-@all', '+eval', '+evalsha', '+incr', '+expire'],
    ],
  ])('is opened with %s', async (_, user, settings) => {
    const { url } = await redisWith(...settings);
    const full = withUser(url, user, password);
    const printed = jest.spyOn(console, 'warn');
    closers.push(async () => printed.mockRestore());
    expect(await refusedTogether(full, full)).toBe(1);
    expect([lines, printed.mock.calls]).toEqual([[], []]);
  });

  test.each<[fault: string, settings: readonly string[], urlOf: (url: string) => string]>([
    ['its password is wrong', ['--requirepass', password], (url) => withUser(url, '', 'another')],
    ['it has no password', ['--requirepass', password], (url) => url],
    ['its database does not exist', [], (url) => `${url}/99`],
  ])('is not opened if %s: the process counts alone, and logs it once without the URL', async (_, settings, urlOf) => {
    const { url } = await redisWith(...settings);
    const { spend } = await connect(urlOf(url));
    const { spend: other } = await connect(urlOf(url));
    expect([await spend('alone', 1), await spend('alone', 1), await other('alone', 1)].map(refused)).toEqual([
      false,
      true,
      false,
    ]);
    expect(lines.filter((line) => line.includes('applies its rate limits separately'))).toHaveLength(2);
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/another|redis:|p@ss/);
  });

  test('uses the database of the URL, and no other part of it', async () => {
    const { url } = await redisWith();
    expect(await refusedTogether(`${url}/1`, `${url}/2`)).toBe(0);
    expect(await refusedTogether(`${url}/1?db=5&connectTimeout=1&family=6#x`)).toBe(1);
    expect(lines).toEqual([]);
  });

  test('is encrypted with rediss://, and only if the certificate is trusted', async () => {
    const { url } = await redisWith('--requirepass', password);
    const { cert, key } = certificateFor('127.0.0.1');
    const inFront = tls.createServer({ cert, key }, (socket) => {
      const behind = connectTo(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => behind.destroy()).on('close', () => behind.destroy());
      socket.pipe(behind).pipe(socket);
    });
    inFront.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
    await once(inFront, 'listening');
    closers.push(async () => void inFront.close());
    const encrypted = withUser(`rediss://127.0.0.1:${(inFront.address() as AddressInfo).port}`, '', password);

    const open = tls.connect;
    const trusting = jest
      .spyOn(tls, 'connect')
      .mockImplementation(((options: tls.ConnectionOptions) => open({ ...options, ca: cert })) as typeof open);
    closers.push(async () => trusting.mockRestore());
    expect(await refusedTogether(encrypted, encrypted)).toBe(1);
    expect(lines).toEqual([]);
    trusting.mockRestore();
    expect(await refusedTogether(encrypted, encrypted)).toBe(0);
    expect(lines).toHaveLength(2);
    expect(lines.join()).toContain('"error":"DEPTH_ZERO_SELF_SIGNED_CERT"');
  });

  test('is awaited for two seconds at a start, and used as soon as Redis answers', async () => {
    const redis = await redisWith();
    redis.pause();
    const own = new HandClock();
    const { spend } = await own.through(connect(redis.url, own));
    expect(own.elapsed()).toBe(maxStartMs);
    expect(lines).toHaveLength(1);
    own.advance(retryMs);
    expect(refused(await spend('early', 1))).toBe(false);
    const back = logged.info.more(1);
    redis.resume();
    await back;
    const other = await connect(redis.url);
    for (const subject of ['early', 'shared']) expect(refused(await other.spend(subject, 1))).toBe(false);
    expect(refused(await spend('shared', 1))).toBe(true);
  });

  test('is opened again after Redis closed it, and the log says both', async () => {
    const { url } = await redisWith();
    const [one, other] = [await connect(url), await connect(url)];
    const [noticed, back] = [logged.warn.more(2), logged.info.more(2)];
    const operator = connectTo(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
    operator.write('CLIENT KILL TYPE normal SKIPME yes\r\n');
    await noticed;
    await back;
    operator.destroy();
    const spent = [await one.spend('again', 1), await other.spend('again', 1)];
    expect(spent.map(refused)).toEqual([false, true]);
    expect(lines).toHaveLength(4);
  });

  test('keeps no request waiting after a failure, and sends none again later', async () => {
    const redis = await redisWith();
    // This clock ends no wait for Redis, because no test moves it by that much.
    const own = new HandClock();
    const { spend } = await connect(redis.url, own);
    const noticed = logged.warn.more(1);
    redis.pause();
    const inFlight = Promise.all([spend('a', 1), spend('b', 1), spend('c', 1)]);
    await redis.stop();
    expect((await inFlight).map(refused)).toEqual([false, false, false]);
    await noticed;
    own.advance(retryMs);
    expect(refused(await spend('d', 1))).toBe(false);
    const back = logged.info.more(1);
    await redis.start();
    await back;
    const other = await connect(redis.url);
    for (const subject of ['a', 'd']) expect(refused(await other.spend(subject, 1))).toBe(false);
    expect(lines).toHaveLength(2);
  });

  test('logs nothing when the service closes it, whether Redis answers or not', async () => {
    const redis = await redisWith();
    for (const isPaused of [false, true]) {
      const { close } = await connectSharedRateWindows(redis.url, systemClock, log, maxWaitMs);
      if (isPaused) redis.pause();
      await close();
    }
    await redis.stop();
    expect(lines).toEqual([]);
  });
});
