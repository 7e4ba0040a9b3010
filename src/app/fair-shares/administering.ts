/**
 * Administration and what the console asks of a session read and write on no ledger, so that no ledger's shares bound them. They take
 * turns by tenant: one request of a tenant at a time, with a pause as long as it took where the next one waits. So a tenant that does
 * nothing but administer leaves at least half of the process to the others, however many administrators it has.
 */
import type { Context, Next } from 'koa';
import type { ProcessTime } from '../../kernel/clock';
import { visitorActor } from '../../kernel/http/visitor';
import { createPacedLine, type PacedLineLimits } from '../../kernel/fair-shares/paced-line';
import { sharedWith, type Administrator } from '../../kernel/principal';
import { systemClock } from '../../kernel/system-clock';

export const administeringLimits: PacedLineLimits = {
  ...{ places: 4, maxWaitMs: 5_000, maxWaitingEach: 100 },
  ...{ pauseTimes: 1, maxPauseMs: 1_000 },
};

/** Throws `OverShare` or `Unavailable` where too much waits. */
export const createAdministering = (
  adminPath: string,
  limits: PacedLineLimits = administeringLimits,
  clock: ProcessTime = systemClock,
) => {
  const line = createPacedLine(limits, clock);
  return async (context: Context, next: Next): Promise<void> => {
    const caller = context['state'].caller as Administrator;
    // A key or a person that keeps books has shares of its ledger. A visitor who is not signed in waits for the hash of a password alone.
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

/** Only what is below /console has a caller without a scope. */
const isSessionRead = ({ method }: Context, { scopes, actor }: Administrator): boolean =>
  scopes.size === 0 && actor !== visitorActor && method === 'GET';
