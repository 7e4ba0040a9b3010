/** The rate limit and the quotas of a tenant. An administrator of all tenants sets both. */
import type { TenantId } from '../../../kernel/ids';
import { ok, refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { InvalidTenant } from '../domain/refusals';
import { judgeQuota, noQuota, type QuotaChange, type TenantQuota } from '../domain/tenant';
import type { TenantStore } from './ports';

export interface TenantQuotas {
  /** Returns the quota of a tenant, which must exist. */
  quota(tenantId: TenantId): Promise<TenantQuota>;
  /** Sets the quota of a tenant, which must exist. Its limits apply at once, its rate limit within a second in every process. */
  setQuota(tenantId: TenantId, change: QuotaChange, actor?: string): Promise<Outcome<InvalidTenant, TenantQuota>>;
}

export const createTenantQuotas = ({
  tenants,
  clock,
}: {
  readonly tenants: Pick<TenantStore, 'quotas' | 'setQuota'>;
  readonly clock: LedgerTime;
}): TenantQuotas => ({
  quota: async (tenantId) => (await tenants.quotas([tenantId]))[0] ?? noQuota(tenantId),
  setQuota: async (tenantId, change, actor) => {
    const judged = judgeQuota(change);
    return refused(judged) ? judged : ok(await tenants.setQuota(tenantId, judged.right, clock.now(), actor));
  },
});
