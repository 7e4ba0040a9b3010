/** Tenants in PostgreSQL. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import { ok } from '../../../kernel/refusal';
import type { TenantStore, WantedTenants } from '../application/ports';
import type { Tenant, TenantQuota } from '../domain/tenant';
import { actingAs } from './acting';
import { onControlPlane } from './control-plane';
import { inOrder, pageInOrder } from './in-order';
import { TenantQuotaSchema, TenantSchema, type TenantRow } from './schema';

export class PostgresTenantStore implements TenantStore {
  constructor(
    private readonly orm: MikroORM,
    private readonly unitOfWork: PostgresUnitOfWork,
  ) {}

  async insert(tenant: Tenant, actor?: string): Promise<void> {
    const { orm, unitOfWork } = this;
    await actingAs({ orm, unitOfWork, actor }, async (em) => ok(await em.insert(TenantSchema, { ...tenant })));
  }

  tenant(id: TenantId): Promise<Tenant | undefined> {
    return onControlPlane(this.orm, async (em) => {
      const row = await em.findOne(TenantSchema, { id });
      return row ? fromRow(row) : undefined;
    });
  }

  hasTenants(): Promise<boolean> {
    return onControlPlane(this.orm, async (em) => (await em.find(TenantSchema, {}, { limit: 1 })).length > 0);
  }

  tenants({ name, ids, limit }: WantedTenants): Promise<readonly Tenant[]> {
    const where = {
      ...(name === undefined ? {} : { name }),
      ...(ids === undefined ? {} : { id: { $in: [...ids] } }),
    };
    return onControlPlane(this.orm, async (em) =>
      (await em.find(TenantSchema, where, { orderBy: { createdAt: 'asc', id: 'asc' }, limit })).map(fromRow),
    );
  }

  quotas(ids: readonly TenantId[]): Promise<readonly TenantQuota[]> {
    return onControlPlane(this.orm, async (em) =>
      (await em.find(TenantQuotaSchema, { tenantId: { $in: [...ids] } })).map(toQuota),
    );
  }

  async setQuota(quota: TenantQuota & { readonly setAt: Date }, actor?: string): Promise<void> {
    const { orm, unitOfWork } = this;
    await actingAs({ orm, unitOfWork, actor }, async (em) => ok(await em.upsert(TenantQuotaSchema, { ...quota })));
  }

  page(slice: Slice): Promise<Page<Tenant>> {
    const { where, options } = inOrder(slice);
    return onControlPlane(this.orm, async (em) =>
      pageInOrder((await em.find(TenantSchema, where, options)).map(fromRow), slice),
    );
  }
}

const fromRow = ({ id, name, createdAt }: TenantRow): Tenant => ({ id, name, createdAt });

const toQuota = ({ tenantId, requestsPerSecond, setAt }: TenantQuota): TenantQuota => ({
  tenantId,
  requestsPerSecond,
  setAt,
});
