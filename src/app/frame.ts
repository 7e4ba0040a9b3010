/** The outermost layer of every request: its id, its sender, the headers of its answer, its log line, and the answer if a fault occurs. */
import type { Context, Next } from 'koa';
import type { ProcessTime } from '../kernel/clock';
import { commitInDoubt, internalError, unavailable } from '../kernel/http/failures';
import type { Sender, SenderOf } from '../kernel/http/sender';
import { newId } from '../kernel/ids';
import { CommitInDoubt, HouseFault, HungUp, Overloaded, OverShare, StoreFull, Unavailable } from '../kernel/refusal';
import type { Log } from '../kernel/tokens';
import { inContext, type Admission } from './fair-shares/admission';
import type { Callers } from './fair-shares/early-refusal';
import { guardHeaders, refusalByHeaders } from './headers';
import type { RequestMetrics } from './metrics';
import { routeOf, type RouteNames } from './route-names';

const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

export const senderIn = (context: Context): Sender => context['state'].sender as Sender;

interface Frame {
  readonly log: Log;
  readonly metrics: RequestMetrics;
  readonly clock: ProcessTime;
  readonly admission: Admission;
  readonly callers: Callers;
  readonly isLeaving: () => boolean;
  readonly names: RouteNames;
  readonly senderOf: SenderOf;
}

/** Gives each request a sender and an id, and turns a fault into an answer that reveals no internals. */
export const frame =
  ({ log, metrics, clock, admission, callers, isLeaving, names, senderOf }: Frame) =>
  async (context: Context, next: Next): Promise<void> => {
    context['state'].sender = senderOf(context.req);
    const startedAt = metrics.began();
    const asked = context.get('X-Request-Id');
    const requestId = requestIdPattern.test(asked) ? asked : newId();
    context.res.setHeader('X-Request-Id', requestId);
    context.res.setHeader('Cache-Control', 'no-store');
    for (const [name, value] of guardHeaders) context.res.setHeader(name, value);
    try {
      const refusal = refusalByHeaders(context.req);
      if (refusal) Object.assign(context, refusal);
      else await next();
    } catch (error) {
      const fault = {
        requestId,
        method: context.method,
        path: context.path,
        key: context['state'].caller?.actor,
        error,
      };
      if (error instanceof OverShare || error instanceof Overloaded) {
        // A refused request is not counted as under way, even while its answer is held back.
        callers.forget(context.req);
        await admission.refuse(inContext(context), error);
      } else if (error instanceof Unavailable) {
        if (error instanceof HouseFault)
          log.error(fault, 'the database refused a statement for a reason that no request can cause');
        else if (!(error instanceof HungUp)) log.warn(fault, 'a request could not be served now');
        context.status = 503;
        context.set('Retry-After', String(error.retryAfterSeconds));
        if (error instanceof StoreFull) context.body = unavailable(error.message);
        else context.body = error instanceof CommitInDoubt ? commitInDoubt() : unavailable();
      } else {
        log.error(fault, 'a request failed');
        context.status = 500;
        context.body = internalError(requestId);
      }
    }
    if (isLeaving()) context.set('Connection', 'close');
    const { method, status, body } = context;
    const code = status >= 400 ? (body as { code?: string } | undefined)?.code : undefined;
    const route = routeOf(context, names);
    log.debug?.(
      {
        ...{ requestId, method, route, status, code },
        key: context['state'].caller?.actor ?? context['state'].limitedActor,
        ms: Math.round(clock.elapsed() - startedAt),
      },
      'a request was answered',
    );
    const isReplay = context.res.getHeader('Idempotency-Replayed') !== undefined;
    metrics.answered({ method, route, status, code, startedAt, isReplay, limit: context['state'].limit });
  };
