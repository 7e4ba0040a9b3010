/** The HTTP server: the steps of every request, in order, before and after its route. */
import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa, { type Context, type Middleware, type Next } from 'koa';
import { consolePath, createConsoleFiles, sessionTokenIn, visitorOf } from '../../packages/console/src';
import type { ProcessTime } from '../kernel/clock';
import { askingOf } from '../kernel/http/asking';
import { expectedBytes, type BodyLimit } from '../kernel/http/body';
import { requireDeclared } from '../kernel/http/declared';
import { failure } from '../kernel/http/envelope';
import { outsideOfNetworks, payloadTooLarge, unauthorized, unauthorizedAdministrator } from '../kernel/http/failures';
import { mount, type Route } from '../kernel/http/route';
import { createSenderOf } from '../kernel/http/sender';
import type { Network } from '../kernel/network';
import type { Principal } from '../kernel/principal';
import { refused } from '../kernel/refusal';
import { systemClock } from '../kernel/running/system-clock';
import type { Log } from '../kernel/tokens';
import type { Access } from '../modules/access';
import type { Ledgering } from '../modules/ledgering';
import { createAdministering } from './fair-shares/administering';
import { createAdmission, type Admission } from './fair-shares/admission';
import { refuseByRateLimit, setBudget } from './budget-headers';
import { fixedPaths, type MountedRows } from './fixed-paths';
import type { RequestMetrics } from './metrics';
import { createCallers, refusingEarly, type Callers } from './fair-shares/early-refusal';
import { createReceiving, type Receiving } from './fair-shares/receiving';
import { createRouteNames, type RouteNames } from './route-names';
import { frame, senderIn } from './frame';
import { createJudgingAgain } from './judging-again';
import { createSending } from './fair-shares/sending';
import { comesByCookie, createSignedInWays, type SignedInWays } from './signed-in';

export const apiPath = '/api/v1';
export const adminPath = '/admin/v1';

export interface ServerParts {
  readonly access: Access;
  readonly ledgering: Pick<Ledgering, 'ledger'>;
  readonly routes: readonly Route[];
  /** The routes below /console that sign people in. */
  readonly sessionRoutes: readonly Route[];
  /** The routes below /admin/v1. */
  readonly adminRoutes?: readonly Route[];
  readonly cursorSecret: Buffer;
  readonly log: Log;
  /** The pages outside the API: health and documentation. */
  readonly pages: Koa.Middleware;
  readonly admission?: Admission;
  readonly receiving?: Receiving;
  readonly metrics?: RequestMetrics;
  /** Called with the caller of every authenticated request. */
  readonly known?: (caller: Principal) => void;
  /** Returns whether the server is shutting down: a connection is then closed after its answer. */
  readonly isLeaving?: () => boolean;
  /** Networks of proxies whose headers about the sender of a request are trusted. */
  readonly trustedProxies?: readonly Network[];
  readonly clock?: ProcessTime;
}

/** Creates the listener that answers every request. */
export const createServer = ({
  access,
  ledgering,
  routes,
  sessionRoutes,
  adminRoutes = [],
  cursorSecret,
  log,
  pages,
  clock = systemClock,
  admission = createAdmission(undefined, clock),
  receiving = createReceiving(undefined, clock),
  metrics = unmeasured(clock),
  known = () => undefined,
  isLeaving = () => false,
  trustedProxies = [],
}: ServerParts): RequestListener => {
  const mounted = [
    { path: apiPath, rows: routes },
    { path: consolePath, rows: sessionRoutes },
    { path: adminPath, rows: adminRoutes },
  ];
  const routerOf = ({ path, rows }: MountedRows): Router => {
    // A path that ends with a slash contains an empty id: `DELETE /account-sets/{id}/members/` must not remove the set. Metrics, logs and
    // limits know a route by its path as it is written, so another case is another path.
    const router = new Router({ prefix: path, strict: true, sensitive: true });
    mount(router, rows, { cursorSecret, clock });
    return router;
  };
  for (const { rows } of mounted) requireDeclared(rows);
  const routers = mounted.map(routerOf);
  const names = createRouteNames(mounted);
  const sessionPaths = createRouteNames([{ path: consolePath, rows: sessionRoutes }]);
  const bodyLimits = new Map(sessionRoutes.map(({ path, spec }) => [consolePath + path, spec.maxBody]));
  const server = new Koa();
  // Koa would print sending errors to the console, so it is silenced; the important ones are logged below.
  server.silent = true;
  const senderOf = createSenderOf(trustedProxies);
  const callers = createCallers(senderOf);
  server.use(frame({ log, metrics, clock, admission, callers, isLeaving, names, senderOf }));
  server.use(pages);
  server.use(
    createConsoleFiles(new Set(sessionRoutes.filter(({ method }) => method === 'get').map(({ path }) => path))),
  );
  server.use(
    authenticate({
      ...{ access, callers, known, sessionPaths, bodyLimits, clock },
      people: createSignedInWays({ access, ledgering }),
    }),
  );
  const judging = createJudgingAgain(access, { isAdministration: (context) => isBelow(context, adminPath) }, clock);
  server.use(judging.begin);
  server.use(receiving.receive);
  server.use(admission.admit);
  server.use(createAdministering(adminPath, undefined, clock));
  server.use(createSending(undefined, clock, log).send);
  server.use(judging.again);
  server.use(fixedPaths(mounted, (rows) => routerOf(rows).routes() as Middleware, methodNotAllowed));
  for (const router of routers) server.use(router.routes());
  server.use(noRoute(routers));
  return refusingEarly(server.callback(), { callers, admission, metrics, log, names, path: apiPath });
};

