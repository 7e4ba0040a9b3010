/** Restricted keys: the networks from which they may be used, their expiry, their scopes, and the rotation of a key. */
import { appoint, type TestAdministrator } from '../support/administration';
import { client } from '../support/client';
import { superuserUrlOf, type TestDatabase } from '../support/database';
import { HandClock } from '../support/hand-clock';
import { createTally } from '../support/happenings';
import { startLedger, type TestBooks, type TestLedger } from '../support/ledger';
import { ask } from '../support/people';
import { dataOf, expectRefusal } from '../support/requests';

const clock = new HandClock('2026-01-15T10:00:00.000Z');
let ledger: TestLedger;
let books: TestBooks;
let chief: TestAdministrator;

beforeAll(async () => {
  ledger = await startLedger([], { clock });
  books = await ledger.newLedger();
  chief = await appoint(ledger);
});
afterAll(() => ledger.close());

// Rate budgets are per second, so each test gets its own second.
beforeEach(() => clock.advance(1_000));

const newKey = async (restrictions: object): Promise<string> => {
  const rights = { scopes: ['read', 'post', 'undo', 'chart'], rate_limit_per_second: 1_000 };
  const body = { ledger_id: books.ledger.id, ...rights, ...restrictions };
  return dataOf(await chief.api.post('/keys', body), 201).key;
};

/** Sends a request from this loopback address, with `forwarded` as its X-Forwarded-For header, which any sender can write. */
const from = (key: string, address: string, forwarded?: string) =>
  ask(ledger.baseUrl, {
    path: '/api/v1/ledger',
    from: address,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded, Forwarded: `for=${forwarded}` }),
    },
  });

describe('a key with networks', () => {
  test('is valid inside them, and gets FORBIDDEN outside', async () => {
    const key = await newKey({ allowed_networks: ['127.0.8.0/24', '2001:db8::/32'] });
    expect((await from(key, '127.0.8.1')).status).toBe(200);
    expect((await from(key, '127.0.8.255')).status).toBe(200);
    for (const outside of ['127.0.9.0', '127.0.7.255', '127.0.0.1']) {
      const answer = await from(key, outside);
      expectRefusal(answer, 403, 'FORBIDDEN');
      expect(answer.headers.get('X-RateLimit-Limit')).toBeNull();
    }
  });

  test('ignores the source address that a request claims in its headers', async () => {
    const key = await newKey({ allowed_networks: ['127.0.8.0/24'] });
    expectRefusal(await from(key, '127.0.9.1', '127.0.8.1'), 403, 'FORBIDDEN');
    expect((await from(key, '127.0.8.1', '127.0.9.1')).status).toBe(200);
  });

  test('outside them spends the budget of the address, not its own', async () => {
    const key = await newKey({ allowed_networks: ['127.0.8.0/24'], rate_limit_per_second: 2 });
    const outside = await Promise.all(Array.from({ length: 60 }, () => from(key, '127.0.10.1')));
    expect(new Set(outside.map(({ status }) => status))).toEqual(new Set([403, 429]));
    expect((await from(key, '127.0.8.1')).status).toBe(200);
  });

  test('without any is valid from everywhere', async () => {
    const key = await newKey({});
    for (const address of ['127.0.0.1', '127.3.2.1']) expect((await from(key, address)).status).toBe(200);
  });
});

describe('a key with scopes', () => {
  test('can do what they allow, and nothing else', async () => {
    const reader = client(ledger.baseUrl, await newKey({ scopes: ['read'] }));
    dataOf(await reader.get('/accounts'), 200);
    const refusal = await reader.post('/journals', { code: 'J', name: 'J' });
    expectRefusal(refusal, 403, 'FORBIDDEN');
    expect(refusal.body.message).toContain('scope chart ');
    const clerk = client(ledger.baseUrl, await newKey({ scopes: ['chart'] }));
    dataOf(await clerk.post('/journals', { code: 'J', name: 'J' }), 201);
    expectRefusal(await clerk.get('/journals'), 403, 'FORBIDDEN');
  });
});

