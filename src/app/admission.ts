/**
 * Who may come in when there is more work than can be done: so many requests at a time, so many behind them in a queue,
 * and to all others a 503 that comes late. An immediate 503 invites the next request at once, and starves those who are
 * being served. On the way in and out it costs a counter each; only who has to wait costs a promise.
 */
import type { Context, Next } from 'koa';
import { overloaded } from '../kernel/http/failures';
import { maxTransactionsInFlight } from '../modules/ledgering';

export interface AdmissionLimits {
  readonly maxActive: number;
  readonly maxWaiting: number;
  /** Requests that asked to wait for an outcome (`Prefer: wait`): they hold a connection, and hardly anything else. */
  readonly maxPatient: number;
  /** Or up to half of it later: those that came together do not come back together. */
  readonly refusedAfterMs: number;
  /** Refusals that are held back at a time; beyond them the answer comes at once, and ends the connection. */
  readonly maxRefusing: number;
  readonly retryAfterSeconds: number;
}

const admissionLimits: AdmissionLimits = {
  // As many as may be on their way into one ledger together.
  maxActive: maxTransactionsInFlight,
  maxWaiting: 1_000,
  maxPatient: 1_000,
  refusedAfterMs: 4_000,
  maxRefusing: 10_000,
  retryAfterSeconds: 1,
};

export interface Admission {
  readonly admit: (context: Context, next: Next) => Promise<void>;
  readonly counts: () => { readonly active: number; readonly waiting: number; readonly refused: number };
}

export const createAdmission = (limits: AdmissionLimits = admissionLimits): Admission => {
  let active = 0;
  let patient = 0;
  let refusing = 0;
  let refused = 0;
  const waiting: (() => void)[] = [];

  /** Whoever leaves hands the place to the one who has waited longest. */
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  };

  /** Until it is late enough, or whoever asked has hung up. */
  const hold = (context: Context): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, limits.refusedAfterMs * (1 + Math.random() / 2));
      context.res.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });

  const refuse = async (context: Context): Promise<void> => {
    refused += 1;
    if (refusing >= limits.maxRefusing) context.set('Connection', 'close');
    else {
      refusing += 1;
      await hold(context);
      refusing -= 1;
    }
    context.status = 503;
    context.set('Retry-After', String(limits.retryAfterSeconds));
    context.body = overloaded();
  };

  const admit = async (context: Context, next: Next): Promise<void> => {
    if (context.req.headers['prefer'] !== undefined) {
      if (patient >= limits.maxPatient) return refuse(context);
      patient += 1;
      try {
        return await next();
      } finally {
        patient -= 1;
      }
    }
    if (active < limits.maxActive) active += 1;
    else if (waiting.length >= limits.maxWaiting) return refuse(context);
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      // Whoever hung up while waiting gets nothing done: nobody would learn of it.
      if (!context.req.destroyed) await next();
    } finally {
      leave();
    }
  };

  return { admit, counts: () => ({ active, waiting: waiting.length, refused }) };
};
