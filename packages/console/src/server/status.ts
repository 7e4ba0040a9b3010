/** The statuses and the messages for refusals of the session's routes. */
import { csrfTokenInvalid } from '../../../../src/kernel/http/failures';
import { invalidAnswer, type RefusalAnswers } from '../../../../src/kernel/http/status';
import type {
  InvalidPassword,
  InvitationExpired,
  SessionNotFound,
  SessionRequired,
  SignInFailed,
  SignInLimited,
} from '../../../../src/modules/access';

/** The request came over plain HTTP from another machine. */
export interface ConnectionNotSecure {
  readonly kind: 'ConnectionNotSecure';
}
/** The request comes from a page of another site, or has a wrong CSRF token. */
export interface CsrfTokenInvalid {
  readonly kind: 'CsrfTokenInvalid';
}

/**
 * The e-mail and the password are valid in several tenants. The answer names these tenants, because the person has shown that they can sign
 * in to each of them.
 */
export interface SignInAmbiguous {
  readonly kind: 'SignInAmbiguous';
  readonly tenants: readonly { readonly id: string | null; readonly name: string }[];
}

type SessionRefusal =
  | ConnectionNotSecure
  | CsrfTokenInvalid
  | SessionNotFound
  | SessionRequired
  | SignInAmbiguous
  | SignInFailed
  | SignInLimited
  | InvitationExpired
  | InvalidPassword;

/** The name that the sign-in page shows for operators of all tenants, in place of a tenant's name. */
export const allTenants = 'All tenants';

const csrf = csrfTokenInvalid();

export const sessionAnswers: RefusalAnswers<SessionRefusal> = {
  ConnectionNotSecure: {
    status: 400,
    code: 'CONNECTION_NOT_SECURE',
    when: 'A password would go over plain http from another machine.',
    message: () =>
      'Passwords are not accepted over plain http from another machine, because others on the network could read them. Use https, through a proxy that ends TLS, sends X-Forwarded-Proto: https and is listed in LEDGER_TRUSTED_PROXIES.',
  },
  CsrfTokenInvalid: {
    status: 403,
    code: csrf.code,
    when: 'The request comes from another site, or without a valid X-CSRF-Token.',
    message: () => csrf.message,
  },
  SessionRequired: {
    status: 401,
    code: 'SESSION_REQUIRED',
    when: 'Nobody is signed in, or the session has ended.',
    message: () => 'Nobody is signed in, or the session has ended. Sign in with POST /console/session.',
  },
  SessionNotFound: {
    status: 404,
    code: 'SESSION_NOT_FOUND',
    when: 'The person has no session with this id.',
    message: () => 'You have no such session. List them with GET /console/sessions.',
  },
  SignInFailed: {
    status: 401,
    code: 'SIGN_IN_FAILED',
    when: 'The e-mail or the password is wrong.',
    message: () =>
      'The e-mail or the password is wrong. If you have forgotten your password, ask an administrator for a link to set a new one.',
  },
  SignInAmbiguous: {
    status: 409,
    code: 'SIGN_IN_AMBIGUOUS',
    when: 'The same e-mail and password are valid in several tenants; `data.tenants` names them.',
    message: () =>
      'The same e-mail and password are valid in several tenants. Send the id of one of data.tenants as tenant_id.',
    data: ({ tenants }) => ({ tenants }),
    example: { tenants: [{ id: null, name: allTenants }] },
  },
  SignInLimited: {
    status: 429,
    code: 'SIGN_IN_LIMITED',
    when: 'Signing in failed too often, or this person signed in or changed the password too often. Wait Retry-After seconds.',
    message: ({ retryAfterSeconds }) =>
      `There were too many attempts to sign in. The password was not checked; try again in ${retryAfterSeconds} s.`,
    headers: ({ retryAfterSeconds }) => ({ 'Retry-After': String(retryAfterSeconds) }),
    example: { retryAfterSeconds: 900 },
  },
  InvitationExpired: {
    status: 410,
    code: 'INVITATION_EXPIRED',
    when: 'The link has been used, is more than a day old, or has been replaced by a newer one.',
    message: () =>
      'The link works once, for one day, and only until a newer one is created. Ask an administrator for a new one, or sign in.',
  },
  InvalidPassword: {
    ...invalidAnswer,
    example: { errors: { password: ['must have at least 12 characters'] } },
  },
};
