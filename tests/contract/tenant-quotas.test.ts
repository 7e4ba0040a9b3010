/** What every store of tenants promises of their quotas, whatever it keeps its rows in. */
import { newId } from '../../src/kernel/ids';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { TenantStore } from '../../src/modules/access/application/ports';
import type { Tenant } from '../../src/modules/access/domain/tenant';
import { accessEntities } from '../../src/modules/access/postgres/schema';
import { PostgresTenantStore } from '../../src/modules/access/postgres/tenant-store';
import { MemoryTenantStore } from '../../src/modules/access/memory/access-stores';
import { freshDatabase } from '../support/database';

interface Opened {
  readonly tenants: TenantStore;
  close(): Promise<void>;
}

const inMemory = async (): Promise<Opened> => ({ tenants: new MemoryTenantStore(), close: async () => undefined });

const onPostgres = async (): Promise<Opened> => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ url, maxConnections: 2 });
  return {
    tenants: new PostgresTenantStore(openOrm(pool, accessEntities), new PostgresUnitOfWork(pool)),
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
])('the store of tenants in %s', (_, open) => {
  let store: Opened;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store.close());

  const found = async (): Promise<Tenant> => {
    const tenant = { id: newId<'tenant'>(), name: 'Tenant', createdAt: instant('10:00:00') };
    await store.tenants.insert(tenant);
    return tenant;
  };

  test('keeps one quota of a tenant, the last', async () => {
    const [one, other, free] = [await found(), await found(), await found()];
    const quota = { tenantId: one.id, requestsPerSecond: 5, setAt: instant('11:00:00.001') };
    await store.tenants.setQuota({ ...quota, requestsPerSecond: 1_000_000, setAt: instant('10:30:00') });
    await store.tenants.setQuota(quota);
    const ofOther = { tenantId: other.id, requestsPerSecond: null, setAt: instant('11:00:00') };
    await store.tenants.setQuota(ofOther, 'ak_somebody1234');
    expect(await store.tenants.quotas([one.id, free.id])).toEqual([quota]);
    expect(await store.tenants.quotas([other.id])).toEqual([ofOther]);
    expect(await store.tenants.quotas([])).toEqual([]);
  });
});
