/** What an answer tells of the rate budget of its caller. */
import type { Context } from 'koa';
import { rateLimited } from '../kernel/http/failures';
import type { Budget } from '../modules/access';
import type { LimitKind } from './metrics';

/** The caller has no budget any more. */
export const removeBudget = (context: Context): void => {
  for (const name of ['Limit', 'Remaining', 'Reset']) context.remove(`X-RateLimit-${name}`);
};

export const setBudget = (context: Context, { limit, remaining, resetSeconds }: Budget): void => {
  context.set('X-RateLimit-Limit', String(limit));
  context.set('X-RateLimit-Remaining', String(remaining));
  context.set('X-RateLimit-Reset', String(resetSeconds));
};

/** Metrics and the log are told whose budget was used up; the client is not. */
export const refuseByRateLimit = (
  context: Context,
  retryAfterSeconds: number,
  limit: LimitKind,
  actor?: string,
): undefined => {
  context['state'].limit = limit;
  context['state'].limitedActor = actor;
  context.status = 429;
  context.set('Retry-After', String(retryAfterSeconds));
  context.body = rateLimited(retryAfterSeconds);
};
