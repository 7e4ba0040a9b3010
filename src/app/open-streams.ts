/**
 * Answers that go on for as long as somebody reads them. A key is judged when a request comes; one that is revoked, or expires, ends its
 * streams as well, within the second in which it ends everything else.
 */
import type { Context, Next } from 'koa';
import { eventStream } from '../kernel/http/streams';
import type { Principal } from '../kernel/principal';
import type { Log } from '../kernel/tokens';
import type { Access } from '../modules/access';

/** Together with the age of what is known of a key it is less than two seconds. */
const lookMs = 1_000;

export const createOpenStreams = (access: Pick<Access, 'stillOpens'>, log: Log) => {
  const open = new Map<Context['res'], Principal>();
  let timer: NodeJS.Timeout | undefined;

  const endThose = async (prefix: string): Promise<void> => {
    if (await access.stillOpens(prefix)) return;
    for (const [response, { keyPrefix }] of open) if (keyPrefix === prefix) response.destroy();
  };

  const look = async (): Promise<void> => {
    const prefixes = new Set([...open.values()].map(({ keyPrefix }) => keyPrefix));
    try {
      // Asked at once, they are looked up together.
      await Promise.all([...prefixes].map(endThose));
    } catch (error) {
      log.warn({ error }, 'the keys of open streams could not be looked up, and will be again');
    }
    timer = open.size > 0 ? setTimeout(() => void look(), lookMs).unref() : undefined;
  };

  return async (context: Context, next: Next): Promise<void> => {
    await next();
    if (context.type !== eventStream) return;
    const { res } = context;
    open.set(res, context['state'].caller as Principal);
    res.once('close', () => open.delete(res));
    timer ??= setTimeout(() => void look(), lookMs).unref();
  };
};
