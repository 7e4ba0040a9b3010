/** Reads refusals, and distinguishes the ledger's answers from the answers of proxies. */
import type { Open, RefusalCode } from './generated/models.ts';
import type { Prepared } from './prepared.ts';
import { LedgerRefusal } from './refusal.ts';

/** The JSON body of every answer from the ledger. */
export interface Envelope {
  readonly success: boolean;
  readonly code?: Open<RefusalCode>;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data?: unknown;
  readonly meta?: unknown;
}

/**
 * Reads the envelope of an answer. Returns undefined if the answer is not from the ledger, for example from a proxy: the ledger's successes
 * have `data`, and its refusals have a `code`.
 */
export const envelopeIn = ({ ok, status }: Pick<Response, 'ok' | 'status'>, text: string): Envelope | undefined => {
  let body: Envelope | null;
  try {
    body = JSON.parse(text) as Envelope | null;
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null) return undefined;
  const isAnswer = ok ? body.success === true && 'data' in body : body.success === false && status >= 400;
  return isAnswer && (ok || typeof body.code === 'string') ? body : undefined;
};

const imfDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads Retry-After, a number of seconds or a date (RFC 9110). Returns seconds; undefined if the header has a different form. */
export const retryAfterSeconds = (headers: Headers): number | undefined => {
  const said = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,9})?$/.test(said)) return Number(said);
  const until = imfDate.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1_000);
};

const keyInUse = 'idempotency_key_in_use';

/** Returns whether a request still runs on the server that has the key of this request, or of an item of this batch. */
export const isStillRunning = ({ code, data }: Pick<Envelope, 'code' | 'data'>): boolean => {
  if (code === keyInUse) return true;
  const { results } = (data ?? {}) as { readonly results?: unknown };
  return (
    Array.isArray(results) && results.some((result: { readonly code?: unknown } | null) => result?.code === keyInUse)
  );
};

/** Returns whether the answer accepts a batch but leaves items undecided, because requests with their keys still run on the server. */
export const isUndecided = ({ status }: Response, envelope: Envelope, { isRead }: Prepared): boolean =>
  status === 202 && !isRead && isStillRunning(envelope);

/** The code and the message of a batch that stays undecided, whose answer has none. */
const undecided = {
  code: keyInUse,
  message: 'Items of this batch have idempotency keys of requests that are still running. See data.results.',
} as const;

/**
 * True for refusals that the ledger sends before it looks up the idempotency key, and for those that find the key in use. They do not show
 * whether an earlier attempt took effect.
 */
const leavesDoubt = (status: number, envelope: Envelope): boolean =>
  [401, 403, 429].includes(status) || isStillRunning(envelope);

/**
 * Returns the refusal in an answer. The 202 of an undecided batch counts as a refusal too. `isInDoubt` is true if an earlier attempt of the
 * same request may have taken effect.
 */
export const refusalOf = (
  { ok, status, headers }: Response,
  envelope: Envelope,
  { isRead, sent }: Prepared,
  isInDoubt: boolean,
): LedgerRefusal => {
  const { code = 'INTERNAL_ERROR', message, errors, data } = ok ? { ...envelope, ...undecided } : envelope;
  return new LedgerRefusal(status, code, message ?? `answered ${status}`, {
    ...(errors === undefined ? {} : { errors }),
    retryAfterSeconds: retryAfterSeconds(headers),
    requestId: headers.get('X-Request-Id') ?? undefined,
    mayHaveHappened: !isRead && (ok || status >= 500 || (isInDoubt && leavesDoubt(status, envelope))),
    data,
    request: sent,
  });
};
