/** The routes through which operators sign in and out, and list the ledgers that they may open. */
import { object, optional, text } from '../../../../src/kernel/http/codecs';
import { only } from '../../../../src/kernel/http/status';
import { visiting, type Visitor } from '../../../../src/kernel/http/visitor';
import type { Reply, Route } from '../../../../src/kernel/http/route';
import { parseId, type TenantId } from '../../../../src/kernel/ids';
import { afterWriting, ok, refuse, refused, type Outcome } from '../../../../src/kernel/refusal';
import type { Access, Sessions, SignedIn, SignInAmbiguous, UsedLink } from '../../../../src/modules/access';
import type { Ledger, Ledgering } from '../../../../src/modules/ledgering';
import { acceptedInvitation, newPassword, newSession, nothingShape, sessionShape } from './codecs';
import { cookieOf, noCookie } from './connection';
import { isOurPage } from './our-page';
import { ownSessionRoutes } from './own-sessions';
import {
  allTenants,
  sessionAnswers,
  type ConnectionNotSecure,
  type CsrfTokenInvalid,
  type SignInAmbiguous as TenantsToChoose,
} from './status';

export const consolePath = '/console';
const tag = 'Signing in';
const needs = 'nothing';
/** The maximum number of ledgers in the menu, also for a search by name. The administration pages list all ledgers. */
export const maxToldLedgers = 100;

export interface SessionRoutesDependencies {
  readonly access: Pick<Access, 'sessions' | 'tenants'>;
  readonly ledgering: Pick<Ledgering, 'findLedgers' | 'ledger'>;
}

interface Opened {
  readonly signedIn: SignedIn;
  readonly ledgers: readonly Ledger[];
  readonly tenantNames: ReadonlyMap<TenantId, string>;
  readonly linksUsed: readonly UsedLink[];
}

