/** Builds the caller of the sign-in routes from the request and its connection. */
import type { IncomingMessage } from 'node:http';
import type { Asking } from '../../../../src/kernel/asking';
import type { Sender } from '../../../../src/kernel/http/sender';
import { visitorActor, type Visitor } from '../../../../src/kernel/http/visitor';
import { addressBlock } from '../../../../src/kernel/network';
import { actorOf, type Operator } from '../../../../src/modules/access';
import { cookieFor, isSameOrigin, sessionTokenIn } from './connection';

const nothing: ReadonlySet<never> = new Set();

/** A signed-in operator has a rate limit of their own. All other visitors with the same network address share one. */
export const visitorOf = (
  request: Pick<IncomingMessage, 'headers'>,
  sender: Sender,
  { isGone }: Pick<Asking, 'isGone'>,
  operator?: Pick<Operator, 'id' | 'tenantId'>,
): Visitor => ({
  callerId: operator?.id ?? `visitor ${addressBlock(sender.address)}`,
  actor: operator ? actorOf(operator.id) : visitorActor,
  tenantId: operator?.tenantId ?? null,
  scopes: nothing,
  capabilities: nothing,
  address: sender.address,
  agent: request.headers['user-agent'],
  isGone,
  ...cookieFor(sender, request),
  sessionToken: sessionTokenIn(request, sender),
  csrfToken: String(request.headers['x-csrf-token'] ?? ''),
  isSameOrigin: isSameOrigin(request, sender),
});
