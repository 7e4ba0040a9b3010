/** Figures about requests: their answers, their durations, and the limits that refused them. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { ProcessTime } from '../../kernel/clock';
import { newTally, showTallies, tally, type Tally } from './tally';

export interface Answered {
  readonly method: string;
  /** The pattern of the route, such as `/api/v1/accounts/:accountId`; undefined if there is none. */
  readonly route: string | undefined;
  readonly status: number;
  /** The code of a failure; undefined for a success. */
  readonly code: string | undefined;
  /** The start time, as `began` returned it. */
  readonly startedAt: number;
  /** True if the answer repeats that of an earlier request with the same idempotency key. */
  readonly isReplay: boolean;
  /** The kind of limit for which the request was refused (429); undefined for other answers, and if the error code shows the kind. */
  readonly limit: LimitKind | undefined;
}

export interface RequestMetrics {
  /** Records that a request has begun; returns its start time. */
  began(): number;
  /**
   * Records an answer whose head is known and, unless it is a stream or a file, whose body is known too. All routes that do not exist are
   * counted as `none`, so that a client cannot create time series by inventing paths or methods.
   */
  answered(answer: Answered): void;
}

/**
 * The limits that refuse a request with 429: the budget of an API key, of all keys and people of a tenant, of an administrator, of a
 * signed-in person; requests without a valid key from one address; wrong passwords; concurrent requests of one key or tenant; open streams
 * and exports.
 */
export const limitKinds = [
  ...['key', 'tenant', 'administrator', 'operator', 'address', 'sign_in', 'share', 'event_streams', 'exports'],
] as const;
export type LimitKind = 'key' | 'tenant' | 'administrator' | 'operator' | 'address' | 'share';

/** The limits that a route checks itself, by the error code of their refusal. */
const kindOfCode: Readonly<Record<string, (typeof limitKinds)[number]>> = {
  SIGN_IN_LIMITED: 'sign_in',
  EVENT_STREAMS_EXHAUSTED: 'event_streams',
  EXPORTS_EXHAUSTED: 'exports',
};

/**
 * The bounds of the histogram of durations, in seconds. Reads take a few milliseconds, postings ten to fifty; an answer that takes longer
 * than ten seconds is cut off.
 */
const durationBounds = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const statusCount = 600;
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'];
const tooManyRequests = 429;
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The counts of one method of one route. */
interface Counted {
  readonly statuses: Float64Array;
  /** One tally for each status class, such as 2xx. */
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
    help: 'The time from the headers of a request until its answer is ready to be sent; for streams and files, until they begin',
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
    help: 'Requests that have begun and are not answered yet',
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  new Counter({
    name: 'ledger_refusals_total',
    help: 'Error answers by code',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of refusals) this.inc({ code }, count);
    },
  });
  new Counter({
    name: 'ledger_idempotent_replays_total',
    help: 'Requests that were answered with the result of an earlier request with the same idempotency key',
    labelNames: ['route'],
    registers,
    collect() {
      this.reset();
      for (const [{ route }, { replays }] of each()) if (replays > 0) this.inc({ route }, replays);
    },
  });
  new Counter({
    name: 'ledger_rate_limited_total',
    help: 'Requests that were refused with 429, by the limit that they exceeded',
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
