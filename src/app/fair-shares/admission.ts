/**
 * Limits how many requests run at a time: per key, per tenant, and in total. A further request waits in the queue of its key, and is
 * refused if that queue is full. No key can take the place of another, because keys take turns. A caller receives 429 only if it has more
 * requests under way than its own share; 503 means that all callers together have too many under way. Refusals are sent at a limited rate
 * per second. Below that rate, each refusal is sent at once: the client can try elsewhere, and the requests behind the refused one on the
 * same connection do not wait. Beyond that rate, a refusal waits for its turn, for at most three seconds (back-pressure): a client that
 * ignores Retry-After sends its next request as soon as it is refused, so without the wait the process would do nothing but refuse.
 */
import type { Context, Next } from 'koa';
import type { ProcessTime } from '../../kernel/clock';
import { createFairLine, type FairLineLimits } from '../../kernel/running/fair-shares/line';
import { overloaded, overShare } from '../../kernel/http/failures';
import { waitSeconds } from '../../kernel/http/request-headers';
import { sharedWith, type Administrator, type Principal } from '../../kernel/principal';
import { HungUp, Overloaded, OverShare } from '../../kernel/refusal';
import { systemClock } from '../../kernel/running/system-clock';
import { maxTransactionsInFlight } from '../../modules/ledgering';

export interface AdmissionLimits {
  readonly working: FairLineLimits;
  /** The limits for requests that wait for an outcome (`Prefer: wait`): while they wait, they hold a connection and few other resources. */
  readonly awaitingOutcome: FairLineLimits;
  /** The rate at which refusals are sent. */
  readonly refusalsPerSecond: number;
  /** A refusal that is due within this time is sent at once. */
  readonly promptMs: number;
  /** The longest time for which a refusal is held back: a client that waits longer gives up and sends its request again. */
  readonly maxHeldBackMs: number;
  /** The maximum number of refusals that are held back at a time; any further refusal is sent at once. */
  readonly maxHeldBack: number;
  readonly retryAfterSeconds: number;
}

/**
 * A key may use an eighth of the places, a tenant a quarter. An eighth is also the maximum
 * number of concurrent requests to one ledger.
 */
const placesOf = (perKey: number): Pick<FairLineLimits, 'places' | 'placesEach' | 'placesEachGroup'> => ({
  places: 8 * perKey,
  placesEach: perKey,
  placesEachGroup: 2 * perKey,
});

const admissionLimits: AdmissionLimits = {
  working: { ...placesOf(maxTransactionsInFlight), maxWaitMs: 500, maxWaitingEach: 400, maxWaiting: 4_000 },
  awaitingOutcome: { ...placesOf(maxTransactionsInFlight), maxWaitMs: 500, maxWaitingEach: 100, maxWaiting: 1_000 },
  refusalsPerSecond: 1_000,
  promptMs: 100,
  maxHeldBackMs: 3_000,
  maxHeldBack: 10_000,
  retryAfterSeconds: 1,
};

export interface Admission {
  /**
   * Takes a place for the authenticated caller, runs the rest of the request, and releases the place. If there is no place in time, throws
   * OverShare or Overloaded, which `refuse` answers.
   */
  readonly admit: (context: Context, next: Next) => Promise<void>;
  /** The maximum number of requests, running or waiting, that a key may have in progress; any further request is refused. */
  readonly maxUnderWay: number;
  /** Sends a refusal, at once or after holding it back. */
  readonly refuse: (refusing: Refusing, fault: OverShare | Overloaded) => Promise<void>;
  readonly counts: () => { readonly active: number; readonly waiting: number; readonly refused: number };
}

/** A refused request: its response, and the function that sends the refusal. The client may disconnect before that. */
export interface Refusing {
  readonly response: {
    once(event: 'close', listener: () => void): unknown;
    removeListener(event: 'close', listener: () => void): unknown;
  };
  answer(status: number, headers: Readonly<Record<string, string>>, body: object): void;
}

// Both errors are created once: the process may throw thousands per second, and their stack traces carry no information.
const ownShareUsedUp = new OverShare('The caller has as much under way as one caller may have.');
const allPlacesTaken = new Overloaded('All callers together have as much under way as the process works on.');
const faultOf = (ownShare: boolean): OverShare | Overloaded => (ownShare ? ownShareUsedUp : allPlacesTaken);

export const createAdmission = (
  limits: AdmissionLimits = admissionLimits,
  clock: ProcessTime = systemClock,
): Admission => {
  const working = createFairLine(limits.working, faultOf, clock);
  const awaitingOutcome = createFairLine(limits.awaitingOutcome, faultOf, clock);
  const retryAfter = { 'Retry-After': String(limits.retryAfterSeconds) };
  let heldBack = 0;
  let refused = 0;
  /** The time at which the next refusal may be sent. */
  let turnAt = 0;

  /** Returns the number of milliseconds until the refusal may be sent. */
  const takeTurn = (): number => {
    const now = clock.elapsed();
    const at = Math.min(Math.max(now, turnAt), now + limits.maxHeldBackMs);
    turnAt = at + 1_000 / limits.refusalsPerSecond;
    return at - now;
  };

  /** Waits until the refusal is due, or until the client has disconnected. */
  const hold = ({ response }: Refusing, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        due.cancel();
        response.removeListener('close', done);
        resolve();
      };
      const due = clock.deadline(ms, done);
      response.once('close', done);
    });

  const refuse = async (refusing: Refusing, fault: OverShare | Overloaded): Promise<void> => {
    refused += 1;
    const ms = takeTurn();
    if (ms > limits.promptMs && heldBack < limits.maxHeldBack) {
      heldBack += 1;
      await hold(refusing, ms);
      heldBack -= 1;
    }
    if (fault instanceof OverShare) refusing.answer(429, retryAfter, overShare(limits.retryAfterSeconds));
    else refusing.answer(503, retryAfter, overloaded());
  };

  const admit = async (context: Context, next: Next): Promise<void> => {
    const caller = context['state'].caller as Principal | Administrator;
    const { callerId } = caller;
    const { prefer } = context.req.headers;
    const line = prefer !== undefined && waitSeconds(String(prefer)) > 0 ? awaitingOutcome : working;
    await line.enter(callerId, sharedWith(caller));
    try {
      // A client that hung up while it waited would not learn the outcome, so the request is not run.
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
