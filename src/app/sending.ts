/**
 * An answer stays in memory until its client has read it. Small answers are bounded by the number of requests; the bytes
 * of large ones are counted, of a key, of a tenant and in all, until the connection has taken the last of them. A
 * connection that takes nothing at all is closed (see listen.ts).
 *
 * What was written has happened, and its answer must be sent: so a caller that leaves such answers unread may write no more. They are
 * counted for themselves, that nobody's reads are refused because of them, nor his own writes while he takes in a long read.
 */
import type { Context, Next } from 'koa';
import { createShares, type Sharer, type ShareLimits } from './shares';

export interface SendingLimits {
  /** Smaller answers are not counted. */
  readonly countedFromBytes: number;
  readonly unsentBytes: ShareLimits;
}

const megabyte = 1_048_576;

const sendingLimits: SendingLimits = {
  countedFromBytes: 16_384,
  unsentBytes: { perKey: 8 * megabyte, perTenant: 16 * megabyte, inAll: 64 * megabyte },
};

/**
 * Throws `OverShare` or `Unavailable` in place of a large answer to a GET that would exceed a bound, and `OverShare` before anything
 * is done of another request.
 */
export const createSending = (limits: SendingLimits = sendingLimits) => {
  const ofReads = createShares(limits.unsentBytes);
  const ofWrites = createShares({ ...limits.unsentBytes, inAll: Infinity });
  return async (context: Context, next: Next): Promise<void> => {
    const isRead = context.method === 'GET';
    const caller = context['state'].caller as Sharer;
    if (!isRead) ofWrites.require(caller, 0);
    await next();
    const bytes = Number(context.res.getHeader('Content-Length') ?? 0);
    if (bytes < limits.countedFromBytes) return;
    const shares = isRead ? ofReads : ofWrites;
    if (isRead) shares.require(caller, bytes);
    shares.take(caller, bytes);
    context.res.once('close', () => shares.give(caller, bytes));
  };
};
