/** A tenant: a company that keeps one or more ledgers. A tenant cannot see that other tenants exist. */
import type { TenantId } from '../../../kernel/ids';
import { quotaNames, quotas, type Limits } from '../../../kernel/quotas';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { isRateLimit, maxRateLimitPerSecond } from './api-key';
import { complaintAboutName } from './name';
import type { InvalidTenant } from './refusals';

export interface Tenant {
  readonly id: TenantId;
  readonly name: string;
  readonly createdAt: Date;
}

/** The limits of a tenant, which apply in addition to the limits of its keys. */
export interface TenantQuota {
  readonly tenantId: TenantId;
  /** The requests per second of all keys and people of the tenant together, from 1 to 1,000,000; null: no limit. */
  readonly requestsPerSecond: number | null;
  readonly limits: Limits;
  /** When the quota was last set; null if it never was. */
  readonly setAt: Date | null;
}

/**
 * A change to a quota; absent members stay unchanged. Null removes a limit: the request rate is then unlimited, and the number of records
 * of a kind has its usual limit.
 */
export interface QuotaChange {
  readonly requestsPerSecond?: number | null | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** Returns the quota of a tenant for which nothing has been set. */
export const noQuota = (tenantId: TenantId): TenantQuota => ({
  tenantId,
  requestsPerSecond: null,
  limits: Object.fromEntries(quotaNames.map((name) => [name, null])) as Limits,
  setAt: null,
});

/** Returns the change if each of its numbers is allowed. */
export const judgeQuota = (change: QuotaChange): Outcome<InvalidTenant, QuotaChange> => {
  const { requestsPerSecond: rate, limits = {} } = change;
  const errors: Record<string, string[]> = {};
  if (rate !== undefined && rate !== null && !isRateLimit(rate))
    errors['requests_per_second'] = [`must be a whole number from 1 to ${maxRateLimitPerSecond}, or null`];
  for (const name of quotaNames) {
    const limit = limits[name] ?? 0;
    const { ceiling } = quotas[name];
    if (!Number.isSafeInteger(limit) || limit < 0 || limit > ceiling)
      errors[`limits.${name}`] = [`must be a whole number from 0 to ${ceiling}, or null`];
  }
  if (Object.keys(errors).length > 0) return refuse({ kind: 'InvalidTenant', errors });
  const sent = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return ok({ requestsPerSecond: rate, limits: Object.fromEntries(sent) as Partial<Limits> });
};

/** Returns a new tenant. Names need not be unique. */
export const createTenant = (name: string, id: TenantId, now: Date): Outcome<InvalidTenant, Tenant> => {
  const complaint = complaintAboutName(name);
  if (complaint !== undefined) return refuse({ kind: 'InvalidTenant', errors: { name: [complaint] } });
  return ok({ id, name, createdAt: now });
};
