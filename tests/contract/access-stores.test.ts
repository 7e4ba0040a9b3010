/** What every store of access promises, whatever it keeps its rows in. */
import { newId, type LedgerId, type TenantId } from '../../src/kernel/ids';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { Unavailable } from '../../src/kernel/refusal';
import type { KeyStore, StoredKey, TenantStore } from '../../src/modules/access/application/ports';
import type { ApiKey } from '../../src/modules/access/domain/api-key';
import { PostgresKeyStore } from '../../src/modules/access/postgres/key-store';
import { accessEntities } from '../../src/modules/access/postgres/schema';
import { PostgresTenantStore } from '../../src/modules/access/postgres/tenant-store';
import { MemoryKeyStore, MemoryTenantStore } from '../memory/access-stores';
import { asOwner, freshDatabase } from '../support/database';

interface Stores {
  readonly tenants: TenantStore;
  readonly keys: KeyStore;
  /** A ledger that exists, of that tenant. */
  openLedger(tenantId: TenantId): Promise<LedgerId>;
  close(): Promise<void>;
}

const inMemory = async (): Promise<Stores> => ({
  tenants: new MemoryTenantStore(),
  keys: new MemoryKeyStore(),
  openLedger: async () => newId<'ledger'>(),
  close: async () => undefined,
});

const onPostgres = async (): Promise<Stores> => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ url, maxConnections: 2 });
  const orm = openOrm(pool, accessEntities);
  const unitOfWork = new PostgresUnitOfWork(pool);
  return {
    tenants: new PostgresTenantStore(orm, unitOfWork),
    keys: new PostgresKeyStore(orm, unitOfWork),
    openLedger: async (tenantId) => {
      const id = newId<'ledger'>();
      await asOwner(url, (client) =>
        client.query(
          `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                                created_at, updated_at)
           values ($1, $2, $3, 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
          [id, tenantId, id],
        ),
      );
      return id;
    },
    close: async () => {
      await pool.close();
      await drop();
    },
  };
};

const instant = (text: string): Date => new Date(`2026-01-15T${text}Z`);

describe.each([
  ['memory', inMemory],
  ['PostgreSQL', onPostgres],
])('the stores of access in %s', (_, open) => {
  let stores: Stores;
  let tenantId: TenantId;
  let ledgerId: LedgerId;

  beforeAll(async () => {
    stores = await open();
  });
  afterAll(() => stores.close());

  test('know of no tenant at first, and give the first one back as it came', async () => {
    expect(await stores.tenants.hasTenants()).toBe(false);
    const tenant = { id: newId<'tenant'>(), name: 'Bücher & Söhne 📚', createdAt: instant('10:00:00.123') };
    await stores.tenants.insert(tenant);
    expect(await stores.tenants.hasTenants()).toBe(true);
    expect(await stores.tenants.tenant(tenant.id)).toEqual(tenant);
    expect(await stores.tenants.tenant(newId<'tenant'>())).toBeUndefined();
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
          denomination: { currency: 'EUR', storageDecimals: 18, displayDecimals: 0 },
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

    test('comes back as it went in, however it is found', async () => {
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

    test('is found among many prefixes, and those that nobody has are left out', async () => {
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

    test('ends when it is revoked, once', async () => {
      const { key } = await insertKey();
      await stores.keys.revoke(key.id, instant('11:00:00'));
      await stores.keys.revoke(key.id, instant('12:00:00'));
      expect(await stores.keys.keyOfId(key.id)).toEqual({ ...key, isActive: false, revokedAt: instant('11:00:00') });
    });

    test('remembers when it was used last, and no other key does', async () => {
      const [used, alsoUsed, unused] = [await insertKey(), await insertKey(), await insertKey()];
      await stores.keys.markUsed([used.key.id, alsoUsed.key.id], instant('11:00:00.456'));
      const uses = await stores.keys.keysOfLedger(ledgerId);
      expect(uses.map(({ lastUsedAt }) => lastUsedAt)).toEqual([
        instant('11:00:00.456'),
        instant('11:00:00.456'),
        null,
      ]);
      expect(uses[2]?.id).toBe(unused.key.id);
    });

    test('never moves its last use back', async () => {
      const { key } = await insertKey();
      await stores.keys.markUsed([key.id], instant('11:00:00'));
      await stores.keys.markUsed([key.id], instant('10:59:59'));
      expect((await stores.keys.keyOfId(key.id))?.lastUsedAt).toEqual(instant('11:00:00'));
    });

    test('that nobody issued is not there', async () => {
      expect(await stores.keys.keyOfId(newId<'key'>())).toBeUndefined();
      expect(await stores.keys.keysOfLedger(newId<'ledger'>())).toEqual([]);
    });
  });
});

describe('the stores of access without their database', () => {
  test('say that it is unavailable, whatever they are asked', async () => {
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
