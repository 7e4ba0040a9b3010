/** The answer to a request that would create more records than a quota allows. */
import { quotas, quotaSentence, type QuotaName, type QuotaReached } from '../quotas';
import type { RefusalAnswer } from './status';

export const quotaAnswer = {
  status: 409,
  code: 'QUOTA_REACHED',
  when: 'The tenant has reached its quota for these objects; the message names the quota and its number.',
  message: (reached) =>
    quotaSentence(
      reached,
      (to) =>
        `An administrator of all tenants can raise the quota: PUT /admin/v1/tenants/{tenantId}/quota with {"limits": {"${reached.quota}": ${to}}}.`,
    ),
} as const satisfies RefusalAnswer<QuotaReached>;

export const exampleOf = (quota: QuotaName): Omit<QuotaReached, 'kind'> => ({
  quota,
  most: quotas[quota].usual,
  count: quotas[quota].usual,
});
