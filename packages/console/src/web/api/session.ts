/** The session: the signed-in person and the ledgers that they may open. The browser stores only the session cookie. */
import type { Answer } from './answer';
import { call, requestContext } from './client';
import type { Role } from './role';
import { createStore } from './store';

export { mayAs, type Role } from './role';

export interface Operator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly tenant_id: string | null;
}

export interface SessionLedger {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly storage_decimals: number;
  readonly display_decimals: number;
  readonly time_zone: string;
  readonly fiscal_year_start: string;
}

export interface Session {
  readonly operator: Operator;
  readonly csrf_token: string;
  readonly expires_at: string;
  readonly ledgers: readonly SessionLedger[];
  /** The one-time links with which the password was set, newest first. The link that began this session is left out. */
  readonly links_used: readonly UsedLink[];
  /** True if the person has just signed in; false if the page was reloaded. */
  readonly isNew: boolean;
}

export interface UsedLink {
  readonly created_by: string;
  readonly created_by_name: string | null;
  readonly used_at: string;
  readonly address: string;
}

type AnsweredSession = Omit<Session, 'isNew'>;

/** 'unknown': the service has not answered yet. 'nobody': nobody is signed in. 'ended': a session has just ended. */
export type SessionState =
  | { readonly kind: 'unknown' | 'nobody' | 'ended' }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'signed-in'; readonly session: Session };

export const sessionState = createStore<SessionState>({ kind: 'unknown' });

const remember = (answer: Answer<AnsweredSession>, isNew: boolean): Answer<AnsweredSession> => {
  if (answer.ok) {
    requestContext.set({
      ...requestContext.get(),
      csrfToken: answer.data.csrf_token,
      operatorId: answer.data.operator.id,
    });
    sessionState.set({ kind: 'signed-in', session: { ...answer.data, isNew } });
  }
  return answer;
};

/** Returns the id or code of the ledger in the page's address. It is sent with the request, because the session lists only some ledgers. */
const ledgerOfAddress = (): string => /^\/console\/l\/([\w.-]{1,50})(?:\/|$)/.exec(location.pathname)?.[1] ?? '';

/**
 * Reads the session. Called when the console opens, when a ledger has been created, and when the address names a ledger that the session
 * does not list.
 */
export const readSession = async (): Promise<void> => {
  const named = ledgerOfAddress();
  const path = named === '' ? '/console/session' : `/console/session?ledger=${named}`;
  const answered = await call<AnsweredSession>('GET', path);
  const before = sessionState.get();
  const answer = remember(answered, before.kind === 'signed-in' && before.session.isNew);
  if (answer.ok) return;
  const { status, message } = answer.problem;
  sessionState.set(status === 401 ? { kind: 'nobody' } : { kind: 'unreachable', message });
};

/**
 * Signs in. If the e-mail and the password are valid in several tenants, `tenantId` selects one; null selects the operators of all tenants.
 */
export const signIn = async (
  email: string,
  password: string,
  tenantId?: string | null,
): Promise<Answer<AnsweredSession>> =>
  remember(
    await call<AnsweredSession>('POST', '/console/session', {
      ...{ email, password },
      ...(tenantId === undefined ? {} : { tenant_id: tenantId }),
    }),
    true,
  );

/** Sets the password with a one-time link, and signs the person in. */
export const acceptInvitation = async (token: string, password: string): Promise<Answer<AnsweredSession>> =>
  remember(await call<AnsweredSession>('POST', '/console/invitation', { token, password }), true);

export const signOut = async (): Promise<void> => {
  await call<undefined>('DELETE', '/console/session');
  forget('nobody');
};

/** Ends the session in the console after an answer with the status 401. */
export const sessionEnded = (): void => {
  if (sessionState.get().kind === 'signed-in') forget('ended');
};

const forget = (kind: 'nobody' | 'ended'): void => {
  requestContext.set({});
  sessionState.set({ kind });
};
