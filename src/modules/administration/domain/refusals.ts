/**
 * Everything administration refuses by itself, in the order it is judged: who may, then existence, then state. Objects of another tenant
 * are refused like missing ones.
 */
import type { FieldErrors } from '../../../kernel/refusal';

/** It is about all tenants, and the caller administers one. */
export interface AllTenantsNeeded {
  readonly kind: 'AllTenantsNeeded';
}
/** An administrator of all tenants must name one. */
export interface TenantNotNamed {
  readonly kind: 'TenantNotNamed';
  readonly errors: FieldErrors;
}
export const tenantNotNamed = {
  kind: 'TenantNotNamed',
  errors: { tenant_id: ['must be named by who administers all tenants'] },
} as const satisfies TenantNotNamed;
export interface TenantNotFound {
  readonly kind: 'TenantNotFound';
}
/** A person who could create a link for themselves would set a new password without the present one. */
export interface OwnLink {
  readonly kind: 'OwnLink';
}
/** Another verification is running in this process. A verification reads everything, so they take turns. */
export interface VerificationRunning {
  readonly kind: 'VerificationRunning';
}
/** None of this process, or older than the last that it remembers. */
export interface VerificationNotFound {
  readonly kind: 'VerificationNotFound';
}

export type AdministrationRefusal =
  AllTenantsNeeded | TenantNotNamed | TenantNotFound | OwnLink | VerificationRunning | VerificationNotFound;
