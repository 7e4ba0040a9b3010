/**
 * The cheapest refusal there is: of a caller whose line is full, on a connection that has shown its key before. Nothing of the
 * request is read but its head, no key is looked up and nothing is counted against its budget, so the answer has no
 * X-RateLimit headers. Everything else goes the whole way.
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
  handle: RequestListener,
  { callers, admission, metrics, path }: EarlyRefusal,
): RequestListener => {
  const fault = new OverShare('The line of the caller is full.');
  return (request, response) => {
    const caller = callers.of(request);
    // Who asked to wait has another line.
    const isRefused =
      caller !== undefined &&
      request.headers.prefer === undefined &&
      request.url?.startsWith(path) === true &&
      admission.isFullFor(caller);
    if (isRefused) void admission.refuse(plainly(request, response, metrics), fault);
    else handle(request, response);
  };
};

const plainly = (request: IncomingMessage, response: ServerResponse, metrics: Pick<Metrics, 'answered'>): Refusing => ({
  response,
  answer: (status, headers, body) => {
    const text = JSON.stringify(body);
    response.writeHead(status, [
      ...[...guardHeaders].flat(),
      ...Object.entries(headers).flat(),
      ...['X-Request-Id', newId(), 'Cache-Control', 'no-store', 'Content-Type', 'application/json; charset=utf-8'],
      ...['Content-Length', String(Buffer.byteLength(text))],
    ]);
    response.end(text);
    metrics.answered(request.method ?? '', undefined, status, (body as { readonly code: string }).code);
  },
});
