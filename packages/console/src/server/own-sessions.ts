/** The routes through which an operator lists and ends their own sessions. */
import { only } from '../../../../src/kernel/http/status';
import { visiting, type Visitor } from '../../../../src/kernel/http/visitor';
import type { Route } from '../../../../src/kernel/http/route';
import { exampleId } from '../../../../src/kernel/http/examples';
import { firstSlice } from '../../../../src/kernel/page';
import { ok, refuse, refused, type Outcome } from '../../../../src/kernel/refusal';
import {
  actorOf,
  type ListedSession,
  type Sessions,
  type SessionId,
  type SessionRequired,
  type SignedIn,
} from '../../../../src/modules/access';
import { endedShape, maxListedSessions, oneSession, sessionsShape } from './codecs';
import { isOurPage } from './our-page';
import { sessionAnswers, type CsrfTokenInvalid } from './status';

const shared = { tag: 'Signing in', needs: 'nothing' } as const;

export const ownSessionRoutes = (sessions: Sessions): readonly Route[] => {
  const signedIn = async ({ sessionToken }: Visitor) => {
    const found = sessionToken === undefined ? undefined : await sessions.signedIn(sessionToken);
    return found ? ok(found) : refuse({ kind: 'SessionRequired' } as const);
  };
  const ending = async <R>(
    caller: Visitor,
    end: (own: SignedIn, actor: string) => Promise<Outcome<R, number>>,
  ): Promise<Outcome<R | SessionRequired | CsrfTokenInvalid, number>> => {
    const own = await signedIn(caller);
    if (refused(own)) return own;
    const { operator, token } = own.right;
    if (!isOurPage(sessions, caller, token)) return refuse({ kind: 'CsrfTokenInvalid' });
    return end(own.right, actorOf(operator.id));
  };

  return [
    visiting.get(
      '/sessions',
      {
        ...shared,
        operationId: 'readOwnSessions',
        summary: 'List your own sessions, newest first, with the address, the start and the last use of each',
        description:
          'Lists the 100 newest sessions of the person who is signed in, including ended ones. The address of a sign-in is kept for 90 days.',
        ok: 200,
        refusals: only(sessionAnswers, 'SessionRequired'),
        answer: sessionsShape,
      },
      async ({ caller }) => {
        const own = await signedIn(caller);
        if (refused(own)) return own;
        const { operator, sessionId } = own.right;
        const { items } = await sessions.list(operator.id, firstSlice(maxListedSessions));
        return ok({ items, sessionId });
      },
      ({ items, sessionId }) => ({ data: { sessions: items.map((session) => view(session, sessionId)) } }),
    ),
    visiting.remove(
      '/sessions',
      {
        ...shared,
        operationId: 'deleteOtherSessions',
        summary: 'End all your other sessions',
        description: 'Ends all other sessions of the person who is signed in, within a second. This one continues.',
        ok: 200,
        refusals: only(sessionAnswers, 'SessionRequired', 'CsrfTokenInvalid'),
        answer: endedShape,
      },
      ({ caller }) =>
        ending(caller, async ({ operator, sessionId }, actor) =>
          ok(await sessions.endAll({ operatorId: operator.id, but: sessionId }, actor)),
        ),
      (ended) => ({ data: { ended } }),
    ),
    visiting.remove(
      '/sessions/:sessionId',
      {
        ...shared,
        operationId: 'deleteOwnSession',
        summary: 'End one of your own sessions',
        description:
          'Ends one session of the person who is signed in, within a second. If the session had already ended, `ended` is 0. Can be repeated.',
        params: oneSession,
        missing: 'SessionNotFound',
        ok: 200,
        refusals: only(sessionAnswers, 'SessionRequired', 'CsrfTokenInvalid', 'SessionNotFound'),
        answer: endedShape,
        example: { params: { sessionId: exampleId('session') } },
      },
      ({ caller, params }) =>
        ending(caller, ({ operator }, actor) => sessions.endOne(operator.id, params.sessionId, actor)),
      (ended) => ({ data: { ended } }),
    ),
  ];
};

const view = (session: ListedSession, current: SessionId): object => ({
  id: session.id,
  is_current: session.id === current,
  status: session.isOpen ? 'open' : session.endedAt ? 'ended' : 'expired',
  began_by: session.beganBy,
  link_created_by: session.linkCreatedBy,
  address: session.address,
  agent: session.agent,
  created_at: session.createdAt.toISOString(),
  last_seen_at: session.seenAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  ended_at: session.endedAt?.toISOString() ?? null,
  ended_by: session.endedBy,
});
