/** The routes that list and end the sessions of people whom the caller administers. */
import { array, id, object } from '../../../kernel/http/codecs';
import { exampleId } from '../../../kernel/http/examples';
import { administering, pageReply, type Route } from '../../../kernel/http/route';
import { only } from '../../../kernel/http/status';
import { maxPageLimit } from '../../../kernel/page';
import { ok, refused } from '../../../kernel/refusal';
import type { Sessions } from '../../access';
import type { Territory } from '../application/territory';
import { endedSessionsShape, operatorSessionShape } from './shapes';
import { administrationAnswers } from './status';
import { operatorSessionView } from './views';

const { get, remove } = administering;
const shared = { tag: 'Operators', needs: 'admin' } as const;
const missing = 'OperatorNotFound' as const;
const operatorId = id<'operator'>().described('The operator, by its id.');
const example = { params: { operatorId: exampleId('operator') } };

export const operatorSessionRoutes = (
  sessions: Pick<Sessions, 'list' | 'endAll' | 'endOne'>,
  territory: Pick<Territory, 'operator'>,
): readonly Route[] => [
  get(
    '/operators/:operatorId/sessions',
    {
      ...{ ...shared, missing, example },
      operationId: 'listOperatorSessions',
      summary: 'List the sessions of an operator, newest first, with the address, the start and the last use of each',
      description:
        'Lists the sessions of one person, newest first, including ended ones. The address of a sign-in is kept for 90 days.',
      params: object({ operatorId }),
      list: true,
      ok: 200,
      refusals: only(administrationAnswers, 'OperatorNotFound'),
      answer: array(operatorSessionShape, 0, maxPageLimit),
    },
    async ({ caller, params, slice }) => {
      const operator = await territory.operator(caller, params.operatorId);
      return refused(operator) ? operator : ok(await sessions.list(operator.right.id, slice));
    },
    (page) => pageReply(page, operatorSessionView),
  ),
  remove(
    '/operators/:operatorId/sessions',
    {
      ...{ ...shared, missing, example },
      operationId: 'deleteOperatorSessions',
      summary: 'End all sessions of an operator',
      description:
        'Ends all sessions of one person within a second, in every process. The person may sign in again. Can be repeated.',
      params: object({ operatorId }),
      ok: 200,
      refusals: only(administrationAnswers, 'OperatorNotFound'),
      answer: endedSessionsShape,
    },
    async ({ caller, params }) => {
      const operator = await territory.operator(caller, params.operatorId);
      if (refused(operator)) return operator;
      return ok(await sessions.endAll({ operatorId: operator.right.id }, caller.actor));
    },
    (ended) => ({ data: { ended } }),
  ),
  remove(
    '/operators/:operatorId/sessions/:sessionId',
    {
      ...shared,
      missing,
      operationId: 'deleteOperatorSession',
      summary: 'End one session of an operator',
      description:
        'Ends one session of a person within a second, in every process. If the session had already ended, `ended` is 0. Can be repeated.',
      params: object({ operatorId, sessionId: id<'session'>().described('The session, by its id.') }),
      ok: 200,
      refusals: only(administrationAnswers, 'OperatorNotFound', 'SessionNotFound'),
      answer: endedSessionsShape,
      example: { params: { ...example.params, sessionId: exampleId('session') } },
    },
    async ({ caller, params }) => {
      const operator = await territory.operator(caller, params.operatorId);
      if (refused(operator)) return operator;
      return sessions.endOne(operator.right.id, params.sessionId, caller.actor);
    },
    (ended) => ({ data: { ended } }),
  ),
];
