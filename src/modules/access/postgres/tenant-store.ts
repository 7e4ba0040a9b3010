/** Tenants in PostgreSQL. */
import type { TenantId } from '../../../kernel/ids';
import type { Page, Slice } from '../../../kernel/page';
import type { Orm } from '../../../kernel/postgres/orm';
import { instantOf } from '../../../kernel/postgres/sql';
import { fetchRows, loadStatements, parameters } from '../../../kernel/postgres/sql-file';
import type { PostgresUnitOfWork } from '../../../kernel/postgres/unit-of-work';
import type { Limits } from '../../../kernel/quotas';
import { ok, refused } from '../../../kernel/refusal';
import type { TenantStore, WantedTenants } from '../application/ports';
import { noQuota, type QuotaChange, type Tenant, type TenantQuota } from '../domain/tenant';
import { actingAs } from './acting';
import { onControlPlane } from './control-plane';
import { inOrder, pageInOrder } from './in-order';
import { TenantSchema, type TenantRow } from './schema';

export class PostgresTenantStore implements TenantStore {
  constructor(
    private readonly orm: Orm,
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

  async quotas(ids: readonly TenantId[]): Promise<readonly TenantQuota[]> {
    return this.unitOfWork.read({ ledgerIds: [] }, async (tx) =>
      (await fetchRows(tx, sql.read_quotas, { tenant_ids: ids })).map(toQuota),
    );
  }

  async setQuota(tenantId: TenantId, change: QuotaChange, setAt: Date, actor?: string): Promise<TenantQuota> {
    const { requestsPerSecond, limits = {} } = change;
    const values = {
      ...{ tenant_id: tenantId, requests_per_second: requestsPerSecond ?? null, limits: JSON.stringify(limits) },
      ...{ sets_rate: requestsPerSecond !== undefined, set_at: setAt.toISOString() },
    };
    const set = await this.unitOfWork.run<never, TenantQuota>({ ledgerIds: [], actor }, async (tx) => {
      const [row] = await fetchRows(tx, sql.set_quota, values);
      if (!row) throw new Error('an upsert returned no row');
      return ok(toQuota(row));
    });
    return refused(set) ? set.left : set.right;
  }

  page(slice: Slice): Promise<Page<Tenant>> {
    const { where, options } = inOrder(slice);
    return onControlPlane(this.orm, async (em) =>
      pageInOrder((await em.find(TenantSchema, where, options)).map(fromRow), slice),
    );
  }
}

const fromRow = ({ id, name, createdAt }: TenantRow): Tenant => ({ id, name, createdAt });

interface QuotaRow {
  readonly tenant_id: TenantId;
  readonly requests_per_second: number | null;
  readonly limits: Partial<Limits>;
  readonly set_at: string;
}

const toQuota = (row: QuotaRow): TenantQuota => ({
  ...{ tenantId: row.tenant_id, requestsPerSecond: row.requests_per_second, setAt: instantOf(row.set_at) },
  limits: { ...noQuota(row.tenant_id).limits, ...row.limits },
});

const sql = loadStatements(__filename, {
  read_quotas: parameters('tenant_ids').rows<QuotaRow>(),
  set_quota: parameters(
    ...(['tenant_id', 'requests_per_second', 'limits', 'set_at', 'sets_rate'] as const),
  ).rows<QuotaRow>(),
});
