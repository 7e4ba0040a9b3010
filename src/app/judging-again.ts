/**
 * A right is judged as a request begins, and some requests last: a body that arrives slowly, a poll that waits for the next event, a
 * stream, an export. So the key or the session is judged again before a request is handled that took long to arrive, before the
 * answer to a read that took long goes out, and before each part of an answer that is sent while it is made. Whatever a key was ended
 * for, it is told nothing, and writes nothing, that happens a second later. The answer to a write is not withheld: it tells of
 * something that was done while the key was good.
 */
import type { Context, Next } from 'koa';
import { sessionEnded, unauthorized, unauthorizedAdministrator } from '../kernel/http/failures';
import type { ProcessTime } from '../kernel/clock';
import type { Caller } from '../kernel/principal';
import { systemClock } from '../kernel/system-clock';
import type { Access } from '../modules/access';
import { removeBudget } from './budget-headers';

/** What was judged so lately is not judged again. */
const lookMs = 500;

/** Those that a route sets for an answer that is withheld now. */
const headersOfAnswers = ['Vary', 'Content-Disposition', 'X-Ledger-Sequence', 'Preference-Applied'];

const readOnly = new Set(['GET', 'HEAD']);

export interface JudgingAgain {
  /** Behind authentication: notes when the caller was judged. */
  begin(context: Context, next: Next): Promise<void>;
  /** Behind everything that may take time before the request is handled. */
  again(context: Context, next: Next): Promise<void>;
}

export const createJudgingAgain = (
  { isUsable }: Pick<Access, 'isUsable'>,
  { isAdministration }: { isAdministration(context: Context): boolean },
  clock: Pick<ProcessTime, 'elapsed' | 'sleep'> = systemClock,
): JudgingAgain => {
  /** False, and the request is answered, where the caller was ended since. */
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
        // Where they cannot be read now, the stream waits for the next look.
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
      // A visitor is nobody yet: the routes that let people in judge by themselves.
      if (caller.scopes.size === 0) return next();
      if (!(await isStill(context, caller))) return;
      context['state'].mayBeTold = () => isUsable(caller).catch(() => true);
      await next();
      if (context.res.destroyed) return;
      // The reader of a stream without events would be told nothing, and keep its place.
      if (context['state'].isStreamed === true) watch(context, caller);
      else if (readOnly.has(context.method)) await isStill(context, caller);
    },
  };
};
