/**
 * A stream outlives the request that opened it. So the key or the session that opened it is looked at for as long as it is open: one
 * that was ended, or whose time is over, reads on no longer than it could ask.
 */
import type { Context, Next } from 'koa';
import type { ProcessTime } from '../kernel/clock';
import type { Principal } from '../kernel/principal';
import { systemClock } from '../kernel/system-clock';
import type { Access } from '../modules/access';

const lookMs = 500;

export const endingWithCaller =
  ({ isUsable }: Pick<Access, 'isUsable'>, clock: Pick<ProcessTime, 'sleep'> = systemClock) =>
  async (context: Context, next: Next): Promise<void> => {
    await next();
    if (context['state'].isStreamed !== true || context.res.destroyed) return;
    const caller = context['state'].caller as Principal;
    const look = async (): Promise<void> => {
      // Where they cannot be read now, the stream waits for the next look.
      if (!(await isUsable(caller).catch(() => true))) context.res.destroy();
    };
    const closed = new AbortController();
    context.res.once('close', () => closed.abort());
    const watch = async (): Promise<void> => {
      for (;;) {
        await clock.sleep(lookMs, closed.signal);
        if (closed.signal.aborted) return;
        await look();
      }
    };
    void watch();
  };
