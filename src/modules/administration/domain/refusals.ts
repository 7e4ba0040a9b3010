/**
 * The refusals of administration itself, in the order of judging: rights, then existence, then state. Objects of another tenant are refused
 * like missing ones.
 */
import type { FieldErrors } from '../../../kernel/refusal';

/** The request concerns all tenants, and the caller administers only one. */
export interface AllTenantsNeeded {
  readonly kind: 'AllTenantsNeeded';
}
/** The request needs one tenant, and an administrator of all tenants did not name it. */
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
/** This process never had the verification, has forgotten it, or the verification belongs to another tenant. */
export interface VerificationNotFound {
  readonly kind: 'VerificationNotFound';
}

export type AdministrationRefusal =
  AllTenantsNeeded | TenantNotNamed | TenantNotFound | OwnLink | VerificationRunning | VerificationNotFound;
