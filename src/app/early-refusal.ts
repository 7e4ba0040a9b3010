/**
 * The cheapest refusal: of a request whose key has as much under way as it may, on a connection that has shown this key
 * before. Only the head of the request is read, no key is looked up and no rate budget is spent, so the answer has no
 * X-RateLimit headers. Every other request goes through all steps.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../kernel/ids';
import type { Principal } from '../kernel/principal';
import { OverShare } from '../kernel/refusal';
import type { Log } from '../kernel/tokens';
import type { Admission, Refusing } from './admission';
import { guardHeaders } from './headers';
import type { RequestMetrics } from './metrics';
import type { RouteNames } from './route-names';

/** Which key was last used on a connection, and the header that it came in. */
export interface Callers {
  note(request: IncomingMessage, caller: Principal): void;
  of(request: IncomingMessage): Principal | undefined;
}

export const createCallers = (): Callers => {
  const last = new WeakMap<Socket, { readonly authorization: string | undefined; readonly caller: Principal }>();
  return {
    note: ({ socket, headers: { authorization } }, caller) => {
      if (last.get(socket)?.authorization !== authorization) last.set(socket, { authorization, caller });
    },
    of: ({ socket, headers: { authorization } }) => {
      const known = last.get(socket);
      return known?.authorization === authorization ? known?.caller : undefined;
    },
  };
};

interface EarlyRefusal {
  readonly callers: Callers;
  readonly admission: Admission;
  readonly metrics: RequestMetrics;
  readonly log: Log;
  readonly names: RouteNames;
  /** Only requests under this path are refused early. */
  readonly path: string;
}

export const refusingEarly = (
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  { callers, admission, path, ...observing }: EarlyRefusal,
): RequestListener => {
  const fault = new OverShare('The caller has as much under way as it may.');
  const underWay = new Map<string, number>();
  const change = (callerId: string, by: number): void => {
    const now = (underWay.get(callerId) ?? 0) + by;
    if (now > 0) underWay.set(callerId, now);
    else underWay.delete(callerId);
  };
  return (request, response) => {
    const caller = callers.of(request);
    // A request with `Prefer: wait` has another line.
    const counts = caller && request.headers.prefer === undefined && request.url?.startsWith(path) === true;
    if (!counts) return void handle(request, response);
    const { callerId } = caller;
    // Counted here rather than in the line: of a hundred requests that arrive in one packet none has entered the line yet.
    if ((underWay.get(callerId) ?? 0) >= admission.maxUnderWay)
      return void admission.refuse(answeringWithoutKoa(request, response, caller, observing), fault);
    change(callerId, 1);
    void handle(request, response).finally(() => change(callerId, -1));
  };
};

/** The headers that never change, in the flat form that Node takes at once. */
const constantHeaders = [
  ...[...guardHeaders].flat(),
  ...['Cache-Control', 'no-store', 'Content-Type', 'application/json; charset=utf-8'],
];

const answeringWithoutKoa = (
  request: IncomingMessage,
  response: ServerResponse,
  { actor }: Principal,
  { metrics, log, names }: Pick<EarlyRefusal, 'metrics' | 'log' | 'names'>,
): Refusing => {
  const startedAt = metrics.began();
  return {
    response,
    answer: (status, headers, body) => {
      const text = JSON.stringify(body);
      const requestId = newId();
      response.writeHead(status, [
        ...constantHeaders,
        ...Object.entries(headers).flat(),
        ...['X-Request-Id', requestId, 'Content-Length', String(Buffer.byteLength(text))],
      ]);
      response.end(text);
      const { method = '', url = '' } = request;
      const { code } = body as { readonly code: string };
      const route = names(url.split('?', 1)[0] as string);
      log.debug?.({ requestId, method, route, status, code, key: actor }, 'a request was refused early');
      metrics.answered({ method, route, status, code, startedAt, isReplay: false, limit: 'share' });
    },
  };
};
