/**
 * The API client of every page. The paths, fields and answers of /api/v1 and /admin/v1 have the types of the API's own documents,
 * so that a page cannot send a request that the API does not have. The session cookie names the person, `X-Ledger` the ledger,
 * and `X-CSRF-Token` proves that a write comes from a page of the console.
 */
import createFetchClient from 'openapi-fetch';
import type { paths as adminPaths } from '../../../../../clients/typescript/admin-schema';
import type { paths } from '../../../../../clients/typescript/schema';
import { problemOf, unreachable, type Answer } from './answer';
import { recordRequest } from './recorded-requests';
import { createStore } from './store';

export type { AdminSchemas, Schemas } from './schemas';

/** The headers of every request, set by the code that keeps the session. */
export const requestContext = createStore<{ readonly csrfToken?: string; readonly ledgerId?: string }>({});
/** Counts the answers which said that the session has ended. */
export const sessionsLost = createStore(0);

const isUnsafe = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** The request that waits until the person enters the password again. The service requires it before acts that create access. */
export const passwordAsked = createStore<{ readonly answer: (isGiven: boolean) => void } | undefined>(undefined);

const asksForPassword = async (response: Response): Promise<boolean> => {
  if (response.status !== 403) return false;
  const body = (await response
    .clone()
    .json()
    .catch(() => undefined)) as { readonly code?: string } | undefined;
  return body?.code === 'PASSWORD_REQUIRED';
};

const confirmed = (): Promise<boolean> =>
  new Promise((resolve) => {
    passwordAsked.set({
      answer: (isGiven) => {
        passwordAsked.set(undefined);
        resolve(isGiven);
      },
    });
  });

/** Paths for which 401 is an ordinary answer, because nobody needs to be signed in. */
const tellsWhoIsThere = /^\/console\/(?!ledgers\/)/;

/** Sends a request of the page, and records it so that the page can show it as code. */
export const send = async (given: Request): Promise<Response> => {
  await note(given);
  return sendQuietly(given);
};

const note = async (request: Request): Promise<void> => {
  const { pathname, search, origin } = new URL(request.url);
  if (!pathname.startsWith('/api/') && !pathname.startsWith('/admin/')) return;
  const body = isUnsafe(request.method) ? await request.clone().text() : '';
  recordRequest({
    method: request.method,
    path: pathname,
    query: search.slice(1),
    origin,
    ...(body === '' ? {} : { body }),
  });
};

const sendQuietly = async (given: Request): Promise<Response> => {
  const request = new Request(given, { credentials: 'same-origin' });
  const { csrfToken, ledgerId } = requestContext.get();
  const { pathname } = new URL(request.url);
  // A request about another ledger names that ledger itself.
  const namesLedger = request.headers.has('X-Ledger');
  if (ledgerId !== undefined && pathname.startsWith('/api/') && !namesLedger) request.headers.set('X-Ledger', ledgerId);
  if (csrfToken !== undefined && isUnsafe(request.method)) request.headers.set('X-CSRF-Token', csrfToken);
  const again = isUnsafe(request.method) ? request.clone() : undefined;
  const response = await fetch(request);
  if (again !== undefined && (await asksForPassword(response)) && (await confirmed())) {
    again.headers.set('X-CSRF-Token', requestContext.get().csrfToken ?? '');
    return fetch(again);
  }
  if (response.status === 401 && !tellsWhoIsThere.test(pathname)) sessionsLost.set(sessionsLost.get() + 1);
  return response;
};

/** `await ask(client.GET('/api/v1/accounts', { params: { query: { limit: 50 } } }))` */
export const client = createFetchClient<paths>({ baseUrl: location.origin, fetch: send });

/** `await ask(adminClient.GET('/admin/v1/keys', { params: { query: { limit: 50 } } }))`; for administrators only. */
export const adminClient = createFetchClient<adminPaths>({ baseUrl: location.origin, fetch: send });

/** For requests that do not belong to the page's content, such as suggestions while a person types. They are not recorded. */
export const quietClient = createFetchClient<paths>({ baseUrl: location.origin, fetch: sendQuietly });

/** Calls routes without a generated client: the session of /console, and the readiness of the service. */
export const call = async <Data>(method: string, path: string, body?: object): Promise<Answer<Data>> => {
  try {
    const headers = body === undefined ? undefined : { 'Content-Type': 'application/json' };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await send(new Request(new URL(path, location.origin), { method, headers, body: text }));
    if (response.status === 204) return { ok: true, data: undefined as Data, pagination: undefined, meta: undefined };
    const answered = (await response.json().catch(() => undefined)) as Enveloped<Data> | undefined;
    // An answer of 200 without the API's envelope comes from something between the browser and the API.
    if (!response.ok || answered?.success !== true) return { ok: false, problem: problemOf(answered, response) };
    const { meta, data } = answered;
    return { ok: true, data, pagination: meta?.pagination, meta };
  } catch (error) {
    return { ok: false, problem: unreachable(error) };
  }
};

interface Enveloped<Data> {
  readonly success: boolean;
  readonly data: Data;
  readonly meta?: { readonly pagination?: Extract<Answer<Data>, { ok: true }>['pagination'] };
}
