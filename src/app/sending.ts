/**
 * What was answered and not yet taken by its client stays in memory. Small answers are bounded by how many requests there
 * may be; large ones are counted, a key, a tenant and in all, until the last of them has gone into the connection. A
 * connection that takes nothing at all is ended (see listen.ts).
 */
import type { Context, Next } from 'koa';
import type { Principal } from '../kernel/principal';
import { createShares, type ShareLimits } from './shares';

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

/** Throws `OverShare` or `Unavailable` instead of what was read, where that would be one too many. */
export const createSending = (limits: SendingLimits = sendingLimits) => {
  const shares = createShares(limits.unsentBytes);
  return async (context: Context, next: Next): Promise<void> => {
    await next();
    const bytes = Number(context.res.getHeader('Content-Length') ?? 0);
    if (bytes < limits.countedFromBytes) return;
    const caller = context['state'].caller as Principal;
    // Only a reading can be refused after it was done.
    if (context.method === 'GET') shares.require(caller, bytes);
    shares.take(caller, bytes);
    context.res.once('close', () => shares.give(caller, bytes));
  };
};
