import { refuse } from '../../../src/kernel/refusal';
import { accessInMemory, expected, home, ledger, type AccessInMemory } from '../../support/access-in-memory';

const unknown = { kind: 'unknown' };

let access: AccessInMemory['access'];
let clock: AccessInMemory['clock'];
let issue: AccessInMemory['issue'];
let present: AccessInMemory['present'];
let startAnother: AccessInMemory['startAnother'];

beforeEach(() => {
  ({ access, clock, issue, present, startAnother } = accessInMemory());
});

describe('revoking a key', () => {
  test('takes effect at once in its own process, by prefix or by id', async () => {
    for (const name of ['prefix', 'id'] as const) {
      const issued = await issue();
      expect(await present(issued.key)).toMatchObject({ kind: 'known' });
      expected(await access.revokeKey(issued[name]));
      expect(await present(issued.key)).toEqual(unknown);
    }
  });

  test('takes effect within a second in every other process, however often the key is used', async () => {
    const other = startAnother();
    const { key, id } = await issue({ rateLimitPerSecond: 1_000 });
    expect(await present(key, home, other)).toMatchObject({ kind: 'known' });
    clock.advance(1);
    expected(await access.revokeKey(id));
    for (let ms = 0; ms < 1_000; ms += 50) {
      await present(key, home, other);
      clock.advance(50);
    }
    expect(await present(key, home, other)).toEqual(unknown);
  });

  test('is not undone by a clock that is set back', async () => {
    const other = startAnother();
    const { key, id } = await issue();
    await present(key, home, other);
    expected(await access.revokeKey(id));
    clock.advance(-60_000);
    expect(await present(key, home, other)).toEqual(unknown);
  });

  test('returns the revoked key, and the same when it is repeated', async () => {
    const { key: _, ...issued } = await issue();
    const revoked = { ...issued, isActive: false, revokedAt: clock.now() };
    expect(expected(await access.revokeKey(issued.id))).toEqual(revoked);
    clock.advance(5_000);
    expect(expected(await access.revokeKey(issued.prefix))).toEqual(revoked);
    expect(await access.listKeys(ledger.id)).toEqual([revoked]);
  });

  test.each(['019bc0de-0000-7000-8000-000000000000', 'prefix000001', ''])(
    'refuses an unknown prefix or id: %j',
    async (idOrPrefix) => {
      expect(await access.revokeKey(idOrPrefix)).toEqual(refuse({ kind: 'KeyNotFound' }));
    },
  );
});
