import { newId } from '../../../src/kernel/ids';
import { usualScopes } from '../../../src/kernel/principal';
import { ok, refuse } from '../../../src/kernel/refusal';
import { issueKey, isUsable, principalOf, revokeKey, type NewKey } from '../../../src/modules/access/domain/api-key';
import { utc } from '../../../src/kernel/time-zone';

const now = new Date('2026-01-15T10:00:00.000Z');
const later = new Date(now.getTime() + 1);
const ledger = {
  id: newId<'ledger'>(),
  tenantId: newId<'tenant'>(),
  denomination: { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 },
  timeZone: utc,
};
const made = { id: newId<'key'>(), prefix: 'prefix000001' };

const issue = (fields: Omit<NewKey, 'ledger'> = {}) => issueKey({ ledger, ...fields }, made, now);
const issued = (fields: Omit<NewKey, 'ledger'> = {}) => {
  const key = issue(fields);
  if (key._tag === 'Left') throw new Error(JSON.stringify(key.left));
  return key.right;
};

describe('issuing a key', () => {
  test('creates by default a key without a name, expiry or capability, with ten requests per second', () => {
    expect(issue()).toEqual(
      ok({
        ...made,
        tenantId: ledger.tenantId,
        ledgerId: ledger.id,
        denomination: ledger.denomination,
        timeZone: ledger.timeZone,
        name: null,
        scopes: ['read', 'post', 'undo', 'chart'],
        capabilities: [],
        rateLimitPerSecond: 10,
        isActive: true,
        expiresAt: null,
        allowedNetworks: [],
        lastUsedAt: null,
        createdAt: now,
        revokedAt: null,
      }),
    );
  });

  test('accepts every field up to its limit', () => {
    expect(issued({ name: '😀'.repeat(255), rateLimitPerSecond: 1_000_000, expiresAt: later })).toMatchObject({
      name: '😀'.repeat(255),
      rateLimitPerSecond: 1_000_000,
      expiresAt: later,
    });
  });

  test('stores each scope once in a fixed order', () => {
    const key = issued({ scopes: ['admin', 'read', 'admin'] });
    expect(key.scopes).toEqual(['read', 'admin']);
  });

  test.each([[[]], [['write']], [['read', 'Read']]])('refuses the scopes %j', (scopes) => {
    expect(issue({ scopes })).toEqual(
      refuse({ kind: 'InvalidKey', errors: { scopes: ['must be one or more of read, post, undo, chart, admin'] } }),
    );
  });

  test('stores each capability once', () => {
    const { capabilities } = issued({ capabilities: ['periods:admin', 'attributes:admin', 'periods:admin'] });
    expect(capabilities).toEqual(['periods:admin', 'attributes:admin']);
  });

  test.each<[field: string, complaint: string, fields: Omit<NewKey, 'ledger'>]>([
    ['name', 'must not be empty', { name: '' }],
    ['name', 'must have at most 255 characters', { name: 'x'.repeat(256) }],
    ['name', 'must not contain a NUL character or a lone surrogate', { name: 'a\0b' }],
    ['name', 'must not contain a NUL character or a lone surrogate', { name: 'a\ud800b' }],
    ['capabilities', 'must be at most 100', { capabilities: Array<string>(101).fill('periods:admin') }],
    ['rate_limit_per_second', 'must be a whole number from 1 to 1000000', { rateLimitPerSecond: 0 }],
    ['rate_limit_per_second', 'must be a whole number from 1 to 1000000', { rateLimitPerSecond: 1_000_001 }],
    ['rate_limit_per_second', 'must be a whole number from 1 to 1000000', { rateLimitPerSecond: 1.5 }],
    ['rate_limit_per_second', 'must be a whole number from 1 to 1000000', { rateLimitPerSecond: Number.NaN }],
    ['expires_at', 'must lie in the future', { expiresAt: now }],
    ['expires_at', 'must lie in the future', { expiresAt: new Date(Number.NaN) }],
  ])('refuses an invalid %s, which %s', (field, complaint, fields) => {
    expect(issue(fields)).toEqual(refuse({ kind: 'InvalidKey', errors: { [field]: [complaint] } }));
  });

  test.each([
    'admin',
    'attributes:admin ',
    'ATTRIBUTES:ADMIN',
    'strings:participate',
    'strings:participate:',
    'strings:participate:a b',
    `strings:participate:${'x'.repeat(51)}`,
    'strings:participate:*:x',
    'periods:admin\n',
  ])('refuses the capability %j, and names it', (capability) => {
    const refusal = issue({ capabilities: ['periods:admin', capability] });
    expect(refusal).toMatchObject({ left: { kind: 'InvalidKey', errors: { capabilities: [expect.any(String)] } } });
    expect(JSON.stringify(refusal)).toContain(JSON.stringify(JSON.stringify(capability)).slice(1, -1));
  });

  test('reports all errors at once', () => {
    expect(issue({ name: '', capabilities: ['a', 'b'], rateLimitPerSecond: 0 })).toMatchObject({
      left: {
        errors: {
          name: [expect.any(String)],
          capabilities: [expect.any(String), expect.any(String)],
          rate_limit_per_second: [expect.any(String)],
        },
      },
    });
  });
});

describe('a key', () => {
  test('is usable until the instant of its expiry', () => {
    const key = issued({ expiresAt: later });
    expect(isUsable(key, now)).toBe(true);
    expect(isUsable(key, later)).toBe(false);
  });

  test('is not usable after it was revoked, and a second revocation changes nothing', () => {
    const revoked = revokeKey(issued(), now);
    expect(revoked).toMatchObject({ isActive: false, revokedAt: now });
    expect(isUsable(revoked, now)).toBe(false);
    expect(revokeKey(revoked, later)).toBe(revoked);
  });

  test('is not usable while it is inactive', () => {
    expect(isUsable({ ...issued(), isActive: false }, now)).toBe(false);
  });

  test('has a principal with its ledger, scopes and capabilities', () => {
    expect(principalOf(issued({ capabilities: ['attributes:admin'] }))).toEqual({
      tenantId: ledger.tenantId,
      ledgerId: ledger.id,
      denomination: ledger.denomination,
      timeZone: ledger.timeZone,
      callerId: made.id,
      actor: made.prefix,
      scopes: usualScopes,
      capabilities: new Set(['attributes:admin']),
    });
  });
});
