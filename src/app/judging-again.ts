/**
 * A caller's right is checked when a request begins, but some requests last: a body that arrives slowly, a poll that waits for the next
 * event, a stream, an export. So the key or the session is checked again before a request that took a long time to arrive is handled,
 * before the answer to a read that took a long time is sent, and before each part of an answer that is sent while it is generated. One
 * second after a key is revoked, it can no longer read or write anything, whatever the reason for the revocation. The answer to a write is
 * not withheld: it reports something that was done while the key was valid.
 */
import type { Context, Next } from 'koa';
import { sessionEnded, unauthorized, unauthorizedAdministrator } from '../kernel/http/failures';
import type { ProcessTime } from '../kernel/clock';
import type { Caller } from '../kernel/principal';
import { systemClock } from '../kernel/running/system-clock';
import type { Access } from '../modules/access';
import { removeBudget } from './budget-headers';

/** A check of the caller remains valid for this long. */
const lookMs = 500;

/** Headers that a route sets; they are removed if its answer is withheld. */
const headersOfAnswers = [
  'Vary',
  'Content-Disposition',
  'X-Ledger-Sequence',
  'Preference-Applied',
  'X-Warning',
  'Ledger-Log-Epoch',
];

const readOnly = new Set(['GET', 'HEAD']);

export interface JudgingAgain {
  /** Runs after authentication, and records when the caller was checked. */
  begin(context: Context, next: Next): Promise<void>;
  /** Runs directly before the request is handled, after the steps that may take time: checks the caller again. */
  again(context: Context, next: Next): Promise<void>;
}

export const createJudgingAgain = (
  { isUsable }: Pick<Access, 'isUsable'>,
  { isAdministration }: { isAdministration(context: Context): boolean },
  clock: Pick<ProcessTime, 'elapsed' | 'sleep'> = systemClock,
): JudgingAgain => {
  /** Returns whether the caller is still valid; if not, answers the request. */
  const isStill = async (context: Context, caller: Caller): Promise<boolean> => {
    const { state } = context;
    if (clock.elapsed() - (state['judgedAt'] as number) < lookMs || (await isUsable(caller))) return true;
    removeBudget(context);
    for (const name of headersOfAnswers) context.remove(name);
    context.status = 401;
    context.set('WWW-Authenticate', 'Bearer');
    context.body =
      caller.session !== undefined
        ? sessionEnded()
        : isAdministration(context)
          ? unauthorizedAdministrator()
          : unauthorized();
    return false;
  };

  const watch = (context: Context, caller: Caller): void => {
    const closed = new AbortController();
    context.res.once('close', () => closed.abort());
    const look = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(lookMs, closed.signal);
        if (closed.signal.aborted) return;
        // If keys and sessions cannot be read now, the stream continues until the next check.
        if (!(await isUsable(caller).catch(() => true))) context.res.destroy();
      }
    };
    void look();
  };

  return {
    begin: (context, next) => {
      context['state'].judgedAt = clock.elapsed();
      return next();
    },
    again: async (context, next) => {
      const caller = context['state'].caller as Caller;
      // A visitor has no rights yet: the routes that sign people in make their own checks.
      if (caller.scopes.size === 0) return next();
      if (!(await isStill(context, caller))) return;
      context['state'].mayBeTold = () => isUsable(caller).catch(() => true);
      await next();
      if (context.res.destroyed) return;
      // A stream is also checked at intervals: without events it sends no parts, so nothing else would check its reader.
      if (context['state'].isStreamed === true) watch(context, caller);
      else if (readOnly.has(context.method)) await isStill(context, caller);
    },
  };
};
