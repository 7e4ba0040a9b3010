/** Calls the REST API of a ledger over HTTP with a key, as any other client does. */
import type { McpClock } from './clock';

export interface Api {
  get(path: string, query: Query): Promise<Answer>;
  /**
   * Reads a file of JSON lines whose last line is the row `known_at`; the data is the list of its rows. A file of more than `most` characters
   * is refused, and the rest of it is not read.
   */
  lines(path: string, query: Query, most: number): Promise<Answer>;
  /** Sends a POST request. With an `idempotencyKey` a repetition has no second effect. */
  post(path: string, body: object, options?: PostOptions): Promise<Answer>;
  /** Sends a PATCH request. With an `idempotencyKey` a repetition has no second effect. */
  patch(path: string, body: object, options?: Pick<PostOptions, 'idempotencyKey'>): Promise<Answer>;
}

export type Query = Readonly<Record<string, string>>;

export interface PostOptions {
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

/** The data in the ledger's response, or the reason why there is none. */
export type Answer =
  | { readonly ok: true; readonly data: unknown; readonly meta?: unknown }
  | { readonly ok: false; readonly refused: Refused };

export interface Refused {
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly code: string;
  /** The cause of the refusal, and what to do about it. */
  readonly message: string;
  readonly errors?: unknown;
  readonly retry_after_seconds?: number;
  /**
   * True if no response came and the write may have taken effect. While the confirmation is valid, repeat the write with the same arguments
   * and the same confirmation; afterwards read the result.
   */
  readonly may_have_happened?: true;
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
    read: (response: Response, mayWrite: boolean) => Promise<Answer | undefined> = async (response, mayWrite) =>
      answerIn(response, await response.text(), mayWrite, clock),
  ): Promise<Answer> => {
    const search = new URLSearchParams(query).toString();
    const url = `${ledgerUrl.replace(/\/+$/, '')}${apiPath}${path}${search === '' ? '' : `?${search}`}`;
    const mayWrite = method !== 'GET' && query['dry_run'] !== 'true';
    const late = new AbortController();
    const deadline = clock.deadline(timeoutMs, () => late.abort(new DOMException('too late', 'TimeoutError')));
    try {
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: late.signal,
      });
      return (await read(response, mayWrite)) ?? { ok: false, refused: stranger(ledgerUrl, response, mayWrite) };
    } catch (error) {
      const fault = error instanceof Error ? error.name : 'fault';
      return { ok: false, refused: unreachable(ledgerUrl, `No ledger answered (${fault})`, mayWrite) };
    } finally {
      deadline.cancel();
    }
  };
  return {
    get: (path, query) => ask('GET', path, query),
    lines: (path, query, most) =>
      ask('GET', path, query, undefined, {}, async (response, mayWrite) =>
        response.ok ? linesIn(response, most) : answerIn(response, await response.text(), mayWrite, clock),
      ),
    post: (path, body, { dryRun = false, idempotencyKey } = {}) =>
      ask('POST', path, dryRun ? { dry_run: 'true' } : {}, body, {
        Prefer: dryRun ? 'handling=strict' : 'wait=10, handling=strict',
        ...keyed(idempotencyKey),
      }),
    patch: (path, body, { idempotencyKey } = {}) =>
      ask('PATCH', path, {}, body, { Prefer: 'handling=strict', ...keyed(idempotencyKey) }),
  };
};

const keyed = (key: string | undefined): Query => (key === undefined ? {} : { 'Idempotency-Key': key });

/**
 * Reads a response. Returns undefined if it is not from the ledger, for example from a proxy: the ledger's successes have `data`, and its
 * refusals have a `code`.
 */
const answerIn = (
  { ok, status, headers }: Response,
  text: string,
  mayWrite: boolean,
  clock: McpClock,
): Answer | undefined => {
  const envelope = envelopeIn(text);
  if (envelope === undefined || envelope.success !== ok) return undefined;
  const { data, meta, code, message = `The answer was ${status}.`, errors } = envelope;
  if (ok) return data === undefined ? undefined : { ok, data, ...(meta === undefined ? {} : { meta }) };
  if (typeof code !== 'string') return undefined;
  const retryAfter = secondsIn(headers.get('Retry-After'), clock);
  return {
    ok: false,
    refused: {
      status,
      code,
      message,
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfter === undefined ? {} : { retry_after_seconds: retryAfter }),
      ...(mayWrite && status >= 500 ? { may_have_happened: true } : {}),
    },
  };
};

/** Reads the rows of a file of JSON lines, of which the last is `known_at`. Returns undefined if it is not a file of the ledger. */
const linesIn = async ({ body }: Response, most: number): Promise<Answer | undefined> => {
  if (body === null) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > most) return { ok: false, refused: tooLarge('The file has', most) };
  }
  const rows = text.trimEnd().split('\n').map(rowIn);
  if (rows[0]?.row === undefined) return undefined;
  return rows.at(-1)?.row === 'known_at' ? { ok: true, data: rows } : { ok: false, refused: cutOff };
};

const rowIn = (line: string): { readonly row?: string } | undefined => {
  try {
    return JSON.parse(line) as { readonly row?: string };
  } catch {
    return undefined;
  }
};

const cutOff: Refused = {
  status: 0,
  code: 'ANSWER_CUT_OFF',
  message: 'The file ended before its last row. Nothing of it can be used: ask again.',
};

/** Returns the refusal of an answer that is longer than a model can take. */
export const tooLarge = (cause: string, most: number): Refused => ({
  status: 0,
  code: 'ANSWER_TOO_LARGE',
  message: `${cause} more than ${most} characters. Ask for less: a smaller limit or depth, fewer days, or fewer accounts.`,
});

const envelopeIn = (text: string): Envelope | undefined => {
  try {
    const body = JSON.parse(text) as Envelope | null;
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
};

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads Retry-After, a number of seconds or a date (RFC 9110). Returns undefined if the text has a different form. */
const secondsIn = (retryAfter: string | null, clock: McpClock): number | undefined => {
  const said = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(said)) return Number(said);
  return httpDate.test(said) ? Math.max(0, Math.ceil((Date.parse(said) - clock.now().getTime()) / 1_000)) : undefined;
};

const stranger = (ledgerUrl: string, { status, type }: Response, mayWrite: boolean): Refused =>
  unreachable(
    ledgerUrl,
    type === 'opaqueredirect' || (status >= 300 && status < 400)
      ? `Something that is not the ledger answered with a redirect (${status}), and redirects are not followed`
      : `Something that is not the ledger answered ${status}`,
    mayWrite,
  );

/** The message names the address, which the operator configured, and contains no part of the key. */
const unreachable = (ledgerUrl: string, cause: string, mayWrite: boolean): Refused => ({
  status: 0,
  code: 'LEDGER_UNREACHABLE',
  message: [
    `${cause} at ${ledgerUrl}.`,
    'Check that the service runs and that LEDGER_URL is its address.',
    ...(mayWrite
      ? [
          'The change may have been made. Call again with the same arguments and confirmation: this process makes it only once while the confirmation is valid, for 15 minutes.',
          'After that, or after a restart, first read the transaction, hold or account, and see whether the change happened.',
        ]
      : []),
  ].join(' '),
  ...(mayWrite ? { may_have_happened: true } : {}),
});
