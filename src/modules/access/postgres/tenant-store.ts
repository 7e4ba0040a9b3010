/** Tenants in PostgreSQL. */
import type { MikroORM } from '@mikro-orm/postgresql';
import type { TenantId } from '../../../kernel/ids';
import type { TenantStore, WantedTenants } from '../application/ports';
import type { Tenant } from '../domain/tenant';
import { onControlPlane } from './control-plane';
import { TenantSchema, type TenantRow } from './schema';

export class PostgresTenantStore implements TenantStore {
  constructor(private readonly orm: MikroORM) {}

  async insert(tenant: Tenant): Promise<void> {
    await onControlPlane(this.orm, (em) => em.insert(TenantSchema, { ...tenant }));
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
}

const fromRow = ({ id, name, createdAt }: TenantRow): Tenant => ({ id, name, createdAt });
