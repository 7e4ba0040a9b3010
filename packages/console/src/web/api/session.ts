/** The signed-in person, and the ledgers that they may open. The browser stores only the session's cookie. */
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
  /** Newest first, except the link that began this session. */
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

/** 'unknown' before the service has answered; 'ended' if there was a session and it has ended. */
export type SessionState =
  | { readonly kind: 'unknown' | 'nobody' | 'ended' }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'signed-in'; readonly session: Session };

export const sessionState = createStore<SessionState>({ kind: 'unknown' });

const remember = (answer: Answer<AnsweredSession>, isNew: boolean): Answer<AnsweredSession> => {
  if (answer.ok) {
    requestContext.set({ ...requestContext.get(), csrfToken: answer.data.csrf_token });
    sessionState.set({ kind: 'signed-in', session: { ...answer.data, isNew } });
  }
  return answer;
};

/** The ledger that the page's address names, by id or code, because the session's list may not have every ledger. */
const ledgerOfAddress = (): string => /^\/console\/l\/([\w.-]{1,50})(?:\/|$)/.exec(location.pathname)?.[1] ?? '';

/**
 * Reads the session: when the console opens, after a ledger was created, and when an address names a ledger that the session
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

/** `tenantId` selects the tenant if the e-mail and password are valid in several; null selects the operators of all tenants. */
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

/** Sets the password by a one-time link, and signs the person in. */
export const acceptInvitation = async (token: string, password: string): Promise<Answer<AnsweredSession>> =>
  remember(await call<AnsweredSession>('POST', '/console/invitation', { token, password }), true);

export const signOut = async (): Promise<void> => {
  await call<undefined>('DELETE', '/console/session');
  forget('nobody');
};

/** Called when a request was answered with 401. */
export const sessionEnded = (): void => {
  if (sessionState.get().kind === 'signed-in') forget('ended');
};

const forget = (kind: 'nobody' | 'ended'): void => {
  requestContext.set({});
  sessionState.set({ kind });
};
