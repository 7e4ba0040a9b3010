/**
 * Everything access refuses to an operator, in the order it is judged: shape, then existence.
 * A bad key is no refusal but an `Authentication`, which gives no reason.
 */
import type { TenantId } from '../../../kernel/ids';
import type { FieldErrors } from '../../../kernel/refusal';

export interface InvalidTenant {
  readonly kind: 'InvalidTenant';
  readonly errors: FieldErrors;
}
export interface InvalidKey {
  readonly kind: 'InvalidKey';
  readonly errors: FieldErrors;
}
/** Does not repeat what was asked for: an operator may have pasted the whole key. */
export interface KeyNotFound {
  readonly kind: 'KeyNotFound';
}

/** It was revoked or has expired: nobody uses it, so that nothing takes its place. */
export interface KeyNotActive {
  readonly kind: 'KeyNotActive';
}

export interface InvalidOperator {
  readonly kind: 'InvalidOperator';
  readonly errors: FieldErrors;
}
/** Somebody of the same tenant signs in with this e-mail already. */
export interface OperatorExists {
  readonly kind: 'OperatorExists';
  readonly email: string;
}
export interface OperatorNotFound {
  readonly kind: 'OperatorNotFound';
}
/** Was deactivated: a link would lead nowhere. */
export interface OperatorInactive {
  readonly kind: 'OperatorInactive';
}

/** The change would leave the tenant, or the installation, without an administrator who can sign in. */
export interface LastAdministrator {
  readonly kind: 'LastAdministrator';
}

export type OperatorRefusal =
  InvalidOperator | OperatorExists | OperatorNotFound | OperatorInactive | LastAdministrator;
export type AccessRefusal = InvalidTenant | InvalidKey | KeyNotFound | KeyNotActive | OperatorRefusal;

/** The e-mail is unknown, the password is wrong, none is set, or the operator is inactive: nobody learns which. */
export interface SignInFailed {
  readonly kind: 'SignInFailed';
}
/** The same e-mail and password are good in several tenants: one has to be named. */
export interface SignInAmbiguous {
  readonly kind: 'SignInAmbiguous';
  readonly tenantIds: readonly (TenantId | null)[];
}
/** Too many failures, or too many good sign-ins of this person; the password was not looked at. */
export interface SignInLimited {
  readonly kind: 'SignInLimited';
  readonly retryAfterSeconds: number;
}
/** The link was used, was replaced by another, is older than a day, or never was one. */
export interface InvitationExpired {
  readonly kind: 'InvitationExpired';
}
export interface InvalidPassword {
  readonly kind: 'InvalidPassword';
  readonly errors: FieldErrors;
}
/** The person has no session of that id, or it is no longer kept. */
export interface SessionNotFound {
  readonly kind: 'SessionNotFound';
}
/** Nobody is signed in, or not any more. */
export interface SessionRequired {
  readonly kind: 'SessionRequired';
}
