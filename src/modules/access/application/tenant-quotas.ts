/** What a tenant may ask: told, and set by who administers all tenants. */
import type { TenantId } from '../../../kernel/ids';
import { refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { InvalidTenant } from '../domain/refusals';
import { noQuota, setQuota, type QuotaChange, type TenantQuota } from '../domain/tenant';
import type { TenantStore } from './ports';

export interface TenantQuotas {
  /** Of a tenant that exists. */
  quota(tenantId: TenantId): Promise<TenantQuota>;
  /** Of a tenant that exists; within a second in every process. */
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
    const quota = setQuota(tenantId, change, clock.now());
    if (refused(quota)) return quota;
    await tenants.setQuota(quota.right, actor);
    return quota;
  },
});
