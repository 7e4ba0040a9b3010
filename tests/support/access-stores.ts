/** The stores of tenants and keys, in memory and in PostgreSQL, for tests that run on both. */
import { newId, type LedgerId, type TenantId } from '../../src/kernel/ids';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import type { AdminKeyStore, KeyStore, TenantStore } from '../../src/modules/access/application/ports';
import { MemoryAdminKeyStore, MemoryKeyStore, MemoryTenantStore } from '../../src/modules/access/memory/access-stores';
import { PostgresAdminKeyStore } from '../../src/modules/access/postgres/admin-key-store';
import { PostgresKeyStore } from '../../src/modules/access/postgres/key-store';
import { accessEntities } from '../../src/modules/access/postgres/schema';
import { PostgresTenantStore } from '../../src/modules/access/postgres/tenant-store';
import { asOwner, freshDatabase } from './database';

export interface AccessStores {
  readonly tenants: TenantStore;
  readonly keys: KeyStore;
  readonly adminKeys: AdminKeyStore;
  /** Creates a ledger of this tenant and returns its id. */
  openLedger(tenantId: TenantId): Promise<LedgerId>;
  close(): Promise<void>;
}

const inMemory = async (): Promise<AccessStores> => ({
  tenants: new MemoryTenantStore(),
  keys: new MemoryKeyStore(),
  adminKeys: new MemoryAdminKeyStore(),
  openLedger: async () => newId<'ledger'>(),
  close: async () => undefined,
});

export const accessOnPostgres = async (): Promise<AccessStores & { readonly url: string }> => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ url, maxConnections: 2 });
  const orm = openOrm(pool, accessEntities);
  const unitOfWork = new PostgresUnitOfWork(pool);
  return {
    url,
    tenants: new PostgresTenantStore(orm, unitOfWork),
    keys: new PostgresKeyStore(orm, unitOfWork),
    adminKeys: new PostgresAdminKeyStore(orm, unitOfWork),
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

export const accessStores = [
  ['memory', inMemory],
  ['PostgreSQL', accessOnPostgres],
] as const;
