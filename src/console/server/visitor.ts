/** Who asks the routes that let people in, as far as the request tells. */
import type { IncomingMessage } from 'node:http';
import type { Visitor } from '../../kernel/http/visitor';
import { connectionOf, isSameOrigin, sessionTokenIn } from './connection';

const nothing: ReadonlySet<never> = new Set();

export const visitorOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>, address: string): Visitor => ({
  callerId: `visitor ${address}`,
  actor: 'visitor',
  tenantId: null,
  scopes: nothing,
  capabilities: nothing,
  address,
  connection: connectionOf(request),
  sessionToken: sessionTokenIn(request),
  csrfToken: String(request.headers['x-csrf-token'] ?? ''),
  isSameOrigin: isSameOrigin(request),
});
