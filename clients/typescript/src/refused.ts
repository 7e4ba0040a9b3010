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

/**
 * True for refusals that the ledger sends before it looks up the idempotency key. They do not show whether an earlier attempt took effect.
 */
const leavesDoubt = (status: number, code: string): boolean =>
  [401, 403, 429].includes(status) || code === 'idempotency_key_in_use';

/** `isInDoubt` is true if an earlier attempt of the same request may have taken effect. */
export const refusalOf = (
  { status, headers }: Response,
  { code = 'INTERNAL_ERROR', message, errors, data }: Envelope,
  { isRead, sent }: Prepared,
  isInDoubt: boolean,
): LedgerRefusal => {
  return new LedgerRefusal(status, code, message ?? `answered ${status}`, {
    ...(errors === undefined ? {} : { errors }),
    retryAfterSeconds: retryAfterSeconds(headers),
    requestId: headers.get('X-Request-Id') ?? undefined,
    mayHaveHappened: !isRead && (status >= 500 || (isInDoubt && leavesDoubt(status, code))),
    data,
    request: sent,
  });
};
