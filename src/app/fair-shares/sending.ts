/**
 * An answer stays in memory until its client has read it. Small answers are limited by the number of requests; the bytes of large answers
 * are counted per key, per tenant and in total, until the connection has taken the last of them. A connection that takes nothing at all is
 * closed (see listen.ts).
 *
 * An answer that is sent while it is generated holds one part at a time (`hold`). A part that its reader has not taken within a second
 * counts like any answer; if the limit is then exceeded, the answer ends, and the reader must request the rest. No part is held for longer
 * than `maxHeldMs`: otherwise a reader that takes a few bytes now and then would hold it indefinitely.
 *
 * A write has already happened when its answer is sent, so the answer cannot be refused: a caller that leaves such answers unread may write
 * no more. These answers are counted separately, so that they cause no refusal of reads, and a long read causes no refusal of the caller's
 * own writes.
 */
import type { Context, Next } from 'koa';
import type { ProcessTime } from '../../kernel/clock';
import type { Telling } from '../../kernel/http/streams';
import { systemClock } from '../../kernel/running/system-clock';
import type { Log } from '../../kernel/tokens';
import { createShares, type Sharer, type ShareLimits } from '../../kernel/running/fair-shares/shares';

export interface SendingLimits {
  /** Answers with fewer bytes are not counted. */
  readonly countedFromBytes: number;
  readonly unsentBytes: ShareLimits;
  /** A part of an answer is not counted if the connection takes it within this time. */
  readonly promptMs: number;
  readonly maxHeldMs: number;
}

const megabyte = 1_048_576;

export const sendingLimits: SendingLimits = {
  countedFromBytes: 16_384,
  unsentBytes: { perKey: 8 * megabyte, perTenant: 16 * megabyte, inAll: 64 * megabyte },
  promptMs: 1_000,
  maxHeldMs: 30_000,
};

export interface Sending {
  /**
   * Throws `OverShare` or `Unavailable` instead of sending a large answer to a GET if the answer would exceed a limit. Throws `OverShare`
   * before any other request runs if its caller has too many unread answers to writes.
   */
  readonly send: (context: Context, next: Next) => Promise<void>;
  /** Returns the bytes of answers to reads that are counted now. */
  readonly unreadBytes: () => number;
}

export const createSending = (
  limits: SendingLimits = sendingLimits,
  clock: Pick<ProcessTime, 'deadline'> = systemClock,
  log: Pick<Log, 'info'> = { info: () => undefined },
): Sending => {
  const ofReads = createShares(limits.unsentBytes);
  const ofWrites = createShares({ ...limits.unsentBytes, inAll: Infinity });

  const holding =
    ({ res, state }: Context, caller: Sharer): Telling['hold'] =>
    (bytes) => {
      let isCounted = false;
      const end = (reason: string): void => {
        log.info({ key: state['caller'].actor, bytes, reason }, 'an answer was cut off before the client had read it');
        res.destroy();
      };
      const count = (): void => {
        held = clock.deadline(limits.maxHeldMs - limits.promptMs, () => end('the client reads too slowly'));
        try {
          ofReads.require(caller, bytes);
        } catch {
          return end('too many bytes are unread');
        }
        ofReads.take(caller, bytes);
        isCounted = true;
      };
      let held = clock.deadline(limits.promptMs, count);
      return () => {
        held.cancel();
        if (isCounted) ofReads.give(caller, bytes);
      };
    };

  const send = async (context: Context, next: Next): Promise<void> => {
    const isRead = context.method === 'GET';
    const caller = context['state'].caller as Sharer;
    context['state'].hold = holding(context, caller);
    if (!isRead) ofWrites.require(caller, 0);
    await next();
    const bytes = Number(context.res.getHeader('Content-Length') ?? 0);
    if (bytes < limits.countedFromBytes) return;
    const shares = isRead ? ofReads : ofWrites;
    if (isRead) shares.require(caller, bytes);
    shares.take(caller, bytes);
    context.res.once('close', () => shares.give(caller, bytes));
  };
  return { send, unreadBytes: ofReads.inHand };
};
