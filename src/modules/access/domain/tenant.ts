/** A tenant: a company that keeps one or more ledgers here. No tenant can see that another exists. */
import type { TenantId } from '../../../kernel/ids';
import { ok, refuse, type Outcome } from '../../../kernel/refusal';
import { complaintAboutName } from './name';
import type { InvalidTenant } from './refusals';

export interface Tenant {
  readonly id: TenantId;
  readonly name: string;
  readonly createdAt: Date;
}

/** A new tenant. Names need not be unique. */
export const createTenant = (name: string, id: TenantId, now: Date): Outcome<InvalidTenant, Tenant> => {
  const complaint = complaintAboutName(name);
  if (complaint !== undefined) return refuse({ kind: 'InvalidTenant', errors: { name: [complaint] } });
  return ok({ id, name, createdAt: now });
};
