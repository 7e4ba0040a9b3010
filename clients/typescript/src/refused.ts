/** Reads refusals, and tells the ledger's answers from those of what stands in between. */
import type { RefusalCode } from './generated/models.ts';
import type { Prepared } from './prepared.ts';
import { LedgerRefusal } from './refusal.ts';

interface Envelope {
  readonly success: boolean;
  readonly code?: RefusalCode;
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly data?: unknown;
}

export const isOfLedger = (text: string): boolean => {
  try {
    const body = JSON.parse(text) as Envelope | null;
    return typeof body === 'object' && body !== null && typeof body.success === 'boolean';
  } catch {
    return false;
  }
};

/** The ledger answers like this before it looks whether the key was used: it does not say what became of an earlier attempt. */
const leavesDoubt = (status: number, code: RefusalCode): boolean =>
  [401, 403, 429].includes(status) || code === 'idempotency_key_in_use';

/** `isInDoubt`: whether an earlier attempt of the same request may have been done. */
export const refusalOf = (
  { status, headers }: Response,
  text: string,
  { isRead, sent }: Prepared,
  isInDoubt: boolean,
): LedgerRefusal => {
  const { code = 'INTERNAL_ERROR', message, errors, data } = JSON.parse(text) as Envelope;
  const retryAfter = headers.get('Retry-After');
  return new LedgerRefusal(status, code, message ?? `answered ${status}`, {
    ...(errors === undefined ? {} : { errors }),
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
    requestId: headers.get('X-Request-Id') ?? undefined,
    mayHaveHappened: !isRead && (status >= 500 || (isInDoubt && leavesDoubt(status, code))),
    data,
    request: sent,
  });
};
