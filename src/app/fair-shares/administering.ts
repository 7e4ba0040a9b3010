/**
 * Administration, and the console's reads about a session, use no ledger, so no ledger's shares limit them. They take turns by tenant: one
 * request of a tenant runs at a time. If the tenant's next request already waits, it must wait for as long again as the last one took. So a
 * tenant that only administers leaves at least half of the process to the others, however many administrators it has.
 */
import type { Context, Next } from 'koa';
import type { ProcessTime } from '../../kernel/clock';
import { visitorActor } from '../../kernel/http/visitor';
import { createPacedLine, type PacedLineLimits } from '../../kernel/running/fair-shares/paced-line';
import { sharedWith, type Administrator } from '../../kernel/principal';
import { systemClock } from '../../kernel/running/system-clock';

export const administeringLimits: PacedLineLimits = {
  ...{ places: 4, maxWaitMs: 5_000, maxWaitingEach: 100 },
  ...{ pauseTimes: 1, maxPauseMs: 1_000 },
};

/** Throws `OverShare` or `Unavailable` if too many requests wait. */
export const createAdministering = (
  adminPath: string,
  limits: PacedLineLimits = administeringLimits,
  clock: ProcessTime = systemClock,
) => {
  const line = createPacedLine(limits, clock);
  return async (context: Context, next: Next): Promise<void> => {
    const caller = context['state'].caller as Administrator;
    // These turns limit only administration and reads about a session. Requests on a ledger have the ledger's shares, and a visitor who is
    // not signed in waits only for a password hash.
    const isTenantWork = context.path.startsWith(`${adminPath}/`) || isSessionRead(context, caller);
    if (!isTenantWork) return next();
    const leave = await line.enter(sharedWith(caller));
    try {
      await next();
    } finally {
      leave();
    }
  };
};

/** Only callers of the routes below /console have no scopes. */
const isSessionRead = ({ method }: Context, { scopes, actor }: Administrator): boolean =>
  scopes.size === 0 && actor !== visitorActor && method === 'GET';
