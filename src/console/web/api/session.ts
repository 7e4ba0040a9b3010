/** Who is signed in, and the books they may look at. Nothing of it is kept beyond the page: the cookie is all there is. */
import type { Answer } from './answer';
import { call, standing } from './client';
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
}

export interface Session {
  readonly operator: Operator;
  readonly csrf_token: string;
  readonly expires_at: string;
  readonly ledgers: readonly SessionLedger[];
}

/** `unknown` until the service was asked; `ended` where there was a session and there is none any more. */
export type SessionState =
  | { readonly kind: 'unknown' | 'nobody' | 'ended' }
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'signed-in'; readonly session: Session };

export const sessionState = createStore<SessionState>({ kind: 'unknown' });

const remember = (answer: Answer<Session>): Answer<Session> => {
  if (answer.ok) {
    standing.set({ ...standing.get(), csrfToken: answer.data.csrf_token });
    sessionState.set({ kind: 'signed-in', session: answer.data });
  }
  return answer;
};

/** Asked once as the console opens, and again where a ledger was made. */
export const readSession = async (): Promise<void> => {
  const answer = remember(await call<Session>('GET', '/console/session'));
  if (answer.ok) return;
  const { status, message } = answer.problem;
  sessionState.set(status === 401 ? { kind: 'nobody' } : { kind: 'unreachable', message });
};

export const signIn = async (email: string, password: string): Promise<Answer<Session>> =>
  remember(await call<Session>('POST', '/console/session', { email, password }));

/** A one-time link has been followed: the password that it invites to is set, and its person signed in. */
export const acceptInvitation = async (token: string, password: string): Promise<Answer<Session>> =>
  remember(await call<Session>('POST', '/console/invitation', { token, password }));

export const signOut = async (): Promise<void> => {
  await call<undefined>('DELETE', '/console/session');
  forget('nobody');
};

/** Some question was answered with 401. */
export const sessionEnded = (): void => {
  if (sessionState.get().kind === 'signed-in') forget('ended');
};

const forget = (kind: 'nobody' | 'ended'): void => {
  standing.set({});
  sessionState.set({ kind });
};
