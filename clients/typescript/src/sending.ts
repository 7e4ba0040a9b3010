/**
 * How requests are sent and sent again. A retry never lies: what was refused is not repeated, and what may have been done is
 * repeated only where that does no harm. 429 says that this attempt did nothing. 503 may mean that the ledger went away while it
 * wrote, so a write without a key is not repeated after it, nor after a connection that broke. An attempt that may have been done
 * leaves the whole call in doubt until an answer says what became of it.
 */
import type { AnyCall, Asked, Sending } from './asking.ts';
import { fileOf } from './file.ts';
import { Listing, type PageAnswer } from './listing.ts';
import { prepare, type Prepared } from './prepared.ts';
import { LedgerUnreachable } from './refusal.ts';
import { isOfLedger, refusalOf } from './refused.ts';

export interface LedgerClientOptions {
  /** Where the service is, without /api/v1. */
  readonly baseUrl: string;
  readonly key: string;
  /** How long one attempt may take, in milliseconds; 30,000 when not said. */
  readonly timeoutMs?: number;
  /** How often a request is sent at the most; 5 when not said. */
  readonly maxAttempts?: number;
  /** Waits longer than this are the caller's business: what asked for them is thrown; 30 seconds when not said. */
  readonly maxWaitSeconds?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export const defaultTimeoutMs = 30_000;
const defaultMaxAttempts = 5;
const defaultMaxWaitSeconds = 30;
const firstPauseMs = 100;

export const createSending = (options: LedgerClientOptions): Sending => {
  const send = createAttempts(options);
  const json = async <Body>(asked: Asked, call: AnyCall): Promise<Body> =>
    JSON.parse((await send(asked, call, 'text')).text) as Body;
  return {
    one: async <Data>(asked: Asked, call: AnyCall) => (await json<{ readonly data: Data }>(asked, call)).data,
    list: <Item, Meta>(asked: Asked, call: AnyCall) =>
      new Listing<Item, Meta>(({ cursor }) =>
        json<PageAnswer<Item, Meta>>(
          cursor === undefined ? asked : { ...asked, query: { ...asked.query, cursor } },
          call,
        ),
      ),
    file: async (asked, call) => fileOf((await send({ accept: '*/*', ...asked }, call, 'stream')).response),
  };
};

/** An answer of the ledger that is no refusal. Of a file, only its beginning has come. */
interface Answered {
  readonly response: Response;
  readonly text: string;
}

export type Send = (asked: Asked, call: AnyCall, read: 'text' | 'stream') => Promise<Answered>;

export const createAttempts =
  ({
    baseUrl,
    key,
    timeoutMs = defaultTimeoutMs,
    maxAttempts = defaultMaxAttempts,
    maxWaitSeconds = defaultMaxWaitSeconds,
    fetch = globalThis.fetch,
  }: LedgerClientOptions): Send =>
  async (asked, call, read) => {
    const prepared = prepare(baseUrl.replace(/\/+$/, ''), key, asked, call);
    let isInDoubt = false;
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(fetch, prepared, call, call.timeoutMs ?? timeoutMs, read);
      if ('answered' in outcome) {
        const { response, text } = outcome.answered;
        call.onAnswer?.({ status: response.status, headers: response.headers });
        if (response.ok) return outcome.answered;
        const refusal = refusalOf(response, text, prepared, isInDoubt);
        const waitMs = pauseAfterRefusal(response, refusal.code, prepared, attempt);
        if (waitMs === undefined || attempt >= maxAttempts || waitMs > maxWaitSeconds * 1_000) throw refusal;
        isInDoubt = refusal.mayHaveHappened;
        await pause(waitMs, call.signal);
        continue;
      }
      if (!prepared.isRepeatable || !outcome.mayPass || attempt >= maxAttempts)
        throw new LedgerUnreachable(outcome.lost, prepared.sent, attempt, !prepared.isRead, outcome.cause);
      isInDoubt = true;
      await pause(backOffMs(attempt), call.signal);
    }
  };

type Attempt =
  | { readonly answered: Answered }
  /** No answer, or none of the ledger's; `mayPass` where another attempt may find it. */
  | { readonly lost: string; readonly mayPass: boolean; readonly cause?: unknown };

const attemptOnce = async (
  fetch: typeof globalThis.fetch,
  { url, method, headers, body }: Prepared,
  { signal }: AnyCall,
  timeoutMs: number,
  read: 'text' | 'stream',
): Promise<Attempt> => {
  signal?.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const aborted = signal ? AbortSignal.any([late.signal, signal]) : late.signal;
  try {
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }), signal: aborted });
    const isStreamed = read === 'stream' && response.ok;
    const text = isStreamed ? '' : await response.text();
    if (isStreamed || isOfLedger(text)) return { answered: { response, text } };
    const { status } = response;
    // What stands between may be away for a moment; everything else that it says, it will say again.
    return { lost: `Something that is not the ledger answered ${status}.`, mayPass: status >= 500 };
  } catch (cause) {
    // The caller's own wish is no fault.
    signal?.throwIfAborted();
    const isLate = late.signal.aborted;
    return {
      lost: isLate ? `There was no answer within ${timeoutMs} ms.` : 'The connection broke.',
      mayPass: true,
      cause,
    };
  } finally {
    clearTimeout(timer);
  }
};

/** How long to wait before the same is asked again, in milliseconds; undefined where it is not. */
const pauseAfterRefusal = (
  { status, headers }: Response,
  code: string,
  { isRepeatable }: Prepared,
  attempt: number,
): number | undefined => {
  const saidMs = 1_000 * Number(headers.get('Retry-After') ?? 1);
  if (status === 429) return saidMs;
  if (status === 503 && isRepeatable) return saidMs;
  // The first request with this key still runs, or its connection broke before this one came: its answer is awaited.
  return code === 'idempotency_key_in_use' ? backOffMs(attempt) : undefined;
};

/** Twice as long each time, and never the same for two callers who broke off together. */
export const backOffMs = (attempt: number): number => firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random());

export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
};
