/** Reads refusals, and tells the ledger's answers from those of what stands in between. */
import type { Open, RefusalCode } from './generated/models.ts';
import type { Prepared } from './prepared.ts';
import { LedgerRefusal } from './refusal.ts';

/** The shape of every answer of the ledger. */
export interface Envelope {
  readonly success: boolean;
  readonly code?: Open<RefusalCode>;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data?: unknown;
  readonly meta?: unknown;
}

/** Undefined where something that is not the ledger answered: the ledger's success has data, and its refusal a code. */
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

/** Seconds, from a number of them or from a date, as RFC 9110 allows; undefined where it is neither. */
export const retryAfterSeconds = (headers: Headers): number | undefined => {
  const said = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,9})?$/.test(said)) return Number(said);
  const until = imfDate.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1_000);
};

/** The ledger answers like this before it looks whether the key was used: it does not say what became of an earlier attempt. */
const leavesDoubt = (status: number, code: string): boolean =>
  [401, 403, 429].includes(status) || code === 'idempotency_key_in_use';

/** `isInDoubt`: whether an earlier attempt of the same request may have been done. */
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
