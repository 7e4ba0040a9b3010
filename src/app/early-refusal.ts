/**
 * The cheapest refusal there is: of a caller that has as much under way as it may, on a connection that has shown its key
 * before. Nothing of the request is read but its head, no key is looked up and nothing is counted against its budget, so the
 * answer has no X-RateLimit headers. Everything else goes the whole way.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../kernel/ids';
import type { Principal } from '../kernel/principal';
import { OverShare } from '../kernel/refusal';
import type { Admission, Refusing } from './admission';
import { guardHeaders } from './headers';
import type { Metrics } from './metrics';

/** Who called last on a connection, and with which header. */
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
  readonly metrics: Pick<Metrics, 'answered'>;
  /** What is below it is refused early. */
  readonly path: string;
}

export const refusingEarly = (
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  { callers, admission, metrics, path }: EarlyRefusal,
): RequestListener => {
  const fault = new OverShare('The caller has as much under way as it may.');
  const underWay = new Map<string, number>();
  const change = (keyId: string, by: number): void => {
    const now = (underWay.get(keyId) ?? 0) + by;
    if (now > 0) underWay.set(keyId, now);
    else underWay.delete(keyId);
  };
  return (request, response) => {
    const caller = callers.of(request);
    // Who asked to wait has another line.
    const counts = caller && request.headers.prefer === undefined && request.url?.startsWith(path) === true;
    if (!counts) return void handle(request, response);
    const { keyId } = caller;
    // Counted from the door on: those that come in the same moment would all find the line as the first of them did.
    if ((underWay.get(keyId) ?? 0) >= admission.maxUnderWay)
      return void admission.refuse(plainly(request, response, metrics), fault);
    change(keyId, 1);
    void handle(request, response).finally(() => change(keyId, -1));
  };
};

/** The headers that never change, as Node takes them all at once. */
const standing = [
  ...[...guardHeaders].flat(),
  ...['Cache-Control', 'no-store', 'Content-Type', 'application/json; charset=utf-8'],
];

const plainly = (request: IncomingMessage, response: ServerResponse, metrics: Pick<Metrics, 'answered'>): Refusing => ({
  response,
  answer: (status, headers, body) => {
    const text = JSON.stringify(body);
    response.writeHead(status, [
      ...standing,
      ...Object.entries(headers).flat(),
      ...['X-Request-Id', newId(), 'Content-Length', String(Buffer.byteLength(text))],
    ]);
    response.end(text);
    metrics.answered(request.method ?? '', undefined, status, (body as { readonly code: string }).code);
  },
});
