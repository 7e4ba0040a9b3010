/** Creates a tenant, for the command line, for administrators, and for the demo of the first start. */
import { newId } from '../../../kernel/ids';
import { refused, type Outcome } from '../../../kernel/refusal';
import type { LedgerTime } from '../../../kernel/clock';
import type { InvalidTenant } from '../domain/refusals';
import { createTenant, type Tenant } from '../domain/tenant';
import type { TenantStore } from './ports';

export interface CreateTenantDependencies {
  readonly tenants: TenantStore;
  readonly clock: LedgerTime;
}

export const createCreateTenant =
  ({ tenants, clock }: CreateTenantDependencies) =>
  async (name: string, actor?: string): Promise<Outcome<InvalidTenant, Tenant>> => {
    const tenant = createTenant(name, newId<'tenant'>(), clock.now());
    if (refused(tenant)) return tenant;
    await tenants.insert(tenant.right, actor);
    return tenant;
  };
