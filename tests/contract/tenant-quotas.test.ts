/** The contract of the stores of tenants' quotas, in memory and on PostgreSQL. */
import { newId } from '../../src/kernel/ids';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { TenantStore } from '../../src/modules/access/application/ports';
import { noQuota, type QuotaChange, type Tenant } from '../../src/modules/access/domain/tenant';
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

  test('keeps the last quota of a tenant', async () => {
    const [one, other, free] = [await found(), await found(), await found()];
    const { tenants } = store;
    await tenants.setQuota(one.id, { requestsPerSecond: 1_000_000 }, instant('10:30:00'));
    const quota = await tenants.setQuota(one.id, { requestsPerSecond: 5 }, instant('11:00:00.001'));
    expect(quota).toEqual({ ...noQuota(one.id), requestsPerSecond: 5, setAt: instant('11:00:00.001') });
    const ofOther = await tenants.setQuota(
      other.id,
      { requestsPerSecond: null },
      instant('11:00:00'),
      'ak_somebody1234',
    );
    expect(await tenants.quotas([one.id, free.id])).toEqual([quota]);
    expect(await tenants.quotas([other.id])).toEqual([ofOther]);
    expect(await tenants.quotas([])).toEqual([]);
  });

  test('keeps members that a change leaves out, even with concurrent changes', async () => {
    const { id } = await found();
    const change = (changed: QuotaChange) => store.tenants.setQuota(id, changed, instant('11:00:00'));
    await change({ requestsPerSecond: 5, limits: { ledgers: 7, keys: 0 } });
    await Promise.all([
      change({ requestsPerSecond: 6 }),
      change({ limits: { ledgers: 8 } }),
      change({ limits: { strings: 9 } }),
    ]);
    const limits = { ...noQuota(id).limits, ledgers: 8, keys: 0, strings: 9 };
    expect(await store.tenants.quotas([id])).toMatchObject([{ requestsPerSecond: 6, limits }]);
    expect(await change({ limits: { ledgers: null }, requestsPerSecond: null })).toMatchObject({
      requestsPerSecond: null,
      limits: { ...limits, ledgers: null },
    });
  });
});
