/** What requests were answered, how long that took, and who was turned away. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ProcessTime } from '../../kernel/clock';
import { newTally, showTallies, tally, type Tally } from './tally';

export interface Answered {
  readonly method: string;
  /** The pattern of the route, such as `/api/v1/accounts/:accountId`; undefined where there is none. */
  readonly route: string | undefined;
  readonly status: number;
  /** Of what is no success. */
  readonly code: string | undefined;
  /** What `began` answered. */
  readonly startedAt: number;
  /** Whether it repeats the answer to an earlier request with the same idempotency key. */
  readonly isReplay: boolean;
  /** Whose budget was used up; undefined where that was not why, or where the code tells it. */
  readonly limit: LimitKind | undefined;
}

export interface RequestMetrics {
  /** A request has begun. */
  began(): number;
  /**
   * It is answered: the head of the answer is known, and of what is no stream or file, the body. Routes that do not exist are
   * all named `none`, so that a client cannot invent time series, and neither can it by its method.
   */
  answered(answer: Answered): void;
}

/**
 * Which limit refused a request with 429: the budget of an API key, of all keys and people of a tenant, of an administrator, of a person who is signed in;
 * what an address may try without being known; wrong passwords; what one key or one tenant may have under way at once; what they
 * may have open.
 */
export const limitKinds = [
  ...['key', 'tenant', 'administrator', 'operator', 'address', 'sign_in', 'share', 'event_streams', 'exports'],
] as const;
export type LimitKind = 'key' | 'tenant' | 'administrator' | 'operator' | 'address' | 'share';

/** Those that a route judges. */
const kindOfCode: Readonly<Record<string, (typeof limitKinds)[number]>> = {
  SIGN_IN_LIMITED: 'sign_in',
  EVENT_STREAMS_EXHAUSTED: 'event_streams',
  EXPORTS_EXHAUSTED: 'exports',
};

/** Reads take a few milliseconds, postings ten to fifty; an answer that is later than ten seconds was cut off. */
const durationBounds = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const statusCount = 600;
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'];
const tooManyRequests = 429;
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Of one method of one route. */
interface Counted {
  readonly statuses: Float64Array;
  /** By the class of the status. */
  readonly durations: (Tally | undefined)[];
  replays: number;
}

export const createRequestMetrics = (registry: Registry, clock: Pick<ProcessTime, 'elapsed'>): RequestMetrics => {
  const registers = [registry];
  const routes = new Map<string, Map<string, Counted>>();
  const refusals = new Map<string, number>();
  const limits = new Map<string, number>(limitKinds.map((kind) => [kind, 0]));
  let inFlight = 0;

  const countedOf = (method: string, route: string): Counted => {
    let methods = routes.get(route);
    if (!methods) routes.set(route, (methods = new Map()));
    let counted = methods.get(method);
    if (!counted)
      methods.set(method, (counted = { statuses: new Float64Array(statusCount), durations: [], replays: 0 }));
    return counted;
  };
  function* each(): Generator<readonly [{ readonly method: string; readonly route: string }, Counted]> {
    for (const [route, methods] of routes) for (const [method, counted] of methods) yield [{ method, route }, counted];
  }

  new Counter({
    name: 'ledger_http_requests_total',
    help: 'Answered requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [labels, { statuses }] of each())
        for (const [status, count] of statuses.entries()) if (count > 0) this.inc({ ...labels, status }, count);
    },
  });
  showTallies(registry, {
    name: 'ledger_http_request_duration_seconds',
    help: 'From the head of a request until its answer is ready to be sent; of streams and files, until they begin',
    bounds: durationBounds,
    *series() {
      for (const [labels, { durations }] of each())
        for (const [place, statusClass] of statusClasses.entries()) {
          const counted = durations[place];
          if (counted) yield [{ ...labels, status_class: statusClass }, counted];
        }
    },
  });
  new Gauge({
    name: 'ledger_http_requests_in_flight',
    help: 'Requests that have begun and are not answered',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  new Counter({
    name: 'ledger_refusals_total',
    help: 'Answers other than successes by their code',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of refusals) this.inc({ code }, count);
    },
  });
  new Counter({
    name: 'ledger_idempotent_replays_total',
    help: 'Requests that were answered as an earlier one with the same idempotency key had been',
    labelNames: ['route'],
    registers,
    collect() {
      this.reset();
      for (const [{ route }, { replays }] of each()) if (replays > 0) this.inc({ route }, replays);
    },
  });
  new Counter({
    name: 'ledger_rate_limited_total',
    help: 'Requests that were refused with 429, by the limit that they met',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, count] of limits) this.inc({ kind }, count);
    },
  });

  return {
    began: () => {
      inFlight += 1;
      return clock.elapsed();
    },
    answered: ({ method, route = 'none', status, code, startedAt, isReplay, limit }) => {
      inFlight -= 1;
      const counted = countedOf(knownMethods.has(method) ? method : 'other', route);
      const { statuses, durations } = counted;
      statuses[status] = (statuses[status] ?? 0) + 1;
      const statusClass = Math.trunc(status / 100) - 1;
      const duration = (durations[statusClass] ??= newTally(durationBounds));
      tally(duration, durationBounds, (clock.elapsed() - startedAt) / 1_000);
      if (isReplay) counted.replays += 1;
      if (code === undefined) return;
      refusals.set(code, (refusals.get(code) ?? 0) + 1);
      if (status !== tooManyRequests) return;
      const kind = limit ?? kindOfCode[code] ?? 'share';
      limits.set(kind, (limits.get(kind) ?? 0) + 1);
    },
  };
};
