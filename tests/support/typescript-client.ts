/** Requests that a client posts, and fetch functions that fail. */
import {
  createLedgerClient,
  type LedgerClient,
  type LedgerClientOptions,
  type NewTransaction,
} from '../../clients/typescript/src';
import { freshKey } from './requests';

export const sale = (fields: Partial<NewTransaction> = {}, amount = '10.50'): NewTransaction => ({
  effective_date: '2026-01-15',
  description: 'Cash sale',
  idempotency_key: freshKey(),
  entries: [
    { account_code: 'CASH', type: 'debit', amount },
    { account_code: 'SALES', type: 'credit', amount },
  ],
  ...fields,
});

export type Failure = 'breaks' | 'never answers' | Response;

/** A client whose first requests fail in these ways. It records the idempotency keys of all requests. */
export const failing = (
  where: Pick<LedgerClientOptions, 'baseUrl' | 'key'>,
  failures: readonly Failure[],
  options: Partial<LedgerClientOptions> = {},
): { readonly client: LedgerClient; readonly keys: readonly (string | null)[] } => {
  const left = [...failures];
  const keys: (string | null)[] = [];
  const fetch = (async (url: string, request: RequestInit) => {
    keys.push(new Headers(request.headers).get('Idempotency-Key'));
    const failure = left.shift();
    if (failure === 'never answers')
      return new Promise((_, reject) => {
        request.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    if (failure === 'breaks') {
      // The service executes the request, but the answer is lost.
      await globalThis.fetch(url, request);
      throw new TypeError('fetch failed');
    }
    return failure ?? globalThis.fetch(url, request);
  }) as typeof globalThis.fetch;
  const client = createLedgerClient({ ...where, fetch, ...options });
  return { client, keys };
};

export const refusal = (status: number, code: string, retryAfter = '0') =>
  new Response(JSON.stringify({ success: false, code, message: 'Not now.' }), {
    status,
    headers: { 'Retry-After': retryAfter },
  });
export const busy = (retryAfter?: string) => refusal(503, 'SERVICE_UNAVAILABLE', retryAfter);
export const strange = (status: number) => new Response('<html>Bad gateway</html>', { status });
