/** The rate budget that all administrators of one tenant share, because a tenant may appoint any number of them. */
import type { TenantId } from '../../../kernel/ids';
import type { Outcome } from '../../../kernel/refusal';
import type { Budget, RateBudget } from './ports';

/** The limit for all keys and people that administer one tenant, together. */
export const maxAdministrationPerSecond = 200;

/** Spends one request from the tenant's budget. Returns undefined for an administrator of all tenants, who has only a personal budget. */
export const spendAdministration = async (
  budgets: RateBudget,
  tenantId: TenantId | null,
): Promise<Outcome<Budget, Budget> | undefined> =>
  tenantId === null ? undefined : budgets.spend(`administration ${tenantId}`, maxAdministrationPerSecond);
