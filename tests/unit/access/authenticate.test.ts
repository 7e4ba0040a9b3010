/** Authentication through the public functions of the access module, over stores in memory and with a clock that only the tests move. */
import { randomBytes } from 'node:crypto';
import { usualScopes } from '../../../src/kernel/principal';
import { refused, Unavailable } from '../../../src/kernel/refusal';
import { keyTextOf, randomBytesOfKey } from '../../../src/modules/access/domain/key-text';
import { accessInMemory, expected, home, ledger, type AccessInMemory } from '../../support/access-in-memory';

const unknown = { kind: 'unknown' };

let access: AccessInMemory['access'];
let clock: AccessInMemory['clock'];
let keys: AccessInMemory['keys'];
let issue: AccessInMemory['issue'];
let present: AccessInMemory['present'];
let startAnother: AccessInMemory['startAnother'];

beforeEach(() => {
  ({ access, clock, keys, issue, present, startAnother } = accessInMemory());
});

describe('a valid key', () => {
  test('gives its principal and its remaining requests', async () => {
    const { key, id, prefix } = await issue({ capabilities: ['periods:admin'], rateLimitPerSecond: 3 });
    expect(await present(key)).toEqual({
      kind: 'known',
      principal: {
        tenantId: ledger.tenantId,
        ledgerId: ledger.id,
        denomination: ledger.denomination,
        timeZone: ledger.timeZone,
        callerId: id,
        actor: prefix,
        scopes: usualScopes,
        capabilities: new Set(['periods:admin']),
      },
      budget: { limit: 3, remaining: 2, resetSeconds: 1 },
    });
  });

  test('is shown once: neither the list nor the store contains its secret', async () => {
    const { key, id, prefix } = await issue();
    const kept = [await access.listKeys(ledger.id), await keys.keysOfPrefixes([prefix])];
    expect(kept).toMatchObject([[{ id }], [{ key: { id } }]]);
    expect(JSON.stringify(kept)).not.toContain(key.split('_')[2]);
  });

  test('is not stored if its creation was refused', async () => {
    expect(refused(await access.issueKey({ ledger, name: '' }))).toBe(true);
    expect(await access.listKeys(ledger.id)).toEqual([]);
  });
});

describe('an invalid key', () => {
  /** A key with the prefix of a real key, a different secret, and a valid checksum. */
  const withForgedSecret = async (): Promise<string> => {
    const { prefix } = await issue();
    const digits = [...prefix].reduce((number, digit) => number * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
    const forged = keyTextOf(
      Buffer.concat([Buffer.from(digits.toString(16).padStart(32, '0'), 'hex'), randomBytes(32)]),
    );
    expect(forged.prefix).toBe(prefix);
    return forged.text;
  };

  test.each<[what: string, key: () => Promise<string>]>([
    ['no key at all', async () => ''],
    ['a malformed key', async () => 'sk_short_key'],
    ['a mistyped key', async () => `${(await issue()).key.slice(0, -1)}-`],
    ['a key that was never issued', async () => keyTextOf(randomBytes(randomBytesOfKey)).text],
    ['a known prefix with another secret', withForgedSecret],
    [
      'an expired key',
      async () => {
        const { key } = await issue({ expiresAt: new Date(clock.now().getTime() + 10) });
        clock.advance(10);
        return key;
      },
    ],
    [
      'a revoked key',
      async () => {
        const { key, prefix } = await issue();
        expected(await access.revokeKey(prefix));
        return key;
      },
    ],
  ])('is answered as unknown: %s', async (_, key) => {
    expect(await present(await key())).toEqual(unknown);
  });

  test('is assumed for a request without the header', async () => {
    expect(await access.authenticate(undefined, home)).toEqual(unknown);
  });

  test('is any key from before a change of the pepper', async () => {
    const { key } = await issue();
    expect(await present(key, home, startAnother('another'))).toEqual(unknown);
  });

  test('does not include a key of the configured former pepper, which is rehashed when it is used', async () => {
    const [used, unused] = [await issue(), await issue()];
    const [between, after] = [startAnother('another', 'pepper'), startAnother('another')];
    expect(await present(used.key, home, between)).toMatchObject({ kind: 'known' });
    clock.advance(1_000);
    expect(await present(used.key, home, after)).toMatchObject({ kind: 'known' });
    expect(await present(unused.key, home, after)).toEqual(unknown);
    // The previous and the present pepper also apply to the keys of administrators.
    const admin = expected(await access.adminKeys.issue({ name: 'Terraform', tenantId: null }));
    const asked = (by: typeof access) => by.adminKeys.authenticate(`Bearer ${admin.key}`, home);
    expect([(await asked(after)).kind, (await asked(between)).kind]).toEqual(['unknown', 'known']);
    clock.advance(1_000);
    expect((await asked(after)).kind).toBe('known');
  });

  test('is refused without a read of the store if its checksum is wrong', async () => {
    const { key } = await issue();
    keys.state = 'away';
    expect(await present(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`)).toEqual(unknown);
    await expect(present(key)).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('the cache of keys', () => {
  test('hides a key that was issued elsewhere for at most a second', async () => {
    const { key } = await issue();
    keys.state = 'empty';
    expect(await present(key)).toEqual(unknown);
    keys.state = 'there';
    clock.advance(1_000);
    expect(await present(key)).toMatchObject({ kind: 'known' });
  });

  test('answers a repeated invented key without a second read of the store', async () => {
    const { text } = keyTextOf(randomBytes(randomBytesOfKey));
    expect(await present(text)).toEqual(unknown);
    keys.state = 'away';
    expect(await present(text)).toEqual(unknown);
  });

  test('keeps a key valid for a second without the store, then reports that it is unavailable', async () => {
    const { key } = await issue();
    await present(key);
    keys.state = 'away';
    clock.advance(500);
    expect(await present(key)).toMatchObject({ kind: 'known' });
    clock.advance(501);
    await expect(present(key)).rejects.toBeInstanceOf(Unavailable);
    keys.state = 'there';
    expect(await present(key)).toMatchObject({ kind: 'known' });
  });

  test('does not outlive the expiry of a key', async () => {
    const { key } = await issue({ expiresAt: new Date(clock.now().getTime() + 100) });
    expect(await present(key)).toMatchObject({ kind: 'known' });
    clock.advance(100);
    expect(await present(key)).toEqual(unknown);
  });
});
