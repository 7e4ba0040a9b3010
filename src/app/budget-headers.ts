/** The headers that state a caller's rate budget. */
import type { Context } from 'koa';
import { rateLimited } from '../kernel/http/failures';
import type { Budget } from '../modules/access';
import type { LimitKind } from './metrics';

/** Removes the rate-budget headers from an answer to a caller whose key or session is no longer valid. */
export const removeBudget = (context: Context): void => {
  for (const name of ['Limit', 'Remaining', 'Reset']) context.remove(`X-RateLimit-${name}`);
};

export const setBudget = (context: Context, { limit, remaining, resetSeconds }: Budget): void => {
  context.set('X-RateLimit-Limit', String(limit));
  context.set('X-RateLimit-Remaining', String(remaining));
  context.set('X-RateLimit-Reset', String(resetSeconds));
};

/** Answers 429 with `Retry-After`. The metrics and the log state whose budget is used up (`limit`, `actor`); the answer does not. */
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
