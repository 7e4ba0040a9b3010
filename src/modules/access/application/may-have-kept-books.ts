/** Tells whether somebody may have acts in the books of a tenant. The keys and people of other tenants have none there. */
import type { TenantId } from '../../../kernel/ids';
import { operatorOf } from '../domain/operator';
import type { Keyring } from './keyring';
import type { Operators } from './operators';

export interface MayHaveKeptBooksDependencies {
  readonly keyring: Pick<Keyring, 'find'>;
  readonly operators: Pick<Operators, 'operator'>;
}

/** A person may be deleted, a key never: what no key is called has done nothing. Administrators' keys keep no books. */
export const createMayHaveKeptBooks =
  ({ keyring, operators }: MayHaveKeptBooksDependencies) =>
  async (actor: string, tenantId: TenantId): Promise<boolean> => {
    const operatorId = operatorOf(actor);
    if (operatorId === undefined) return (await keyring.find(actor))?.key.tenantId === tenantId;
    const operator = await operators.operator(operatorId);
    return operator === undefined || operator.tenantId === null || operator.tenantId === tenantId;
  };
