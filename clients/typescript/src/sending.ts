/**
 * Sends requests, and retries them if that is safe. A refused request is not retried, except while a request with its key still runs. If
 * the result of a request is unknown, it is retried only if a repetition has no second effect. 429 means that the ledger did not execute
 * this attempt. 503 may mean that the ledger failed during the write, so a write without a key is not retried after 503, and not after a
 * broken connection. Once the result of an attempt is unknown, `mayHaveHappened` stays true until an answer shows the result.
 */
import type { AnyCall, Asked, Sending } from './asking.ts';
import { fileOf } from './file.ts';
import { Listing, pageIn } from './listing.ts';
import { prepare, type Prepared } from './prepared.ts';
import { LedgerUnreachable, type LedgerRefusal, type SentRequest } from './refusal.ts';
import { envelopeIn, isStillRunning, isUndecided, refusalOf, type Envelope } from './refused.ts';

export interface LedgerClientOptions {
  /** The URL of the service, without /api/v1. */
  readonly baseUrl: string;
  readonly key: string;
  /** The time limit of one attempt in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** The maximum number of attempts; 5 by default. */
  readonly maxAttempts?: number;
  /** The longest pause before a retry, in seconds; 30 by default. If the service asks for a longer pause, its refusal is thrown. */
  readonly maxWaitSeconds?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export const defaultTimeoutMs = 30_000;
const defaultMaxAttempts = 5;
export const defaultMaxWaitSeconds = 30;
const firstPauseMs = 100;

export const createSending = (options: LedgerClientOptions): Sending => {
  const send = createAttempts(options);
  return {
    one: async <Data>(asked: Asked, call: AnyCall) => (await send(asked, call, 'text')).body.data as Data,
    list: <Item, Meta>(asked: Asked, call: AnyCall) =>
      new Listing<Item, Meta>(async ({ cursor }) => {
        const next = cursor === undefined ? asked : { ...asked, query: { ...asked.query, cursor } };
        const { body, sent } = await send(next, call, 'text');
        return pageIn<Item, Meta>(body) ?? raise(unreadable('The answer is no page of a list.', sent));
      }),
    file: async (asked, call) => fileOf(await send({ accept: '*/*', ...asked }, call, 'stream')),
  };
};

const raise = (error: Error): never => {
  throw error;
};

/** Returns the error for an answer that does not have the API's format. A retry would get the same answer. */
export const unreadable = (message: string, request: SentRequest, cause?: unknown): LedgerUnreachable =>
  new LedgerUnreachable(message, { request, attempts: 1, mayHaveHappened: false, mayPass: false, cause });

/** A successful answer from the ledger. The content of a file is read later. */
export interface Answered {
  readonly response: Response;
  readonly body: Envelope;
  readonly sent: SentRequest;
}

export type Send = (asked: Asked, call: AnyCall, read: 'text' | 'stream', attempts?: number) => Promise<Answered>;

export const createAttempts = ({
  baseUrl,
  key,
  timeoutMs = defaultTimeoutMs,
  maxAttempts = defaultMaxAttempts,
  maxWaitSeconds = defaultMaxWaitSeconds,
  fetch = globalThis.fetch,
}: LedgerClientOptions): Send => {
  // `fetch` would report an invalid URL or key as a network error, whose message contains the URL or the key.
  if (!isAddress(baseUrl))
    throw new TypeError(
      'baseUrl is the address of the ledger, such as http://127.0.0.1:8080, without a name and a password.',
    );
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('The key has a character that no key has, such as a line break.');
  return async (asked, call, read, attempts = maxAttempts) => {
    const prepared = prepare(baseUrl.replace(/\/+$/, ''), key, asked, call);
    let isInDoubt = false;
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(fetch, prepared, call, call.timeoutMs ?? timeoutMs, read);
      if ('answered' in outcome) {
        const { response, body } = outcome.answered;
        call.onAnswer?.({ status: response.status, headers: response.headers });
        if (response.ok && !isUndecided(response, body, prepared)) return outcome.answered;
        const refusal = refusalOf(response, body, prepared, isInDoubt);
        const waitMs = pauseAfterRefusal(refusal, prepared, attempt);
        if (waitMs === undefined || attempt >= attempts || waitMs > maxWaitSeconds * 1_000) throw refusal;
        isInDoubt = refusal.mayHaveHappened;
        await pause(waitMs, call.signal);
        continue;
      }
      const { lost, mayPass, cause } = outcome;
      if (!prepared.isRepeatable || !mayPass || attempt >= attempts)
        throw new LedgerUnreachable(lost, {
          ...{ request: prepared.sent, attempts: attempt, mayHaveHappened: !prepared.isRead, mayPass, cause },
        });
      isInDoubt = true;
      await pause(backOffMs(attempt), call.signal);
    }
  };
};

const isAddress = (text: string): boolean => {
  try {
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  } catch {
    return false;
  }
};

type Attempt =
  | { readonly answered: Answered }
  /** No answer came, or the answer was not from the ledger. `mayPass` is true if another attempt may succeed. */
  | { readonly lost: string; readonly mayPass: boolean; readonly cause?: unknown };

const attemptOnce = async (
  fetch: typeof globalThis.fetch,
  { url, method, headers, body, sent }: Prepared,
  { signal }: AnyCall,
  timeoutMs: number,
  read: 'text' | 'stream',
): Promise<Attempt> => {
  signal?.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const aborted = signal ? AbortSignal.any([late.signal, signal]) : late.signal;
  try {
    const response = await fetch(url, {
      ...{ method, headers, signal: aborted },
      // `fetch` may follow the redirect of a POST with a GET, whose answer is not the answer to the POST.
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    if (read === 'stream' && response.ok) return { answered: { response, body: { success: true }, sent } };
    const answer = envelopeIn(response, await response.text());
    return answer ? { answered: { response, body: answer, sent } } : strangerIn(response);
  } catch (cause) {
    // If the caller aborted the request, its reason is thrown unchanged.
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

/** Describes an answer that is not from the ledger. A retry may help only after a 5xx. */
const strangerIn = ({ type, status }: Response): Attempt =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)
    ? {
        lost: `Something that is not the ledger answered with a redirect${status === 0 ? '' : ` (${status})`}. Redirects are not followed: set baseUrl to the address of the ledger itself.`,
        mayPass: false,
      }
    : { lost: `Something that is not the ledger answered ${status}.`, mayPass: status >= 500 };

/** Returns the pause before a retry, in milliseconds; undefined if the request is not retried. */
const pauseAfterRefusal = (refusal: LedgerRefusal, { isRepeatable }: Prepared, attempt: number): number | undefined => {
  const { status, retryAfterSeconds = 1 } = refusal;
  if (status === 429 || (status === 503 && isRepeatable)) return 1_000 * retryAfterSeconds;
  // An earlier request with this key is still running on the server. The retry gets its result.
  return isStillRunning(refusal) ? backOffMs(attempt) : undefined;
};

/** Doubles the pause with each attempt. The random factor keeps clients that failed together from retrying together. */
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
