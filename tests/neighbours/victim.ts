/**
 * The neighbour, a process of its own so that nothing slows its clock: it writes and reads at a steady pace, below what its
 * key may do, and looks at /healthz all the while. Time counts from the moment when a request was due.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createAsking, type Question, type Target } from './asking';
import { nowMs, steadily } from './clock';

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Sample {
  readonly dueAtMs: number;
  readonly tookMs: number;
  /** 0 for no answer. */
  readonly status: number;
  readonly what: string;
}

/** What was due within a span, and what became of it. */
export interface Seen {
  readonly samples: readonly Sample[];
  /** When /healthz answered, ascending, up to the end of the span. */
  readonly healthyAtMs: readonly number[];
}

const perSecond = 8;
const probesPerSecond = 20;
const patienceMs = 15_000;
/** Enough for everything that may be without an answer at a time. */
const maxConnections = 1_000;
const lookEveryMs = 20;

export const prepare = async (target: Target): Promise<(span: Span) => Promise<Seen>> => {
  const ask = createAsking(target, maxConnections, patienceMs);
  const samples: Sample[] = [];
  const healthyAtMs: number[] = [];
  const open = new Set<number>();
  const run = Math.random().toString(36).slice(2);

  void steadily(perSecond, Infinity, (dueAtMs, number) => {
    const { what, ...question } = questions[number % questions.length]?.(`${run}-${number}`) ?? never();
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
};

const never = (): never => {
  throw new Error('there is always a next question');
};

const questions: readonly ((key: string) => Question & { readonly what: string })[] = [
  (key) => ({
    what: 'post and wait',
    method: 'POST',
    path: '/transactions',
    headers: { Prefer: 'wait=10' },
    body: JSON.stringify({
      effective_date: '2026-01-15',
      description: 'a sale',
      idempotency_key: key,
      entries: [
        { account_code: 'CASH', type: 'debit', amount: '1.00' },
        { account_code: 'SALES', type: 'credit', amount: '1.00' },
      ],
    }),
  }),
  () => ({ what: 'ledger', path: '/ledger' }),
  () => ({ what: 'balance', path: '/accounts/code/CASH/balance' }),
  () => ({ what: 'transactions', path: '/transactions?limit=20' }),
];
