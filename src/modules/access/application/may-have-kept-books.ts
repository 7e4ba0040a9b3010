/** Returns whether an actor may have acted in the books of a tenant. Keys and people of other tenants cannot act there. */
import type { TenantId } from '../../../kernel/ids';
import { operatorOf } from '../domain/operator';
import type { Keyring } from './keyring';
import type { Operators } from './operators';

export interface MayHaveKeptBooksDependencies {
  readonly keyring: Pick<Keyring, 'find'>;
  readonly operators: Pick<Operators, 'operator'>;
}

/**
 * People can be deleted, so an unknown person may have acted in the books. Keys are never deleted, so an unknown key has not.
 * Administrators' keys cannot post.
 */
export const createMayHaveKeptBooks =
  ({ keyring, operators }: MayHaveKeptBooksDependencies) =>
  async (actor: string, tenantId: TenantId): Promise<boolean> => {
    const operatorId = operatorOf(actor);
    if (operatorId === undefined) return (await keyring.find(actor))?.key.tenantId === tenantId;
    const operator = await operators.operator(operatorId);
    return operator === undefined || operator.tenantId === null || operator.tenantId === tenantId;
  };
