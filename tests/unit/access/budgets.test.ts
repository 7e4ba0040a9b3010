import { accessInMemory, elsewhere, home, ledger, type AccessInMemory } from '../../support/access-in-memory';

const unknown = { kind: 'unknown' };

let access: AccessInMemory['access'];
let clock: AccessInMemory['clock'];
let issue: AccessInMemory['issue'];
let present: AccessInMemory['present'];

beforeEach(() => {
  ({ access, clock, issue, present } = accessInMemory());
});

describe('the budgets of authentication', () => {
  const knock = (address = home) => access.authenticate('Bearer nobody', address);
  const knockUntilLimited = async (): Promise<void> => {
    for (let failure = 1; failure <= 20; failure++) expect(await knock()).toEqual(unknown);
    expect(await knock()).toEqual({ kind: 'failures-limited', retryAfterSeconds: 1 });
  };

  test('admit a key up to its limit per second, from all addresses together', async () => {
    const { key } = await issue({ rateLimitPerSecond: 2 });
    await present(key, home);
    await present(key, elsewhere);
    expect(await present(key, home)).toEqual({
      kind: 'limited',
      by: 'key',
      actor: key.split('_')[1],
      budget: { limit: 2, remaining: 0, resetSeconds: 1 },
    });
    clock.advance(1_000);
    expect(await present(key)).toMatchObject({ kind: 'known', budget: { remaining: 1 } });
  });

  test('are limited by the quota of the tenant, which takes effect within a second', async () => {
    const [one, other] = [await issue({ rateLimitPerSecond: 9 }), await issue({ rateLimitPerSecond: 9 })];
    await present(one.key);
    await access.setQuota(ledger.tenantId, { requestsPerSecond: 3 });
    clock.advance(1_000);
    for (const { key } of [one, other, one]) expect(await present(key)).toMatchObject({ kind: 'known' });
    expect(await present(other.key)).toEqual({
      ...{ kind: 'limited', by: 'tenant', actor: other.key.split('_')[1] },
      budget: { limit: 3, remaining: 0, resetSeconds: 1 },
    });
    await access.setQuota(ledger.tenantId, { requestsPerSecond: null });
    clock.advance(1_000);
    for (let asked = 0; asked < 9; asked++) expect(await present(one.key)).toMatchObject({ kind: 'known' });
    expect(await present(one.key)).toMatchObject({ kind: 'limited', by: 'key' });
  });

  test('are separate for each key, also on the same ledger', async () => {
    const [one, other] = [await issue({ rateLimitPerSecond: 1 }), await issue({ rateLimitPerSecond: 1 })];
    await present(one.key);
    expect(await present(one.key)).toMatchObject({ kind: 'limited' });
    expect(await present(other.key)).toMatchObject({ kind: 'known' });
  });

  test('allow an address 20 failures per second, and never limit its valid keys', async () => {
    const { key } = await issue();
    await knockUntilLimited();
    expect(await present(key)).toMatchObject({ kind: 'known' });
    expect(await knock()).toMatchObject({ kind: 'failures-limited' });
    expect(await knock(elsewhere)).toEqual(unknown);
    clock.advance(1_000);
    expect(await knock()).toEqual(unknown);
  });

  test('do not count a valid key over its limit as a failure', async () => {
    const { key } = await issue({ rateLimitPerSecond: 1 });
    for (let request = 0; request < 50; request++) await present(key);
    await knockUntilLimited();
  });
});