export const sessionRoutes = ({ access, ledgering }: SessionRoutesDependencies): readonly Route[] => {
  const { sessions } = access;
  /** Finds the ledgers with this id, or with this code in any tenant. */
  const named = async (name: string, tenantId: TenantId | null): Promise<readonly Ledger[]> => {
    const id = parseId<'ledger'>(name);
    if (id === undefined)
      return ledgering.findLedgers({ ...(tenantId && { tenantId }), code: name, limit: maxToldLedgers });
    const ledger = await ledgering.ledger(id);
    return ledger && (tenantId === null || ledger.tenantId === tenantId) ? [ledger] : [];
  };
  const opened = async (signedIn: SignedIn, wanted?: string): Promise<Opened> => {
    const { tenantId } = signedIn.operator;
    const first = await ledgering.findLedgers({ ...(tenantId && { tenantId }), limit: maxToldLedgers });
    const others = wanted === undefined ? [] : await named(wanted, tenantId);
    const ledgers = [...first, ...others.filter(({ id }) => !first.some((one) => one.id === id))];
    const ids = [...new Set(ledgers.map((ledger) => ledger.tenantId))];
    const tenants = ids.length > 0 ? await access.tenants({ ids, limit: ids.length }) : [];
    const linksUsed = await sessions.linksUsed(signedIn.operator.id, signedIn.sessionId);
    return { signedIn, ledgers, tenantNames: new Map(tenants.map(({ id, name }) => [id, name])), linksUsed };
  };
  const namingTenants = async ({ tenantIds }: SignInAmbiguous): Promise<TenantsToChoose> => {
    const ids = tenantIds.flatMap((id) => id ?? []);
    const named = ids.length > 0 ? await access.tenants({ ids, limit: ids.length }) : [];
    const ofAll = tenantIds.includes(null) ? [{ id: null, name: allTenants }] : [];
    return { kind: 'SignInAmbiguous', tenants: [...named.map(({ id, name }) => ({ id, name })), ...ofAll] };
  };
  const openedBy = async <R>(outcome: Outcome<R, SignedIn>): Promise<Outcome<R, Opened>> =>
    refused(outcome) ? outcome : ok(await afterWriting(opened(outcome.right)));

  return [
    visiting.get(
      '/session',
      {
        operationId: 'readSession',
        summary: 'Read who is signed in, and which ledgers they may open',
        description:
          'Returns the person who is signed in, the first 100 ledgers that they may open, by code, and the token for `X-CSRF-Token`. `ledger` names another one. Without a session it is 401 `SESSION_REQUIRED`.',
        tag,
        needs,
        query: object({
          ledger: optional(
            text({ pattern: /^[A-Za-z0-9._-]{1,50}$/, max: 50, shape: 'the id or the code of a ledger' }),
          ).described('A ledger that the list must include, by its id or its code, if the session may open it.'),
        }),
        ok: 200,
        refusals: only(sessionAnswers, 'SessionRequired'),
        answer: sessionShape,
      },
      async ({ caller: { sessionToken }, query: { ledger } }) => {
        const signedIn = sessionToken === undefined ? undefined : await sessions.signedIn(sessionToken);
        return signedIn ? ok(await opened(signedIn, ledger)) : refuse({ kind: 'SessionRequired' } as const);
      },
      view,
    ),
    visiting.post(
      '/session',
      {
        operationId: 'createSession',
        summary: 'Sign in; this replaces any earlier session of the browser',
        description:
          "Signs a person in by e-mail and password, and sets the session's cookie. A session lasts 30 minutes without a request, and 12 hours at most. Too many failures cost the address and the account a pause (429 `SIGN_IN_LIMITED`); over plain http from another machine it is refused (400 `CONNECTION_NOT_SECURE`).",
        tag,
        needs,
        body: newSession,
        ok: 200,
        refusals: only(
          sessionAnswers,
          'ConnectionNotSecure',
          'CsrfTokenInvalid',
          'SignInFailed',
          'SignInAmbiguous',
          'SignInLimited',
        ),
        answer: sessionShape,
        example: { body: { email: 'anna@example.com', password: 'three plain words here' } },
      },
      async ({ caller, body: { tenant_id: tenantId, ...credentials } }) => {
        const refusal = refusalOfStranger(caller);
        if (refusal) return refuse(refusal);
        const outcome = await replacing(sessions, caller, () => sessions.signIn({ ...credentials, tenantId }, caller));
        if (!refused(outcome)) return openedBy(outcome);
        return refuse(outcome.left.kind === 'SignInAmbiguous' ? await namingTenants(outcome.left) : outcome.left);
      },
      viewWithCookie,
    ),
    visiting.post(
      '/invitation',
      {
        operationId: 'acceptInvitation',
        summary:
          'Set the password through a link, and sign in; the link can be used only once, and every earlier session ends',
        description:
          'Sets the password by means of a link, signs in, and ends every earlier session of the person. The link works once, within one day (else 410 `INVITATION_EXPIRED`). A password has at least 12 characters, and is not a common one.',
        tag,
        needs,
        body: acceptedInvitation,
        ok: 200,
        refusals: only(
          sessionAnswers,
          'ConnectionNotSecure',
          'CsrfTokenInvalid',
          'InvitationExpired',
          'InvalidPassword',
        ),
        answer: sessionShape,
        example: { body: { token: 'invite_…', password: 'three plain words here' } },
      },
      async ({ caller, body: { token, password } }) => {
        const refusal = refusalOfStranger(caller);
        return refusal
          ? refuse(refusal)
          : openedBy(await replacing(sessions, caller, () => sessions.acceptInvitation(token, password, caller)));
      },
      viewWithCookie,
    ),
    visiting.put(
      '/password',
      {
        operationId: 'changePassword',
        summary: 'Change your own password; all other sessions end',
        description:
          'Changes the password of the person who is signed in, who must also send the current one. All other sessions end; this one continues.',
        tag,
        needs,
        body: newPassword,
        ok: 200,
        refusals: only(sessionAnswers, 'CsrfTokenInvalid', 'SessionRequired', 'SignInLimited', 'InvalidPassword'),
        answer: sessionShape,
        example: { body: { current_password: 'three plain words here', new_password: 'four other plain words' } },
      },
      async ({ caller, body }) => {
        const { sessionToken: token } = caller;
        if (token === undefined) return refuse({ kind: 'SessionRequired' } as const);
        if (!isOurPage(sessions, caller, token)) return refuse({ kind: 'CsrfTokenInvalid' } as const);
        const passwords = { current: body.current_password, next: body.new_password };
        return openedBy(await sessions.changePassword(token, passwords, caller));
      },
      view,
    ),
    visiting.remove(
      '/session',
      {
        operationId: 'deleteSession',
        summary: 'Sign out; a session that has already ended is not an error',
        description:
          'Signs out: the session ends at once, and the cookie is deleted. Without a session nothing happens, and the response is the same.',
        tag,
        needs,
        ok: 204,
        refusals: only(sessionAnswers, 'CsrfTokenInvalid'),
        answer: nothingShape,
      },
      async ({ caller }) => {
        const { sessionToken: token } = caller;
        if (token === undefined) return ok(undefined);
        if (!isOurPage(sessions, caller, token)) return refuse({ kind: 'CsrfTokenInvalid' } as const);
        await sessions.signOut(token);
        return ok(undefined);
      },
      (_, { caller }) => ({ data: {}, headers: { 'Set-Cookie': noCookie(caller) } }),
    ),
    ...ownSessionRoutes(sessions),
  ];
};

