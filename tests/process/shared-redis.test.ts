/** Rate budgets of two processes that share a Redis, and of a process that cannot reach its Redis. */
import { bareClient, type BareAnswer } from '../support/bare-client';
import { runHere } from '../support/command-line';
import { describeWithRedis, startRedis, type RedisServer } from '../support/redis-server';
import { freePort, install, type Installed } from '../support/service-process';

const connections = 64;

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

  test('share one rate limit, and at most double it when Redis answers too late', async () => {
    const limit = 30;
    const environment = { REDIS_URL: redis.url };
    const services = [await home.serve(environment), await home.serve(environment)];
    const record = async (command: string) =>
      JSON.parse(
        (await runHere([...command.split(' '), '--json'], { LEDGER_DATA_DIR: home.dataDirectory })).stdout,
      ) as { id: string; key: string };
    await record('tenants create --name Shared');
    await record('ledgers create --tenant Shared --code A --name A --currency EUR');
    const { key } = await record(`keys create --ledger A --rate-limit ${limit}`);
    const clients = services.map(({ url }) => bareClient(url, key, connections / services.length));
    const { headers: before } = await fetch(`${services[0]?.url}/healthz`);
    const all = await Promise.all(
      clients.flatMap((bare) => Array.from({ length: 5 * connections }, () => bare.send('GET', '/ledger'))),
    );
    const answers = all.filter(({ status }) => status === 200);
    const dates = all.map(({ headers }) => Date.parse(String(headers['date'])));
    // The Date headers are in whole seconds, so the requests may have taken up to two seconds longer than the difference between these
    // dates.
    const seconds = (Math.max(...dates) - Date.parse(before.get('date') ?? '')) / 1000 + 2;
    for (const bare of clients) bare.close();
    const ended = await Promise.all(services.map((service) => service.stop('SIGTERM')));
    const complaints = ended.flatMap(({ stderr }) => stderr.split('\n').filter((line) => line !== ''));

    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(answers.length).toBeGreaterThanOrEqual(limit);
    expect(answers.length).toBeLessThanOrEqual(services.length * limit * seconds);
    // On a busy machine Redis may answer a process too late. The process then logs this, and counts its requests alone.
    for (const line of complaints) expect(line).toContain('each process applies its rate limits separately');
    if (complaints.length === 0)
      for (let left = 0; left < limit; left++)
        expect(answers.filter((answer) => remaining(answer) === left).length).toBeLessThanOrEqual(seconds);
  });
});

describe('a start while Redis is unreachable', () => {
  let home: Installed;
  beforeAll(() => {
    home = install();
  });
  afterAll(() => home.remove());

  test('serves, and warns once that each process counts alone, without the address of Redis', async () => {
    const service = await home.serve({ REDIS_URL: `redis://somebody:secret@127.0.0.1:${await freePort()}` });
    expect((await fetch(`${service.url}/api/v1/ledger`)).status).toBe(401);
    const { code, stderr } = await service.stop('SIGTERM');
    expect(code).toBe(0);
    expect(stderr.match(/applies its rate limits separately/g)).toHaveLength(1);
    expect(stderr).not.toMatch(/redis:\/\/|secret/);
  });

  test('still refuses an invalid REDIS_URL', async () => {
    const { code, stderr } = await home.beginToServe(await freePort(), { REDIS_URL: 'http://127.0.0.1:6379' }).ended;
    expect([code, stderr]).toEqual([1, expect.stringMatching(/REDIS_URL must begin with redis:\/\/ or rediss:\/\//)]);
  });
});
