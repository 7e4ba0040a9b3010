/**
 * The victim: a process that writes and reads at a steady rate below its key's rate limit, and also polls /healthz. It is a separate
 * process so that other work does not delay it. The latency of a request is measured from the moment when it was due.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from '../load/connection';
import { serveProcess } from '../load/process';
import { createAsking, type Question } from './asking';
import { oneTransaction } from './attacks/attack';
import { nowMs, steadily } from './pace';

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Sample {
  readonly dueAtMs: number;
  readonly tookMs: number;
  /** The HTTP status; 0 for no response. */
  readonly status: number;
  readonly what: string;
}

/** The results of the requests that were due within a span of time. */
export interface Seen {
  readonly samples: readonly Sample[];
  /** The times of the responses from /healthz, ascending, up to the end of the span. */
  readonly healthyAtMs: readonly number[];
}

const perSecond = 8;
const probesPerSecond = 20;
const timeoutMs = 15_000;
/** The maximum number of connections. It is higher than the number of requests that can be unanswered at one time. */
const maxConnections = 1_000;
const lookEveryMs = 20;

serveProcess<Target, Span, Seen>(async (target) => {
  const ask = createAsking(target, maxConnections, timeoutMs);
  const samples: Sample[] = [];
  const healthyAtMs: number[] = [];
  const open = new Set<number>();
  void steadily(perSecond, Infinity, (dueAtMs, number) => {
    const { what, ...question } = questions[number % questions.length]?.() ?? never();
    open.add(dueAtMs);
    void ask(question).then((status) => {
      open.delete(dueAtMs);
      samples.push({ dueAtMs, tookMs: nowMs() - dueAtMs, status, what });
    });
  });
  void steadily(probesPerSecond, Infinity, () => {
    void ask({ path: '//healthz' }).then((status) => status === 200 && healthyAtMs.push(nowMs()));
  });

  return async ({ fromMs, toMs }) => {
    const isWithin = (dueAtMs: number): boolean => dueAtMs >= fromMs && dueAtMs < toMs;
    while (nowMs() < toMs || [...open].some(isWithin)) await delay(lookEveryMs);
    return {
      samples: samples.filter(({ dueAtMs }) => isWithin(dueAtMs)),
      healthyAtMs: healthyAtMs.filter((at) => at >= fromMs && at <= toMs),
    };
  };
});

const never = (): never => {
  throw new Error('there is always a next question');
};

const questions: readonly (() => Question & { readonly what: string })[] = [
  () => ({
    ...{ what: 'post and wait', method: 'POST', path: '/transactions', headers: { Prefer: 'wait=10' } },
    body: JSON.stringify(oneTransaction()),
  }),
  () => ({ what: 'ledger', path: '/ledger' }),
  () => ({ what: 'balance', path: '/accounts/code/CASH/balance' }),
  () => ({ what: 'transactions', path: '/transactions?limit=20' }),
];
