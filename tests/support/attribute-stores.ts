/** The stores of attributes, in memory and on PostgreSQL, as the contract tests open them. */
import { newId, type LedgerId, type TenantId } from '../../src/kernel/ids';
import { openOrm } from '../../src/kernel/postgres/orm';
import { openPool } from '../../src/kernel/postgres/pool';
import { PostgresUnitOfWork } from '../../src/kernel/postgres/unit-of-work';
import { ok } from '../../src/kernel/refusal';
import type { UnitOfWork } from '../../src/kernel/unit-of-work';
import type { DefinitionReader, RulesStore } from '../../src/modules/attributes/application/ports';
import { define, type AttributeDefinition } from '../../src/modules/attributes/domain/definition';
import { PostgresDefinitionReader } from '../../src/modules/attributes/postgres/definition-reader';
import { PostgresRulesStore } from '../../src/modules/attributes/postgres/rules-store';
import { attributeEntities } from '../../src/modules/attributes/postgres/schema';
import { MemoryAttributesStore } from '../../src/modules/attributes/memory/attributes-store';
import { MemoryUnitOfWork } from '../../src/kernel/memory/unit-of-work';
import { asOwner, freshDatabase } from './database';

/** The stores of attributes on one kind of storage, with the tenants and ledgers that they depend on. */
export interface AttributeSurroundings {
  readonly store: RulesStore;
  readonly reader: DefinitionReader;
  readonly unitOfWork: UnitOfWork;
  /** Creates a tenant and returns its id. */
  openTenant(): Promise<TenantId>;
  /** Notes that this many posted transactions have the attribute key. */
  post(tenantId: TenantId, key: string, posted: number): Promise<void>;
  close(): Promise<void>;
}

export const attributesInMemory = async (): Promise<AttributeSurroundings> => {
  const store = new MemoryAttributesStore();
  const unitOfWork = new MemoryUnitOfWork();
  return {
    ...{ store, unitOfWork },
    reader: store,
    openTenant: async () => newId<'tenant'>(),
    post: async (tenantId, key, posted) => {
      await unitOfWork.run({ ledgerIds: [] }, async (tx) =>
        ok(Array.from({ length: posted }, () => store.count(tx, tenantId, [key]))),
      );
    },
    close: async () => undefined,
  };
};

export const attributesOnPostgres = async (): Promise<AttributeSurroundings & { readonly databaseUrl: string }> => {
  const { url, drop } = await freshDatabase();
  const pool = openPool({ url, maxConnections: 6 });
  const unitOfWork = new PostgresUnitOfWork(pool);
  const openLedger = async (tenantId: TenantId): Promise<LedgerId> => {
    const id = newId<'ledger'>();
    await asOwner(url, (owner) =>
      owner.query(
        `insert into ledgers (id, tenant_id, code, name, currency, currency_type, storage_decimals, display_decimals,
                              created_at, updated_at)
         values ($1, $2, $3, 'Main', 'EUR', 'fiat', 2, 2, now(), now())`,
        [id, tenantId, id],
      ),
    );
    return id;
  };
  const orm = openOrm(pool, attributeEntities);
  return {
    databaseUrl: url,
    store: new PostgresRulesStore(orm),
    reader: new PostgresDefinitionReader(orm, unitOfWork),
    unitOfWork,
    openTenant: async () => {
      const id = newId<'tenant'>();
      await asOwner(url, (owner) => owner.query(`insert into tenants values ($1, 'tenant', now())`, [id]));
      return id;
    },
    // The store counts the uses of a key per ledger, and a tenant's catalog adds the counts up. So each call uses a new ledger.
    post: async (tenantId, key, posted) => {
      const ledgerId = await openLedger(tenantId);
      await asOwner(url, async (owner) => {
        await owner.query(`set ledger.scope = '{${ledgerId}}'`);
        await owner.query('insert into attribute_usage values ($1, $2, $3)', [ledgerId, key, posted]);
      });
    },
    close: async () => {
      await pool.close();
      await drop();
    },
  };
};

export const instant = (text: string): Date => new Date(`2026-01-15T${text}Z`);

export const definition = (key: string, isIndexed = false, at = '10:00:00.123'): AttributeDefinition =>
  define({ key, label: null, isIndexed }, newId(), instant(at));

export const noLedger = { ledgerIds: [] };
