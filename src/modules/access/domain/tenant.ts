/** A tenant: a company that keeps one or more ledgers here. No tenant can see that another exists. */
import type { TenantId } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { isRateLimit, maxRateLimitPerSecond } from './api-key';
import { complaintAboutName } from './name';
import type { InvalidTenant } from './refusals';

export interface Tenant {
  readonly id: TenantId;
  readonly name: string;
  readonly createdAt: Date;
}

/** What a tenant may ask, whatever its own administrators allow its keys. */
export interface TenantQuota {
  readonly tenantId: TenantId;
  /** 1…1,000,000 by all its keys and people together; null: no bound. */
  readonly requestsPerSecond: number | null;
  /** Null where nothing was ever said. */
  readonly setAt: Date | null;
}

export type QuotaChange = Pick<TenantQuota, 'requestsPerSecond'>;

/** Of a tenant of which nothing was said. */
export const noQuota = (tenantId: TenantId): TenantQuota => ({ tenantId, requestsPerSecond: null, setAt: null });

/** The quota as it is from now on. */
export const setQuota = (
  tenantId: TenantId,
  { requestsPerSecond }: QuotaChange,
  now: Date,
): Outcome<InvalidTenant, TenantQuota & { readonly setAt: Date }> =>
  requestsPerSecond === null || isRateLimit(requestsPerSecond)
    ? ok({ tenantId, requestsPerSecond, setAt: now })
    : refuse({
        kind: 'InvalidTenant',
        errors: { requests_per_second: [`must be a whole number from 1 to ${maxRateLimitPerSecond}, or null`] },
      });

/** A new tenant. Names need not be unique. */
export const createTenant = (name: string, id: TenantId, now: Date): Outcome<InvalidTenant, Tenant> => {
  const complaint = complaintAboutName(name);
  if (complaint !== undefined) return refuse({ kind: 'InvalidTenant', errors: { name: [complaint] } });
  return ok({ id, name, createdAt: now });
};
