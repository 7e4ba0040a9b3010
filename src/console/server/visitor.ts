/** Who asks the routes that let people in, as far as the request tells. */
import type { IncomingMessage } from 'node:http';
import type { Sender } from '../../kernel/http/sender';
import type { Visitor } from '../../kernel/http/visitor';
import { addressBlock } from '../../kernel/network';
import { actorOf, type Operator } from '../../modules/access';
import { cookieFor, isSameOrigin, sessionTokenIn } from './connection';

const nothing: ReadonlySet<never> = new Set();

/** Who is signed in uses the own share of the service, and anybody else that of the address. */
export const visitorOf = (
  request: Pick<IncomingMessage, 'headers'>,
  sender: Sender,
  operator?: Pick<Operator, 'id' | 'tenantId'>,
): Visitor => ({
  callerId: operator?.id ?? `visitor ${addressBlock(sender.address)}`,
  actor: operator ? actorOf(operator.id) : 'visitor',
  tenantId: operator?.tenantId ?? null,
  scopes: nothing,
  capabilities: nothing,
  address: sender.address,
  agent: request.headers['user-agent'],
  ...cookieFor(sender, request),
  sessionToken: sessionTokenIn(request, sender),
  csrfToken: String(request.headers['x-csrf-token'] ?? ''),
  isSameOrigin: isSameOrigin(request, sender),
});
