/** The rate budget of a key, with many connections at once and, where Redis is installed, over two processes of the service. */
import { setTimeout as delay } from 'node:timers/promises';
import { bareClient, type BareAnswer } from '../support/bare-client';
import { ContainerModule } from 'inversify';
import { CLOCK } from '../../src/kernel/tokens';
import { HandClock } from '../support/hand-clock';
import { startLedger } from '../support/ledger';
import { describeWithRedis, startRedis, type RedisServer } from '../support/redis-server';
import { install, type Installed } from '../support/service-process';

jest.setTimeout(240_000);
const connections = 64;
const warmUps = 100;

test('a budget holds to the request with 64 connections at once', async () => {
  const clock = new HandClock('2026-01-15T10:00:00.000Z');
  const ledger = await startLedger([
    new ContainerModule(({ rebindSync }) => void rebindSync(CLOCK).toConstantValue(clock)),
  ]);
  const books = await ledger.newLedger();
  const bare = bareClient(ledger.baseUrl, await ledger.newKey(books.ledger, { rateLimitPerSecond: 50 }), connections);
  for (let second = 0; second < 3; second++) {
    const answers = await Promise.all(Array.from({ length: 4 * connections }, () => bare.send('GET', '/ledger')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4 * connections - 50);
    const left = answers.filter(({ status }) => status === 200).map(remaining);
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index));
    clock.advance(1_000);
  }
  bare.close();
  await ledger.close();
});

const remaining = ({ headers }: BareAnswer): number => Number(headers['x-ratelimit-remaining']);

describeWithRedis('two processes that share a Redis', () => {
  let home: Installed;
  let redis: RedisServer;

  beforeAll(async () => {
    home = install();
    redis = await startRedis();
  });

  afterAll(async () => {
    await home.remove();
    await redis.stop();
  });

  test('let no more through together than one would alone', async () => {
    const limit = 30;
    const environment = { REDIS_URL: redis.url };
    const services = [await home.serve(environment), await home.serve(environment)];
    const record = async (...args: readonly string[]) => JSON.parse((await home.ledger(...args, '--json')).stdout);
    const tenant = await record('tenants', 'create', '--name', 'Shared');
    const books = await record(
      'ledgers',
      'create',
      '--tenant',
      tenant.id,
      '--code',
      'A',
      '--name',
      'A',
      '--currency',
      'EUR',
    );
    const { key } = await record('keys', 'create', '--ledger', books.id, '--rate-limit', String(limit));
    const clients = services.map(({ url }) => bareClient(url, key, connections / services.length));
    // A process that is still waking up may give Redis too little time, and count alone for a while.
    for (const bare of clients) for (let time = 0; time < warmUps; time++) await bare.send('GET', '/ledger');
    // Into a second of which nothing is spent.
    await delay(1_000);
    const startedAt = performance.now();
    const answers = (
      await Promise.all(
        clients.flatMap((bare) => Array.from({ length: 5 * connections }, () => bare.send('GET', '/ledger'))),
      )
    ).filter(({ status }) => status === 200);
    const seconds = Math.ceil((performance.now() - startedAt) / 1000) + 1;
    expect(answers.length).toBeGreaterThanOrEqual(limit);
    for (let left = 0; left < limit; left++)
      expect(answers.filter((answer) => remaining(answer) === left).length).toBeLessThanOrEqual(seconds);
    for (const bare of clients) bare.close();
    for (const service of services) expect(await service.stop('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });
});
