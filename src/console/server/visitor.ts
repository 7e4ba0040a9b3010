/** Who asks the routes that let people in, as far as the request tells. */
import type { IncomingMessage } from 'node:http';
import type { Sender } from '../../kernel/http/sender';
import type { Visitor } from '../../kernel/http/visitor';
import { cookieFor, isSameOrigin, sessionTokenIn } from './connection';

const nothing: ReadonlySet<never> = new Set();

export const visitorOf = (request: Pick<IncomingMessage, 'headers'>, sender: Sender): Visitor => ({
  callerId: `visitor ${sender.address}`,
  actor: 'visitor',
  tenantId: null,
  scopes: nothing,
  capabilities: nothing,
  address: sender.address,
  agent: request.headers['user-agent'],
  ...cookieFor(sender, request),
  sessionToken: sessionTokenIn(request, sender),
  csrfToken: String(request.headers['x-csrf-token'] ?? ''),
  isSameOrigin: isSameOrigin(request, sender),
});
