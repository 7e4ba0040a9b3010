/** The HTTP server: what happens to every request, in order, before and after its route. */
import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa, { type Context, type Next } from 'koa';
import { requireDeclared } from '../kernel/http/declared';
import { failure } from '../kernel/http/envelope';
import {
  internalError,
  malformedRequest,
  rateLimited,
  unauthorized,
  unavailable,
  commitInDoubt,
} from '../kernel/http/failures';
import { mount, type Route } from '../kernel/http/route';
import type { Principal } from '../kernel/principal';
import { OverShare, Unavailable, CommitInDoubt } from '../kernel/refusal';
import { newId } from '../kernel/ids';
import type { Log } from '../kernel/tokens';
import type { Access } from '../modules/access';
import { createAdmission, inContext, type Admission } from './admission';
import { fixedPaths } from './fixed-paths';
import { duplicateHeader, guardHeaders } from './headers';
import type { Metrics } from './metrics';
import { createCallers, refusingEarly, type Callers } from './early-refusal';
import { createReceiving, type Receiving } from './receiving';
import { createSending } from './sending';
import { endingWithCaller } from './streaming';

export const apiPath = '/api/v1';

export interface ServerParts {
  readonly access: Access;
  readonly routes: readonly Route[];
  readonly cursorSecret: Buffer;
  readonly log: Log;
  /** Pages beside the API: health, documentation. */
  readonly pages: Koa.Middleware;
  readonly admission?: Admission;
  readonly receiving?: Receiving;
  readonly metrics?: Pick<Metrics, 'answered'>;
  /** Told the caller of every authenticated request. */
  readonly known?: (caller: Principal) => void;
  /** Whether the server is shutting down: then a connection is closed after its answer. */
  readonly isLeaving?: () => boolean;
}

/** What answers every request. */
export const createServer = ({
  access,
  routes,
  cursorSecret,
  log,
  pages,
  admission = createAdmission(),
  receiving = createReceiving(),
  metrics = { answered: () => undefined },
  known = () => undefined,
  isLeaving = () => false,
}: ServerParts): RequestListener => {
  requireDeclared(routes);
  const router = new Router({ prefix: apiPath });
  mount(router, routes, { cursorSecret });
  const server = new Koa();
  // Koa prints errors of sending to the console; the ones that matter are logged below.
  server.silent = true;
  const callers = createCallers();
  server.use(frame(log, metrics, admission, isLeaving));
  server.use(pages);
  server.use(authenticate(access, callers, known));
  server.use(receiving.receive);
  server.use(admission.admit);
  server.use(createSending());
  server.use(endingWithCaller(access));
  server.use(fixedPaths(routes, apiPath, methodNotAllowed));
  server.use(router.routes());
  server.use(noRoute(router));
  return refusingEarly(server.callback(), { callers, admission, metrics, path: apiPath });
};

const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives each request an id, and turns a fault into an answer that says nothing about our insides. */
const frame =
  (log: Log, metrics: Pick<Metrics, 'answered'>, admission: Admission, isLeaving: () => boolean) =>
  async (context: Context, next: Next): Promise<void> => {
    const startedAt = log.debug ? performance.now() : 0;
    const asked = context.get('X-Request-Id');
    const requestId = requestIdPattern.test(asked) ? asked : newId();
    context.set('X-Request-Id', requestId);
    context.set('Cache-Control', 'no-store');
    for (const [name, value] of guardHeaders) context.res.setHeader(name, value);
    try {
      const duplicate = duplicateHeader(context.req);
      if (duplicate === undefined) await next();
      else refuseDuplicateHeader(context, duplicate);
    } catch (error) {
      const fault = {
        requestId,
        method: context.method,
        path: context.path,
        key: context['state'].caller?.actor,
        error,
      };
      if (error instanceof OverShare) await admission.refuse(inContext(context), error);
      else if (error instanceof Unavailable) {
        log.warn(fault, 'a request could not be served now');
        context.status = 503;
        context.set('Retry-After', String(error.retryAfterSeconds));
        context.body = error instanceof CommitInDoubt ? commitInDoubt() : unavailable();
      } else {
        log.error(fault, 'a request failed');
        context.status = 500;
        context.body = internalError(requestId);
      }
    }
    if (isLeaving()) context.set('Connection', 'close');
    const { status, body } = context;
    const code = status >= 400 ? (body as { code?: string } | undefined)?.code : undefined;
    log.debug?.(
      {
        requestId,
        method: context.method,
        route: context['_matchedRoute'] as string | undefined,
        status,
        code,
        key: context['state'].caller?.actor,
        ms: Math.round(performance.now() - startedAt),
      },
      'a request was answered',
    );
    metrics.answered(context.method, context['_matchedRoute'] as string | undefined, status, code);
  };

const refuseDuplicateHeader = (context: Context, header: string): void => {
  context.status = 400;
  context.body = malformedRequest(header);
};

/** Authentication comes first for every path of the API, also for unknown ones; every cause has the same answer. */
const authenticate =
  (access: Access, callers: Callers, known: (caller: Principal) => void) =>
  async (context: Context, next: Next): Promise<void> => {
    if (context.path !== apiPath && !context.path.startsWith(`${apiPath}/`)) return notFound(context);
    const authentication = await access.authenticate(context.get('Authorization'), context.ip);
    switch (authentication.kind) {
      case 'unknown':
        context.status = 401;
        context.set('WWW-Authenticate', 'Bearer');
        context.body = unauthorized();
        return;
      case 'failures-limited':
        return refuseByRateLimit(context, authentication.retryAfterSeconds);
      case 'limited':
        setBudget(context, authentication.budget);
        return refuseByRateLimit(context, authentication.budget.resetSeconds);
      case 'known':
        setBudget(context, authentication.budget);
        context['state'].caller = authentication.principal;
        callers.note(context.req, authentication.principal);
        known(authentication.principal);
        return next();
    }
  };

const setBudget = (context: Context, budget: { limit: number; remaining: number; resetSeconds: number }): void => {
  context.set('X-RateLimit-Limit', String(budget.limit));
  context.set('X-RateLimit-Remaining', String(budget.remaining));
  context.set('X-RateLimit-Reset', String(budget.resetSeconds));
};

const refuseByRateLimit = (context: Context, retryAfterSeconds: number): void => {
  context.status = 429;
  context.set('Retry-After', String(retryAfterSeconds));
  context.body = rateLimited(retryAfterSeconds);
};

const noRoute =
  (router: Router) =>
  (context: Context): void => {
    if (context.body !== undefined) return;
    const methods = new Set(router.match(context.path, context.method).path.flatMap((layer) => layer.methods));
    if (methods.size === 0) return notFound(context);
    methodNotAllowed(context, [...methods].sort());
  };

const methodNotAllowed = (context: Context, allowed: readonly string[]): void => {
  context.status = 405;
  context.set('Allow', allowed.join(', '));
  context.body = failure('METHOD_NOT_ALLOWED', `${context.method} is not possible here. Use ${allowed.join(' or ')}.`);
};

const notFound = (context: Context): void => {
  context.status = 404;
  context.body = failure('NOT_FOUND', 'There is nothing at this path. The paths are listed at /docs.');
};
