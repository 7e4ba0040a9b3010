/** The budget that all administrators of one tenant share: a tenant may appoint any number of them. */
import type { TenantId } from '../../../kernel/ids';
import type { Outcome } from '../../../kernel/refusal';
import type { Budget, RateBudget } from './ports';

/** The requests per second of all keys and people that administer one tenant, together. */
export const maxAdministrationPerSecond = 200;

/** Spends from the tenant's budget; undefined for an administrator of all tenants, who has only a personal budget. */
export const spendAdministration = async (
  budgets: RateBudget,
  tenantId: TenantId | null,
): Promise<Outcome<Budget, Budget> | undefined> =>
  tenantId === null ? undefined : budgets.spend(`administration ${tenantId}`, maxAdministrationPerSecond);
