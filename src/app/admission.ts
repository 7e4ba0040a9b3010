/**
 * How many requests are worked on at a time: so many of a key, of a tenant, and in all. A request beyond that waits in the
 * line of its key, and is refused where that line is full. No key can take the place of another, because keys take turns.
 * A caller is told to slow down (429) only where it has more under way than its own share; 503 means that all callers
 * together have too much under way.
 *
 * A refusal is cheap and comes at once, up to so many a second: the client can go elsewhere soon, and the requests behind
 * this one in the same connection do not wait. Beyond that number it comes half a second late (back-pressure): a client
 * that ignores Retry-After sends its next request as soon as it is refused, and the process would do nothing but refuse.
 */
import type { Context, Next } from 'koa';
import type { ProcessTime } from '../kernel/clock';
import { createFairLine, type FairLineLimits } from '../kernel/fair-line';
import { overloaded, overShare } from '../kernel/http/failures';
import { waitSeconds } from '../kernel/http/request-headers';
import { sharedWith, type Administrator, type Principal } from '../kernel/principal';
import { HungUp, OverShare, type Unavailable } from '../kernel/refusal';
import { systemClock } from '../kernel/system-clock';
import { maxTransactionsInFlight } from '../modules/ledgering';

export interface AdmissionLimits {
  readonly working: FairLineLimits;
  /** Requests that asked to wait for an outcome (`Prefer: wait`): they hold a connection, and hardly anything else. */
  readonly awaitingOutcome: FairLineLimits;
  /** Refusals at once, in a tenth of a second; the others are held back. */
  readonly maxPromptRefusals: number;
  /** With jitter: up to half of it more, so that callers who were refused together do not come back together. */
  readonly heldBackMs: number;
  /** How many refusals are held back at a time; one more is sent at once. */
  readonly maxHeldBack: number;
  readonly retryAfterSeconds: number;
}

/** A key has an eighth of the places, a tenant a quarter. An eighth is as many as may be on their way into one ledger. */
const placesOf = (perKey: number): Pick<FairLineLimits, 'places' | 'placesEach' | 'placesEachGroup'> => ({
  places: 8 * perKey,
  placesEach: perKey,
  placesEachGroup: 2 * perKey,
});

const admissionLimits: AdmissionLimits = {
  working: { ...placesOf(maxTransactionsInFlight), maxWaitMs: 500, maxWaitingEach: 400, maxWaiting: 4_000 },
  awaitingOutcome: { ...placesOf(maxTransactionsInFlight), maxWaitMs: 500, maxWaitingEach: 100, maxWaiting: 1_000 },
  maxPromptRefusals: 800,
  heldBackMs: 500,
  maxHeldBack: 10_000,
  retryAfterSeconds: 1,
};

const refusalWindowMs = 100;

export interface Admission {
  /** Takes a place for the authenticated caller, runs the rest of the request, and gives the place back. */
  readonly admit: (context: Context, next: Next) => Promise<void>;
  /** How many requests a key may have under way, at work or in line: one more would be refused, whatever it asks for. */
  readonly maxUnderWay: number;
  /** Answers a refusal, at once or held back. */
  readonly refuse: (refusing: Refusing, fault: Unavailable) => Promise<void>;
  readonly counts: () => { readonly active: number; readonly waiting: number; readonly refused: number };
}

/** A request that is refused: its response, which the client may close meanwhile, and how to answer it. */
export interface Refusing {
  readonly response: {
    once(event: 'close', listener: () => void): unknown;
    removeListener(event: 'close', listener: () => void): unknown;
  };
  answer(status: number, headers: Readonly<Record<string, string>>, body: object): void;
}

export const createAdmission = (
  limits: AdmissionLimits = admissionLimits,
  clock: ProcessTime = systemClock,
): Admission => {
  const working = createFairLine(limits.working, undefined, clock);
  const awaitingOutcome = createFairLine(limits.awaitingOutcome, undefined, clock);
  const retryAfter = { 'Retry-After': String(limits.retryAfterSeconds) };
  let heldBack = 0;
  let refused = 0;
  let window = 0;
  let prompt = 0;

  /** Whether there were so few refusals in this tenth of a second that one more may come at once. */
  const isPrompt = (): boolean => {
    const current = Math.floor(clock.elapsed() / refusalWindowMs);
    if (current !== window) {
      window = current;
      prompt = 0;
    }
    prompt += 1;
    return prompt <= limits.maxPromptRefusals;
  };

  /** Waits until the refusal is due, or until the client has hung up. */
  const hold = ({ response }: Refusing): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        due.cancel();
        response.removeListener('close', done);
        resolve();
      };
      const due = clock.deadline(limits.heldBackMs * (1 + Math.random() / 2), done);
      response.once('close', done);
    });

  const refuse = async (who: Refusing, fault: Unavailable): Promise<void> => {
    refused += 1;
    if (!isPrompt() && heldBack < limits.maxHeldBack) {
      heldBack += 1;
      await hold(who);
      heldBack -= 1;
    }
    if (fault instanceof OverShare) who.answer(429, retryAfter, overShare(limits.retryAfterSeconds));
    else who.answer(503, retryAfter, overloaded());
  };

  const admit = async (context: Context, next: Next): Promise<void> => {
    const caller = context['state'].caller as Principal | Administrator;
    const { callerId } = caller;
    const { prefer } = context.req.headers;
    const line = prefer !== undefined && waitSeconds(String(prefer)) > 0 ? awaitingOutcome : working;
    try {
      await line.enter(callerId, sharedWith(caller));
    } catch (fault) {
      return refuse(inContext(context), fault as Unavailable);
    }
    try {
      // A client that hung up while it waited would not learn what was done, so nothing is done.
      if (context.res.destroyed) throw new HungUp();
      await next();
    } finally {
      line.leave(callerId);
    }
  };

  return {
    admit,
    refuse,
    maxUnderWay: limits.working.placesEach + limits.working.maxWaitingEach,
    counts: () => {
      const { entered, waiting } = working.counts();
      return { active: entered, waiting, refused };
    },
  };
};

export const inContext = (context: Context): Refusing => ({
  response: context.res,
  answer: (status, headers, body) => {
    context.status = status;
    context.set(headers);
    context.body = body;
  },
});
