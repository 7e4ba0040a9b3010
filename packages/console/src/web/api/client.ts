/**
 * The API client of all pages. The types of paths, fields and answers of /api/v1 and /admin/v1 come from the API's documents, so a page
 * cannot send a request that the API does not have. The session cookie identifies the person, `X-Ledger` the ledger, and `X-CSRF-Token`
 * proves that a write comes from a page of the console.
 */
import createFetchClient from 'openapi-fetch';
import type { paths as adminPaths } from '../../../../../clients/typescript/admin-schema';
import type { paths } from '../../../../../clients/typescript/schema';
import { markWrite, problemOf, unreachable, type Answer } from './answer';
import { recordRequest } from './recorded-requests';
import { createStore } from './store';

export type { AdminSchemas, Schemas } from './schemas';

/** The values of the headers that are added to requests. The session module sets them. */
export const requestContext = createStore<{
  readonly csrfToken?: string;
  readonly ledgerId?: string;
  /** The id of the person for whom the page was rendered. */
  readonly operatorId?: string;
}>({});
/** The number of answers that reported the end of the session. Other code watches this store. */
export const sessionsLost = createStore(0);

const isUnsafe = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * The request that waits for the person's password; undefined if none waits. The service requires the password again before acts that give
 * somebody access.
 */
export const passwordAsked = createStore<{ readonly answer: (isGiven: boolean) => void } | undefined>(undefined);

/** The person who has signed in in another tab of the browser, so that this page belongs to nobody who is signed in. */
export const otherPerson = createStore<{ readonly name: string; readonly email: string } | undefined>(undefined);

const bodyOf = async <Body>(response: Response): Promise<Partial<Body>> =>
  ((await response
    .clone()
    .json()
    .catch(() => undefined)) ?? {}) as Partial<Body>;

interface SessionBody {
  readonly data: {
    readonly csrf_token: string;
    readonly operator: { readonly id: string; readonly name: string; readonly email: string };
  };
}

/**
 * Called when the service refused the page's CSRF token, because somebody has signed in in another tab. If it is the same person, the page
 * continues with the new token.
 */
const isStillSamePerson = async (): Promise<boolean> => {
  const { data } = await bodyOf<SessionBody>(await fetch('/console/session', { credentials: 'same-origin' }));
  if (data === undefined) return false;
  const { id, name, email } = data.operator;
  const isSame = id === requestContext.get().operatorId;
  if (isSame) requestContext.set({ ...requestContext.get(), csrfToken: data.csrf_token });
  else otherPerson.set({ name, email });
  return isSame;
};

/** Returns whether a refused write may be sent again: the person has confirmed the password, or the page has a new CSRF token. */
const mayRepeat = async (response: Response): Promise<boolean> => {
  if (response.status !== 403) return false;
  const { code } = await bodyOf<{ readonly code: string }>(response);
  if (code === 'PASSWORD_REQUIRED') return confirmed();
  return code === 'CSRF_TOKEN_INVALID' && isStillSamePerson();
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

/** The paths that return 401 as long as nobody is signed in. For them, 401 does not mean that a session has ended. */
const tellsWhoIsThere = /^\/console\/(?!ledgers\/)/;

/** Sends a request of the page, and records it, so that the page can show its requests as code. */
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

/** Dry runs, previews and signing in change nothing in the books. */
const isWrite = ({ method, url }: Request): boolean => {
  const { pathname, searchParams } = new URL(url);
  return (
    isUnsafe(method) &&
    /^\/(api|admin)\//.test(pathname) &&
    !searchParams.has('dry_run') &&
    !/\/validate-params$/.test(pathname)
  );
};

const answerTo = async (request: Request): Promise<Response> => {
  const marks = isWrite(request);
  try {
    const response = await fetch(request);
    if (marks) markWrite(response);
    return response;
  } catch (error) {
    if (marks) markWrite(error as object);
    throw error;
  }
};

const sendQuietly = async (given: Request): Promise<Response> => {
  const request = new Request(given, { credentials: 'same-origin' });
  const { csrfToken, ledgerId } = requestContext.get();
  const { pathname } = new URL(request.url);
  // If a request is for a ledger other than the open one, its caller has set X-Ledger.
  const namesLedger = request.headers.has('X-Ledger');
  if (ledgerId !== undefined && pathname.startsWith('/api/') && !namesLedger) request.headers.set('X-Ledger', ledgerId);
  if (csrfToken !== undefined && isUnsafe(request.method)) request.headers.set('X-CSRF-Token', csrfToken);
  const again = isUnsafe(request.method) ? request.clone() : undefined;
  const response = await answerTo(request);
  if (again !== undefined && (await mayRepeat(response))) {
    again.headers.set('X-CSRF-Token', requestContext.get().csrfToken ?? '');
    return answerTo(again);
  }
  if (response.status === 401 && !tellsWhoIsThere.test(pathname)) sessionsLost.set(sessionsLost.get() + 1);
  return response;
};

/** The client for /api/v1: `await ask(client.GET('/api/v1/accounts', { params: { query: { limit: 50 } } }))`. */
export const client = createFetchClient<paths>({ baseUrl: location.origin, fetch: send });

/** The client for /admin/v1, for administrators: `await ask(adminClient.GET('/admin/v1/keys', { params: { query: { limit: 50 } } }))`. */
export const adminClient = createFetchClient<adminPaths>({ baseUrl: location.origin, fetch: send });

/** The client for requests that are not part of the page's content, such as suggestions while a person types. They are not recorded. */
export const quietClient = createFetchClient<paths>({ baseUrl: location.origin, fetch: sendQuietly });

/** Calls a route that the generated clients do not have: those of the session, and the readiness of the service. */
export const call = async <Data>(method: string, path: string, body?: object): Promise<Answer<Data>> => {
  try {
    const headers = body === undefined ? undefined : { 'Content-Type': 'application/json' };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await send(new Request(new URL(path, location.origin), { method, headers, body: text }));
    if (response.status === 204) return { ok: true, data: undefined as Data, pagination: undefined, meta: undefined };
    const answered = (await response.json().catch(() => undefined)) as Enveloped<Data> | undefined;
    // A successful answer without the API's envelope must be from a proxy, so it counts as a problem.
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