/**
 * Returns the refusal of a request to sign in; undefined if it is allowed. Such a request has no CSRF token yet, so its origin is checked
 * instead.
 */
const refusalOfStranger = ({
  connection,
  isSameOrigin,
}: Visitor): ConnectionNotSecure | CsrfTokenInvalid | undefined => {
  if (connection === 'open') return { kind: 'ConnectionNotSecure' };
  return isSameOrigin ? undefined : { kind: 'CsrfTokenInvalid' };
};

/** Begins a session and ends the browser's previous one, because the new cookie replaces the cookie of that session. */
const replacing = async <R>(
  sessions: Sessions,
  { sessionToken }: Visitor,
  begin: () => Promise<Outcome<R, SignedIn>>,
): Promise<Outcome<R, SignedIn>> => {
  const begun = await begin();
  if (!refused(begun) && sessionToken !== undefined) await afterWriting(sessions.signOut(sessionToken));
  return begun;
};

const view = ({ signedIn: { operator, csrfToken, expiresAt }, ledgers, tenantNames, linksUsed }: Opened): Reply => ({
  data: {
    operator: {
      id: operator.id,
      email: operator.email,
      name: operator.name,
      role: operator.role,
      tenant_id: operator.tenantId,
    },
    csrf_token: csrfToken,
    expires_at: expiresAt.toISOString(),
    ledgers: ledgers.map(({ id, tenantId, code, name, denomination, timeZone, fiscalYearStart }) => ({
      id,
      tenant_id: tenantId,
      tenant_name: tenantNames.get(tenantId) ?? '',
      code,
      name,
      currency: denomination.currency,
      storage_decimals: denomination.storageDecimals,
      display_decimals: denomination.displayDecimals,
      time_zone: timeZone,
      fiscal_year_start: fiscalYearStart,
    })),
    links_used: linksUsed.map(({ createdBy, createdByName, usedAt, address, agent }) => ({
      created_by: createdBy,
      created_by_name: createdByName,
      used_at: usedAt.toISOString(),
      ...{ address, agent },
    })),
  },
});

const viewWithCookie = (answer: Opened, { caller }: { readonly caller: Visitor }): Reply => ({
  ...view(answer),
  headers: { 'Set-Cookie': cookieOf(caller, answer.signedIn.token) },
});
