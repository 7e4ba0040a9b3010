/**
 * Everything that access refuses to an operator, in the order of judging: shape, then existence. An invalid key is not a refusal but an
 * `Authentication`, so that the client gets no reason.
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
/** There is no such key. The refusal does not repeat the requested text, because an operator may have pasted a whole key. */
export interface KeyNotFound {
  readonly kind: 'KeyNotFound';
}

/** The key has been revoked or has expired, so it cannot be rotated. */
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
/** The operator has been deactivated, so a link would be useless. */
export interface OperatorInactive {
  readonly kind: 'OperatorInactive';
}

/** The change would leave the tenant, or the whole installation, without an administrator who can sign in. */
export interface LastAdministrator {
  readonly kind: 'LastAdministrator';
}

export type OperatorRefusal =
  InvalidOperator | OperatorExists | OperatorNotFound | OperatorInactive | LastAdministrator;
export type AccessRefusal = InvalidTenant | InvalidKey | KeyNotFound | KeyNotActive | OperatorRefusal;

/** The e-mail is unknown, the password is wrong or not set, or the operator is inactive. The answer does not reveal which. */
export interface SignInFailed {
  readonly kind: 'SignInFailed';
}
/** The e-mail and password are valid in several tenants, so the request must name one of them. */
export interface SignInAmbiguous {
  readonly kind: 'SignInAmbiguous';
  readonly tenantIds: readonly (TenantId | null)[];
}
/** There were too many failures, or too many successful sign-ins of this person, so the password was not checked. */
export interface SignInLimited {
  readonly kind: 'SignInLimited';
  readonly retryAfterSeconds: number;
}
/** The link has been used, has been replaced by another link, is older than a day, or never existed. */
export interface InvitationExpired {
  readonly kind: 'InvitationExpired';
}
export interface InvalidPassword {
  readonly kind: 'InvalidPassword';
  readonly errors: FieldErrors;
}
/** The person has no stored session with that id. */
export interface SessionNotFound {
  readonly kind: 'SessionNotFound';
}
/** Nobody is signed in, or the session has ended. */
export interface SessionRequired {
  readonly kind: 'SessionRequired';
}
