/**
 * Everything that access refuses to an operator, in the order of judging: shape, then existence. An invalid key is not
 * a refusal but an `Authentication`, which gives no reason.
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
/** Does not repeat the request: an operator may have pasted the whole key. */
export interface KeyNotFound {
  readonly kind: 'KeyNotFound';
}

/** The key was revoked or has expired: nobody uses it, so it cannot be replaced. */
export interface KeyNotActive {
  readonly kind: 'KeyNotActive';
}

export interface InvalidOperator {
  readonly kind: 'InvalidOperator';
  readonly errors: FieldErrors;
}
/** Another person of the same tenant already has this e-mail. */
export interface OperatorExists {
  readonly kind: 'OperatorExists';
  readonly email: string;
}
export interface OperatorNotFound {
  readonly kind: 'OperatorNotFound';
}
/** The operator was deactivated: a link could not be used. */
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
/** The same e-mail and password are valid in several tenants: the request must name one. */
export interface SignInAmbiguous {
  readonly kind: 'SignInAmbiguous';
  readonly tenantIds: readonly (TenantId | null)[];
}
/** Too many failures, or too many successful sign-ins of this person; the password was not checked. */
export interface SignInLimited {
  readonly kind: 'SignInLimited';
  readonly retryAfterSeconds: number;
}
/** The link was used, was replaced by another, is older than a day, or never existed. */
export interface InvitationExpired {
  readonly kind: 'InvitationExpired';
}
export interface InvalidPassword {
  readonly kind: 'InvalidPassword';
  readonly errors: FieldErrors;
}
/** The person has no session with that id, or it is no longer stored. */
export interface SessionNotFound {
  readonly kind: 'SessionNotFound';
}
/** Nobody is signed in, or the session has ended. */
export interface SessionRequired {
  readonly kind: 'SessionRequired';
}
