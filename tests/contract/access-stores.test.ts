/** The contract of the stores of tenants and keys, in memory and on PostgreSQL. */
import { newId, type LedgerId, type TenantId } from '../../src/kernel/ids';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok, refuse, Unavailable } from '../../src/kernel/refusal';
import type { StoredAdminKey, StoredKey } from '../../src/modules/access/application/ports';
import type { AdminKey } from '../../src/modules/access/domain/admin-key';
import { revokeKey, type ApiKey } from '../../src/modules/access/domain/api-key';
import { PostgresKeyStore } from '../../src/modules/access/postgres/key-store';
import { accessEntities } from '../../src/modules/access/postgres/schema';
import { PostgresTenantStore } from '../../src/modules/access/postgres/tenant-store';
import { accessStores, type AccessStores } from '../support/access-stores';
import { utc } from '../../src/kernel/time-zone';

const instant = (text: string): Date => new Date(`2026-01-15T${text}Z`);

describe.each(accessStores)('the stores of access in %s', (_, open) => {
  let stores: AccessStores;
  let tenantId: TenantId;
  let ledgerId: LedgerId;

  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());

  test('have no tenant at first, and return the first one unchanged', async () => {
    expect(await stores.tenants.hasTenants()).toBe(false);
    const tenant = { id: newId<'tenant'>(), name: 'Bücher & Söhne 📚', createdAt: instant('10:00:00.123') };
    await stores.tenants.insert(tenant);
    expect(await stores.tenants.hasTenants()).toBe(true);
    expect(await stores.tenants.tenant(tenant.id)).toEqual(tenant);
    expect(await stores.tenants.tenant(newId<'tenant'>())).toBeUndefined();
  });

  test('return tenants in the order of creation, page by page', async () => {
    const made = ['A', 'B', 'C'].map((name) => ({ id: newId<'tenant'>(), name, createdAt: instant('10:00:00') }));
    for (const tenant of made) await stores.tenants.insert(tenant);
    const last = await stores.tenants.page({ limit: 2, direction: 'backward', from: [newId()] });
    expect(last.items).toEqual(made.slice(1));
    const before = await stores.tenants.page({ limit: 1, direction: 'backward', from: last.previous ?? [] });
    expect(before.items).toEqual(made.slice(0, 1));
    const next = await stores.tenants.page({ limit: 5, direction: 'forward', from: before.next ?? [] });
    expect([next.items, next.next]).toEqual([made.slice(1), undefined]);
  });

  describe('the key of an administrator', () => {
    let made = 0;
    const insert = async (owner: TenantId | null = tenantId): Promise<StoredAdminKey> => {
      const key: AdminKey = {
        ...{ id: newId<'admin key'>(), tenantId: owner, prefix: `admin${String(++made).padStart(7, '0')}`, name: 'CI' },
        ...{ isActive: true, lastUsedAt: null, createdAt: instant('10:00:00'), revokedAt: null },
      };
      const stored = { key, secretHash: Buffer.alloc(32, made) };
      await stores.adminKeys.insert(stored);
      return stored;
    };

    beforeAll(async () => {
      tenantId = newId<'tenant'>();
      await stores.tenants.insert({ id: tenantId, name: 'Tenant', createdAt: instant('10:00:00') });
    });

    test('is returned unchanged, with the keys of its tenant, or with all keys', async () => {
      const [own, ofAll] = [await insert(), await insert(null)];
      expect(await stores.adminKeys.keyOfId(own.key.id)).toEqual(own.key);
      expect(await stores.adminKeys.keysOfPrefixes([own.key.prefix, 'nobodyhasit1'])).toEqual([own]);
      expect(await stores.adminKeys.keys(tenantId, 10)).toEqual([own.key]);
      expect(await stores.adminKeys.keys(undefined, 10)).toEqual([own.key, ofAll.key]);
      expect(await stores.adminKeys.keys(undefined, 1)).toEqual([own.key]);
      await expect(
        stores.adminKeys.insert({ ...own, key: { ...own.key, id: newId<'admin key'>() } }),
      ).rejects.toThrow();
    });

    test('replaces only the expected hash, is revoked once, and moves its last use only forward', async () => {
      const { key, secretHash } = await insert();
      for (const next of [8, 9]) await stores.adminKeys.rehash(key.id, secretHash, Buffer.alloc(32, next), 'actor');
      expect(await stores.adminKeys.keysOfPrefixes([key.prefix])).toEqual([{ key, secretHash: Buffer.alloc(32, 8) }]);
      for (const at of ['11:00:00', '12:00:00']) await stores.adminKeys.revoke(key.id, instant(at));
      for (const at of ['11:00:00', '10:59:59']) await stores.adminKeys.markUsed([key.id], instant(at));
      const ended = { isActive: false, revokedAt: instant('11:00:00'), lastUsedAt: instant('11:00:00') };
      expect(await stores.adminKeys.keyOfId(key.id)).toEqual({ ...key, ...ended });
    });
  });

  describe('a key', () => {
    beforeEach(async () => {
      tenantId = newId<'tenant'>();
      await stores.tenants.insert({ id: tenantId, name: 'Tenant', createdAt: instant('10:00:00') });
      ledgerId = await stores.openLedger(tenantId);
    });

    let made = 0;
    const insertKey = async (fields: Partial<ApiKey> = {}): Promise<StoredKey> => {
      const stored: StoredKey = {
        key: {
          id: newId<'key'>(),
          tenantId,
          ledgerId,
          denomination: { currency: 'EUR', storageDecimals: 2, displayDecimals: 2 },
          timeZone: utc,
          prefix: `prefix${String(++made).padStart(6, '0')}`,
          name: null,
          scopes: ['read', 'post'],
          capabilities: [],
          rateLimitPerSecond: 10,
          isActive: true,
          expiresAt: null,
          allowedNetworks: [],
          lastUsedAt: null,
          createdAt: instant('10:00:00'),
          revokedAt: null,
          ...fields,
        },
        secretHash: Buffer.alloc(32, made),
      };
      await stores.keys.insert(stored);
      return stored;
    };

    test('is returned unchanged by id, by prefix and by ledger', async () => {
      const stored = await insertKey({
        name: 'Kasse "1", {links}',
        capabilities: ['attributes:admin', 'strings:participate:GLOBAL'],
        rateLimitPerSecond: 1_000_000,
        expiresAt: instant('23:59:59.999'),
        allowedNetworks: ['10.1.0.0/16', '2001:db8::/32'],
      });
      expect(await stores.keys.keyOfId(stored.key.id)).toEqual(stored.key);
      expect(await stores.keys.keysOfPrefixes([stored.key.prefix])).toEqual([stored]);
      expect(await stores.keys.keysOfLedger(ledgerId)).toEqual([stored.key]);
    });

    test('keeps its hash as bytes', async () => {
      const { key, secretHash } = await insertKey();
      const [found] = await stores.keys.keysOfPrefixes([key.prefix]);
      expect(found?.secretHash.equals(secretHash)).toBe(true);
    });

    test('is found among many prefixes, and unknown prefixes are left out', async () => {
      const [first, second] = [await insertKey(), await insertKey()];
      const found = await stores.keys.keysOfPrefixes([first.key.prefix, 'nobodyhasit1', second.key.prefix]);
      expect(found.map(({ key }) => key.prefix).sort()).toEqual([first.key.prefix, second.key.prefix]);
      expect(await stores.keys.keysOfPrefixes(["a' or 1=1 --"])).toEqual([]);
    });

    test('is listed with its own ledger only, oldest first', async () => {
      const younger = await insertKey({ createdAt: instant('10:00:02') });
      const older = await insertKey({ createdAt: instant('10:00:01') });
      await insertKey({ ledgerId: await stores.openLedger(tenantId) });
      expect((await stores.keys.keysOfLedger(ledgerId)).map(({ id }) => id)).toEqual([older.key.id, younger.key.id]);
    });

    test('may not take the prefix of another', async () => {
      const { key } = await insertKey();
      await expect(insertKey({ prefix: key.prefix })).rejects.toThrow();
    });

    test('ends when it is revoked for the first time', async () => {
      const { key } = await insertKey();
      for (const at of ['11:00:00', '12:00:00'])
        await stores.keys.change(key.id, (found) => ok({ key: revokeKey(found, instant(at)) }));
      expect(await stores.keys.keyOfId(key.id)).toEqual({ ...key, isActive: false, revokedAt: instant('11:00:00') });
    });

    test('replaces only the expected hash', async () => {
      const { key, secretHash } = await insertKey();
      for (const next of [8, 9]) await stores.keys.rehash(key.id, secretHash, Buffer.alloc(32, next), 'actor');
      expect(await stores.keys.keysOfPrefixes([key.prefix])).toEqual([{ key, secretHash: Buffer.alloc(32, 8) }]);
    });

    test('records its last use, which never moves back, and changes no other key', async () => {
      const [used, alsoUsed, unused] = [await insertKey(), await insertKey(), await insertKey()];
      await stores.keys.markUsed([used.key.id, alsoUsed.key.id], instant('11:00:00.456'));
      const uses = await stores.keys.keysOfLedger(ledgerId);
      expect(uses.map(({ lastUsedAt }) => lastUsedAt)).toEqual([
        instant('11:00:00.456'),
        instant('11:00:00.456'),
        null,
      ]);
      expect(uses[2]?.id).toBe(unused.key.id);
      await stores.keys.markUsed([used.key.id], instant('10:59:59'));
      expect((await stores.keys.keyOfId(used.key.id))?.lastUsedAt).toEqual(instant('11:00:00.456'));
    });

    test('is listed by ledger, by tenant or with all keys, page by page', async () => {
      const other = await stores.openLedger(tenantId);
      const made: StoredKey[] = [];
      for (const each of [ledgerId, other, ledgerId, ledgerId]) made.push(await insertKey({ ledgerId: each }));
      const ids = made.map(({ key }) => key.id);
      const ofLedger = ids.filter((_, index) => index !== 1);
      const idsOf = ({ items }: { readonly items: readonly ApiKey[] }) => items.map(({ id }) => id);
      const first = await stores.keys.page({ ledgerId }, { limit: 2, direction: 'forward' });
      expect(idsOf(first)).toEqual(ofLedger.slice(0, 2));
      const from = first.next ?? [];
      const second = await stores.keys.page({ ledgerId }, { limit: 2, direction: 'forward', from });
      expect([idsOf(second), second.next]).toEqual([ofLedger.slice(2), undefined]);
      const back = { limit: 2, direction: 'backward' as const, from: second.previous ?? [] };
      expect(idsOf(await stores.keys.page({ ledgerId }, back))).toEqual(ofLedger.slice(0, 2));
      expect(idsOf(await stores.keys.page({ tenantId }, { limit: 100, direction: 'forward' }))).toEqual(ids);
      const newest = await stores.keys.page({}, { limit: 4, direction: 'backward', from: [newId()] });
      expect(idsOf(newest)).toEqual(ids);
    });

    test('changes only its name and its rate limit', async () => {
      const { key } = await insertKey({ name: 'till', capabilities: ['periods:admin'] });
      const wanted = { name: 'shop', rateLimitPerSecond: 77, scopes: [], prefix: 'anotherprefi' };
      await stores.keys.change(key.id, (found) => ok({ key: { ...found, ...wanted } }));
      expect(await stores.keys.keyOfId(key.id)).toEqual({ ...key, name: 'shop', rateLimitPerSecond: 77 });
    });

    test('changes together with its successor, or not at all if the change is refused', async () => {
      const { key } = await insertKey();
      const successor: StoredKey = {
        key: { ...key, id: newId<'key'>(), prefix: `prefix${String(++made).padStart(6, '0')}` },
        secretHash: Buffer.alloc(32, 9),
      };
      expect(await stores.keys.change(key.id, () => refuse('no'))).toEqual(refuse('no'));
      expect(await stores.keys.keyOfId(key.id)).toEqual(key);
      await stores.keys.change(key.id, (found) => ok({ key: { ...found, expiresAt: instant('11:00:00') }, successor }));
      expect(await stores.keys.keyOfId(key.id)).toEqual({ ...key, expiresAt: instant('11:00:00') });
      expect(await stores.keys.keysOfPrefixes([successor.key.prefix])).toEqual([successor]);
      expect(await stores.keys.change(newId<'key'>(), (found) => ok({ key: found }))).toBeUndefined();
    });

    test('is not found if it was never issued', async () => {
      expect(await stores.keys.keyOfId(newId<'key'>())).toBeUndefined();
      expect(await stores.keys.keysOfLedger(newId<'ledger'>())).toEqual([]);
    });
  });
});

describe('the stores of access without their database', () => {
  test('throw Unavailable for every request', async () => {
    const pool = openPool({ url: 'postgresql://ledger@127.0.0.1:1/nowhere', maxConnections: 1 });
    const orm = openOrm(pool, accessEntities);
    const unitOfWork = new PostgresUnitOfWork(pool);
    const keys = new PostgresKeyStore(orm, unitOfWork);
    await expect(keys.keysOfPrefixes(['prefix000001'])).rejects.toBeInstanceOf(Unavailable);
    await expect(keys.markUsed([newId<'key'>()], instant('11:00:00'))).rejects.toBeInstanceOf(Unavailable);
    await expect(new PostgresTenantStore(orm, unitOfWork).hasTenants()).rejects.toBeInstanceOf(Unavailable);
    await pool.close();
  });
});