describe('on a clock that the test advances', () => {
  const inMs = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();
  const statusOf = async (key: string): Promise<number> => (await client(ledger.baseUrl, key).get('/ledger')).status;

  test('a key expires at its instant', async () => {
    const key = await newKey({ expires_at: inMs(60_000).replace('Z', '+00:00') });
    clock.advance(59_999);
    expect(await statusOf(key)).toBe(200);
    clock.advance(1);
    expect(await statusOf(key)).toBe(401);
  });

  test('a rotated key has the rights of the old one, and both are valid until the grace period ends', async () => {
    const rights = {
      scopes: ['read'],
      capabilities: ['periods:admin'],
      allowed_networks: ['127.0.0.0/8'],
      name: 'till',
    };
    const body = { ledger_id: books.ledger.id, rate_limit_per_second: 77, ...rights };
    const old = dataOf(await chief.api.post('/keys', body), 201);
    const made = await chief.api.post(`/keys/${old.id}/rotate`, { grace_seconds: 60 });
    const { replaces, ...successor } = dataOf(made, 201);
    expect(successor).toMatchObject({ ...rights, rate_limit_per_second: 77, expires_at: null });
    expect(successor.key).not.toBe(old.key);
    expect(replaces).toEqual({ id: old.id, prefix: old.prefix, expires_at: inMs(60_000) });
    clock.advance(59_999);
    expect([await statusOf(old.key), await statusOf(successor.key)]).toEqual([200, 200]);
    clock.advance(1);
    expect([await statusOf(old.key), await statusOf(successor.key)]).toEqual([401, 200]);
  });

  test('without a grace period the old key ends at once, and a rotation never extends a key’s life', async () => {
    const short = { ledger_id: books.ledger.id, scopes: ['read'], expires_at: inMs(30_000) };
    const old = dataOf(await chief.api.post('/keys', short), 201);
    const rotated = dataOf(await chief.api.post(`/keys/${old.id}/rotate`, { grace_seconds: 600 }), 201);
    expect([rotated.expires_at, rotated.replaces.expires_at]).toEqual([short.expires_at, short.expires_at]);
    const { key } = dataOf(await chief.api.post(`/keys/${rotated.id}/rotate`, { grace_seconds: 0 }), 201);
    expect([await statusOf(rotated.key), await statusOf(key)]).toEqual([401, 200]);
  });
});

test('under load no request is refused before the grace is over, and none is served a second after it', async () => {
  const graceMs = 2_000;
  const another = await startLedger([], { database: databaseOf(ledger), clock });
  const body = { ledger_id: books.ledger.id, scopes: ['read'], rate_limit_per_second: 100_000 };
  const old = dataOf(await chief.api.post('/keys', body), 201);
  /** The status of each answer, with the times at which its request was sent and the answer arrived. */
  const answers: { readonly askedAt: Date; readonly at: Date; readonly status: number }[] = [];
  const answered = createTally();
  const many = () => answered.more(30);
  let isOver = false;
  const callers = [ledger, another].flatMap(({ baseUrl }) =>
    Array.from({ length: 3 }, async () => {
      const api = client(baseUrl, old.key);
      while (!isOver) {
        const askedAt = clock.now();
        const { status } = await api.get('/ledger');
        answers.push({ askedAt, at: clock.now(), status });
        answered.add();
      }
    }),
  );
  await many();
  const { replaces, key } = dataOf(
    await chief.api.post(`/keys/${old.id}/rotate`, { grace_seconds: graceMs / 1_000 }),
    201,
  );
  const end = new Date(replaces.expires_at);
  const successor = client(another.baseUrl, key);
  for (const ms of [0, graceMs / 2, graceMs / 2 - 1, 1, 999, 1]) {
    clock.advance(ms);
    await many();
    expect((await successor.get('/ledger')).status).toBe(200);
  }
  isOver = true;
  await Promise.all(callers);
  const statusesOf = (some: typeof answers) => new Set(some.map(({ status }) => status));
  expect(statusesOf(answers.filter(({ at }) => at < end))).toEqual(new Set([200]));
  expect(statusesOf(answers)).toContain(401);
  // A caller that keeps using an expired key gets 401, and 429 when its failures exceed the rate limit.
  const after = statusesOf(answers.filter(({ askedAt }) => askedAt.getTime() >= end.getTime() + 1_000));
  expect(after.size).toBeGreaterThan(0);
  for (const status of after) expect([401, 429]).toContain(status);
  await another.close();
});

/** The database of the first process, for a second one. Its `drop` does nothing, because the first process still uses the database. */
const databaseOf = ({ databaseUrl }: TestLedger): TestDatabase => ({
  url: databaseUrl,
  superuserUrl: superuserUrlOf(databaseUrl),
  drop: async () => undefined,
});
