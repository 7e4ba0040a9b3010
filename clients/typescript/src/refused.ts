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

export const refusalOf = ({ status, headers }: Response, text: string, { isRead, sent }: Prepared): LedgerRefusal => {
  const { code = 'INTERNAL_ERROR', message, errors, data } = JSON.parse(text) as Envelope;
  const retryAfter = headers.get('Retry-After');
  return new LedgerRefusal(status, code, message ?? `answered ${status}`, {
    ...(errors === undefined ? {} : { errors }),
    retryAfterSeconds: retryAfter === null ? undefined : Number(retryAfter),
    requestId: headers.get('X-Request-Id') ?? undefined,
    mayHaveHappened: !isRead && status >= 500,
    data,
    request: sent,
  });
};
