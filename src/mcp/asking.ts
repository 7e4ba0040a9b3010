/** Asks the REST API of a ledger, as any other program does: by its address and a key. */
import type { McpClock } from './clock';

export interface Api {
  get(path: string, query: Query): Promise<Answer>;
  /** `idempotencyKey` makes a repetition harmless. */
  post(path: string, body: object, options?: Posting): Promise<Answer>;
}

export type Query = Readonly<Record<string, string>>;

export interface Posting {
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

/** What the ledger gave, or why it did not. */
export type Answer =
  | { readonly ok: true; readonly data: unknown; readonly meta?: unknown }
  | { readonly ok: false; readonly refused: Refused };

export interface Refused {
  /** 0 where there was no answer. */
  readonly status: number;
  readonly code: string;
  /** Cause and cure. */
  readonly message: string;
  readonly errors?: unknown;
  readonly retry_after_seconds?: number;
}

interface Envelope {
  readonly success: boolean;
  readonly data?: unknown;
  readonly meta?: unknown;
  readonly code?: string;
  readonly message?: string;
  readonly errors?: unknown;
}

const timeoutMs = 30_000;
const apiPath = '/api/v1';

export const createApi = (ledgerUrl: string, key: string, clock: McpClock): Api => {
  const ask = async (
    method: string,
    path: string,
    query: Query,
    body?: object,
    headers: Query = {},
  ): Promise<Answer> => {
    const search = new URLSearchParams(query).toString();
    const url = `${ledgerUrl.replace(/\/+$/, '')}${apiPath}${path}${search === '' ? '' : `?${search}`}`;
    const late = new AbortController();
    const deadline = clock.deadline(timeoutMs, () => late.abort(new DOMException('too late', 'TimeoutError')));
    try {
      const response = await fetch(url, {
        method,
        redirect: 'error',
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: late.signal,
      });
      return answerIn(response, (await response.json()) as Envelope);
    } catch (error) {
      return { ok: false, refused: unreachable(ledgerUrl, method, error) };
    } finally {
      deadline.cancel();
    }
  };
  return {
    get: (path, query) => ask('GET', path, query),
    post: (path, body, { dryRun = false, idempotencyKey } = {}) =>
      ask('POST', path, dryRun ? { dry_run: 'true' } : {}, body, {
        Prefer: dryRun ? 'handling=strict' : 'wait=10, handling=strict',
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      }),
  };
};

const answerIn = ({ ok, status, headers }: Response, { data, meta, ...rest }: Envelope): Answer => {
  if (ok && rest.success) return { ok, data, ...(meta === undefined ? {} : { meta }) };
  const { code = 'UNKNOWN', message = `The answer was ${status}.`, errors } = rest;
  const retryAfter = headers.get('Retry-After');
  return {
    ok: false,
    refused: {
      status,
      code,
      message,
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfter === null ? {} : { retry_after_seconds: Number(retryAfter) }),
    },
  };
};

/** Names the address, which the operator set, and nothing of the key. */
const unreachable = (ledgerUrl: string, method: string, error: unknown): Refused => ({
  status: 0,
  code: 'LEDGER_UNREACHABLE',
  message: [
    `There was no answer of a ledger at ${ledgerUrl} (${error instanceof Error ? error.name : 'fault'}).`,
    'Is it running, and is LEDGER_URL its address?',
    ...(method === 'GET'
      ? []
      : ['It may have happened: call again with the same arguments and confirmation, nothing is done twice.']),
  ].join(' '),
});
