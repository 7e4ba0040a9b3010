/**
 * Reads a request's body before the request takes a place: a body arrives as slowly as its sender wants, and a slow sender must not hold a
 * place that another request could use. The reading is limited in time, and in bytes per key, per tenant and in total.
 *
 * A bulky body contains hundreds of transactions to read, validate and hash. A tenant has one bulky body in progress at a time, and if its
 * next one already waits, the tenant pauses for twice as long as the last one took: a tenant that sends only bulky bodies leaves two thirds
 * of the process to the others.
 */
import type { IncomingMessage } from 'node:http';
import type { Context, Next } from 'koa';
import type { Deadline, ProcessTime } from '../../kernel/clock';
import { createPacedLine, type PacedLineLimits } from '../../kernel/running/fair-shares/paced-line';
import { expectedBytes, receiveBody, type BodyLimit, type ReceivedBody } from '../../kernel/http/body';
import { bodyTooSlow } from '../../kernel/http/failures';
import { sharedWith, type Administrator, type Principal } from '../../kernel/principal';
import { systemClock } from '../../kernel/running/system-clock';
import { createShares, type ShareLimits } from '../../kernel/running/fair-shares/shares';

export interface ReceivingLimits {
  readonly maxBodySeconds: number;
  /** Bytes of bodies that are being read or processed; a body of unknown length counts as the longest allowed. */
  readonly bytes: ShareLimits;
  readonly bulkyFromBytes: number;
  readonly bulky: PacedLineLimits;
}

const megabyte = 1_048_576;

export const receivingLimits: ReceivingLimits = {
  maxBodySeconds: 10,
  bytes: { perKey: 16 * megabyte, perTenant: 32 * megabyte, inAll: 96 * megabyte },
  // A body with at least this many bytes counts as bulky. A body with a hundred ordinary transactions has a quarter as many.
  bulkyFromBytes: 131_072,
  bulky: { ...{ places: 2, maxWaitMs: 5_000, maxWaitingEach: 16 }, ...{ pauseTimes: 2, maxPauseMs: 1_000 } },
};

export interface Receiving {
  /** Puts the body into the context's state; its bytes count against the caller until the request ends. */
  readonly receive: (context: Context, next: Next) => Promise<void>;
  /** Returns how many bodies are being read. */
  readonly count: () => number;
}

export const createReceiving = (
  limits: ReceivingLimits = receivingLimits,
  clock: ProcessTime = systemClock,
): Receiving => {
  const shares = createShares(limits.bytes);
  const bulky = createPacedLine(limits.bulky, clock);
  let arriving = 0;

  const inBulkyLine = async ({ res, state }: Context, next: Next): Promise<void> => {
    const leave = await bulky.enter(sharedWith(state['caller'] as Principal | Administrator));
    try {
      // A request whose client hung up while it waited is not run.
      if (!res.destroyed) await next();
    } finally {
      leave();
    }
  };

  /** Reads the body; undefined if it does not arrive in time. */
  const inTime = async (request: IncomingMessage, limit: BodyLimit | undefined): Promise<ReceivedBody | undefined> => {
    let late: Deadline | undefined;
    const tooLate = new Promise<undefined>((resolve) => {
      late = clock.deadline(limits.maxBodySeconds * 1_000, () => resolve(undefined));
    });
    arriving += 1;
    try {
      return await Promise.race([receiveBody(request, limit), tooLate]);
    } finally {
      arriving -= 1;
      late?.cancel();
    }
  };

  const receive = async (context: Context, next: Next): Promise<void> => {
    const caller = context['state'].caller as Principal | Administrator;
    // A route with its own limit on the body size also limits its concurrent bodies itself (console/server/imports.ts).
    const limit = context['state'].bodyLimit as BodyLimit | undefined;
    const bytes = expectedBytes(context.req, limit);
    if (bytes === 0) {
      context['state'].received = await receiveBody(context.req, limit);
      return next();
    }
    shares.require(caller, bytes);
    shares.take(caller, bytes);
    try {
      const received = await inTime(context.req, limit);
      if (received === undefined) return tooSlow(context, limits.maxBodySeconds);
      context['state'].received = received;
      await (limit || bytes < limits.bulkyFromBytes ? next() : inBulkyLine(context, next));
    } finally {
      shares.give(caller, bytes);
    }
  };
  return { receive, count: () => arriving };
};

/** Unread bytes of this body would be read as the next request, so the connection ends with this answer. */
const tooSlow = (context: Context, seconds: number): void => {
  context.status = 408;
  context.set('Connection', 'close');
  context.body = bodyTooSlow(seconds);
};