const unmeasured = (time: ProcessTime): RequestMetrics => ({ began: () => time.elapsed(), answered: () => undefined });

interface Ways {
  readonly access: Access;
  readonly callers: Callers;
  readonly known: (caller: Principal) => void;
  readonly people: SignedInWays;
  readonly sessionPaths: RouteNames;
  /** The limit on the body's size, by the name of the route; undefined for the usual limit. */
  readonly bodyLimits: ReadonlyMap<string, BodyLimit | undefined>;
  readonly clock: ProcessTime;
}

const isBelow = (context: Context, path: string): boolean =>
  context.path === path || context.path.startsWith(`${path}/`);

/**
 * Authentication comes first for every path of the API, unknown ones included; every reason for a refusal has the same
 * answer.
 */
const authenticate =
  ({ access, callers, known, people, sessionPaths, bodyLimits, clock }: Ways) =>
  async (context: Context, next: Next): Promise<void> => {
    if (!isBelow(context, apiPath)) {
      if (isBelow(context, adminPath)) return administer(access, people, context, next);
      const route = sessionPaths(context.path);
      return route === undefined
        ? notFound(context)
        : visit({ access, clock, limit: bodyLimits.get(route) }, context, next);
    }
    if (comesByCookie(context)) return people.toBooks(context, known, next);
    const authentication = await access.authenticate(context.get('Authorization'), senderIn(context).address);
    switch (authentication.kind) {
      case 'unknown':
        return refuseStranger(context);
      case 'failures-limited':
        return refuseByRateLimit(context, authentication.retryAfterSeconds, 'address');
      case 'limited':
        setBudget(context, authentication.budget);
        return refuseByRateLimit(context, authentication.budget.resetSeconds, authentication.by, authentication.actor);
      case 'outside':
        context.status = 403;
        context.body = outsideOfNetworks();
        return;
      case 'known':
        setBudget(context, authentication.budget);
        context['state'].caller = authentication.principal;
        callers.note(context.req, authentication.principal);
        known(authentication.principal);
        return next();
    }
  };

/** Admits people by the cookie of their session, and programs by the key of an administrator. */
const administer = async (access: Access, people: SignedInWays, context: Context, next: Next): Promise<void> => {
  if (comesByCookie(context)) return people.toAdministration(context, next);
  const authentication = await access.adminKeys.authenticate(context.get('Authorization'), senderIn(context).address);
  switch (authentication.kind) {
    case 'unknown':
      return refuseStranger(context, unauthorizedAdministrator());
    case 'failures-limited':
      return refuseByRateLimit(context, authentication.retryAfterSeconds, 'address');
    case 'limited':
      setBudget(context, authentication.budget);
      return refuseByRateLimit(context, authentication.budget.resetSeconds, 'administrator', authentication.actor);
    case 'known':
      setBudget(context, authentication.budget);
      context['state'].caller = authentication.administrator;
      return next();
  }
};

/**
 * The maximum size of a request body on the routes that sign people in: enough for an e-mail and two passwords. Anybody may send this much,
 * and a body of unknown length counts as the longest allowed.
 */
const maxVisitBytes = 16_384;

/**
 * Anybody may try to sign in, up to a rate per address; the routes identify the person. A signed-in person spends their own rate budget
 * instead, and shares the limit on concurrent requests with the rest of the tenant.
 */
const visit = async (
  { access: { sessions }, clock, limit }: Pick<Ways, 'access' | 'clock'> & { readonly limit: BodyLimit | undefined },
  context: Context,
  next: Next,
): Promise<void> => {
  const sender = senderIn(context);
  const { operator, budget } = await sessions.visit(sessionTokenIn(context.req, sender), sender.address);
  setBudget(context, refused(budget) ? budget.left : budget.right);
  if (refused(budget)) return refuseByRateLimit(context, budget.left.resetSeconds, operator ? 'operator' : 'address');
  if (operator && limit) context['state'].bodyLimit = limit;
  else if (expectedBytes(context.req) > maxVisitBytes) {
    context.status = 413;
    context.body = payloadTooLarge(maxVisitBytes);
    return;
  }
  context['state'].caller = visitorOf(context.req, sender, askingOf(context, undefined, clock), operator);
  return next();
};

const refuseStranger = (context: Context, body = unauthorized()): void => {
  context.status = 401;
  context.set('WWW-Authenticate', 'Bearer');
  context.body = body;
};

const noRoute =
  (routers: readonly Router[]) =>
  (context: Context): void => {
    // A 204 answer has no body.
    if (context.body !== undefined || context.status !== 404) return;
    const layers = routers.flatMap((router) => router.match(context.path, context.method).path);
    const methods = new Set(layers.flatMap((layer) => layer.methods));
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
  context.body = failure(
    'NOT_FOUND',
    'This path does not exist. /docs lists the paths, in lower case; none ends with a slash.',
  );
};
