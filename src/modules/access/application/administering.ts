/** The budget that everybody who administers one tenant shares: a tenant appoints as many administrators as it likes. */
import type { TenantId } from '../../../kernel/ids';
import type { Outcome } from '../../../kernel/refusal';
import type { Budget, RateBudget } from './ports';

/** The requests a second of all keys and people that administer one tenant, together. */
export const maxAdministrationPerSecond = 200;

/** Undefined for an administrator of all tenants, who has the own budget alone. */
export const spendAdministration = async (
  budgets: RateBudget,
  tenantId: TenantId | null,
): Promise<Outcome<Budget, Budget> | undefined> =>
  tenantId === null ? undefined : budgets.spend(`administration ${tenantId}`, maxAdministrationPerSecond);
