/**
 * The refusals of administration itself, in the order of judging: rights, then existence, then state. A record of another tenant is refused
 * like a missing one.
 */
import type { FieldErrors } from '../../../kernel/refusal';

/** The request concerns all tenants, but the caller administers only one. */
export interface AllTenantsNeeded {
  readonly kind: 'AllTenantsNeeded';
}
/** The request needs one tenant, and the administrator of all tenants did not name one. */
export interface TenantNotNamed {
  readonly kind: 'TenantNotNamed';
  readonly errors: FieldErrors;
}
export const tenantNotNamed = {
  kind: 'TenantNotNamed',
  errors: { tenant_id: ['is required if an administrator of all tenants calls'] },
} as const satisfies TenantNotNamed;
export interface TenantNotFound {
  readonly kind: 'TenantNotFound';
}
/** The caller asked for a link for themselves: it would set a new password without the present one. */
export interface OwnLink {
  readonly kind: 'OwnLink';
}
/**
 * A verification is already running or waiting in this process: one of the caller's tenant or, if the caller administers all tenants, one
 * that such an administrator started.
 */
export interface VerificationRunning {
  readonly kind: 'VerificationRunning';
}
/** This process does not have the verification (it ran elsewhere, or too long ago), or the verification belongs to another tenant. */
export interface VerificationNotFound {
  readonly kind: 'VerificationNotFound';
}

export type AdministrationRefusal =
  AllTenantsNeeded | TenantNotNamed | TenantNotFound | OwnLink | VerificationRunning | VerificationNotFound;
