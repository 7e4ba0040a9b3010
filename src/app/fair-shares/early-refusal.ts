/**
 * The cheapest refusal: it answers a request whose key has the maximum number of requests under way, at least one of them from the same
 * address. Only the head of the request is read, no key is looked up and no rate budget is spent, so the answer has no X-RateLimit headers.
 * Every other request goes through all steps.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { SenderOf } from '../../kernel/http/sender';
import { newId } from '../../kernel/ids';
import type { Principal } from '../../kernel/principal';
import { OverShare } from '../../kernel/refusal';
import type { Log } from '../../kernel/tokens';
import type { Admission, Refusing } from './admission';
import { guardHeaders } from '../headers';
import type { RequestMetrics } from '../metrics';
import type { RouteNames } from '../route-names';

/**
 * The requests under way, by their Authorization header and address. Nothing is remembered after a request ends, so a
 * revoked key is refused here only while its own requests fill its share.
 */
export interface Callers {
  /** Counts a request in progress against its authenticated caller. */
  note(request: IncomingMessage, caller: Principal): void;
  /** Stops counting a request that has been answered or refused. */
  forget(request: IncomingMessage): void;
  /** Returns the caller if at least `requests` other requests with the same key and address are under way; undefined otherwise. */
  withAtLeast(requests: number, request: IncomingMessage): Principal | undefined;
}

export const createCallers = (senderOf: SenderOf): Callers => {
  const present = new Map<string, { readonly caller: Principal; requests: number }>();
  const noted = new WeakMap<IncomingMessage, string>();
  const originOf = (request: IncomingMessage): string =>
    `${senderOf(request).address} ${request.headers.authorization}`;
  return {
    note: (request, caller) => {
      // A request with `Prefer: wait` has limits of its own, so it is not counted here.
      if (request.headers.prefer !== undefined) return;
      const origin = originOf(request);
      noted.set(request, origin);
      const own = present.get(origin);
      if (own) own.requests += 1;
      else present.set(origin, { caller, requests: 1 });
    },
    forget: (request) => {
      const origin = noted.get(request);
      if (origin === undefined || !noted.delete(request)) return;
      const own = present.get(origin);
      if (own && (own.requests -= 1) === 0) present.delete(origin);
    },
    withAtLeast: (requests, request) => {
      const own = request.headers.prefer === undefined ? present.get(originOf(request)) : undefined;
      return own && own.requests >= requests ? own.caller : undefined;
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
  return (request, response) => {
    const caller = request.url?.startsWith(path) ? callers.withAtLeast(admission.maxUnderWay, request) : undefined;
    if (caller) void admission.refuse(answeringWithoutKoa(request, response, caller, observing), fault);
    else void handle(request, response).finally(() => callers.forget(request));
  };
};

/** The headers that every refusal has, as the flat list of names and values that Node writes without conversion. */
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
