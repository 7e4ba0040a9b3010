/**
 * Takes in a request's body before the request takes a place: a body comes at its sender's pace, and who is slow must not
 * stand where others could be served. What is taken in is bounded in time, and in bytes a key, a tenant and in all.
 *
 * A bulky body is thousands of entries to read, judge and hash. A tenant has one at a time, and pauses after each for twice as
 * long as it took: so whoever sends nothing else leaves two thirds of the process to its neighbours.
 */
import type { Context, Next } from 'koa';
import { createFairLine, type FairLineLimits } from '../kernel/fair-line';
import { expectedBytes, receiveBody, type ReceivedBody } from '../kernel/http/body';
import { bodyTooSlow } from '../kernel/http/failures';
import type { Principal } from '../kernel/principal';
import { createShares, type ShareLimits } from './shares';

export interface ReceivingLimits {
  readonly maxBodySeconds: number;
  /** Of bodies that are being read or worked on; one that does not say how long it is counts as the longest. */
  readonly bytes: ShareLimits;
  readonly bulkyFromBytes: number;
  readonly bulky: FairLineLimits;
  /** How many times as long as a bulky request took its tenant pauses, and the longest it does. */
  readonly pauseTimes: number;
  readonly maxPauseMs: number;
}

const megabyte = 1_048_576;

export const receivingLimits: ReceivingLimits = {
  maxBodySeconds: 10,
  bytes: { perKey: 16 * megabyte, perTenant: 32 * megabyte, inAll: 96 * megabyte },
  // A hundred ordinary transactions take a quarter of that.
  bulkyFromBytes: 131_072,
  bulky: { places: 2, placesEach: 1, maxWaitMs: 5_000, maxWaitingEach: 16 },
  pauseTimes: 2,
  maxPauseMs: 1_000,
};

export interface Receiving {
  /** Leaves what was received in the context's state, and holds its bytes against the caller until the request is over. */
  readonly receive: (context: Context, next: Next) => Promise<void>;
  /** Bodies that are on their way. */
  readonly count: () => number;
}

export const createReceiving = (limits: ReceivingLimits = receivingLimits): Receiving => {
  const shares = createShares(limits.bytes);
  const bulky = createFairLine(limits.bulky);
  let arriving = 0;

  const inBulkyLine = async ({ res, state }: Context, next: Next): Promise<void> => {
    const { tenantId } = state['caller'] as Principal;
    await bulky.enter(tenantId);
    // Whoever hung up while waiting gets nothing done, and no pause.
    if (res.destroyed) return bulky.leave(tenantId);
    const startedAt = performance.now();
    try {
      await next();
    } finally {
      const pauseMs = Math.min(limits.maxPauseMs, limits.pauseTimes * (performance.now() - startedAt));
      setTimeout(() => bulky.leave(tenantId), pauseMs).unref();
    }
  };

  const receive = async (context: Context, next: Next): Promise<void> => {
    const caller = context['state'].caller as Principal;
    const bytes = expectedBytes(context.req);
    if (bytes === 0) {
      context['state'].received = await receiveBody(context.req);
      return next();
    }
    shares.require(caller, bytes);
    shares.take(caller, bytes);
    try {
      arriving += 1;
      const received = await within(limits.maxBodySeconds * 1_000, receiveBody(context.req)).finally(() => {
        arriving -= 1;
      });
      if (received === undefined) return tooSlow(context, limits.maxBodySeconds);
      context['state'].received = received;
      await (bytes < limits.bulkyFromBytes ? next() : inBulkyLine(context, next));
    } finally {
      shares.give(caller, bytes);
    }
  };
  return { receive, count: () => arriving };
};

const within = async (ms: number, receiving: Promise<ReceivedBody>): Promise<ReceivedBody | undefined> => {
  let late: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      receiving,
      new Promise<undefined>((resolve) => {
        late = setTimeout(() => resolve(undefined), ms).unref();
      }),
    ]);
  } finally {
    clearTimeout(late);
  }
};

/** The rest of the body would be taken for the next request: the connection ends with the answer. */
const tooSlow = (context: Context, seconds: number): void => {
  context.status = 408;
  context.set('Connection', 'close');
  context.body = bodyTooSlow(seconds);
};
