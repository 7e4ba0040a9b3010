/** Signed-in people, as their browsers send requests: with a cookie, the page's CSRF token, and the page's origin. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Role } from '../../src/modules/access';
import { record } from './answers';
import { client, type Answer, type Client } from './client';
import { expected, type TestBooks, type TestLedger } from './ledger';

export const goodPassword = 'three plain words here';

export interface Person {
  readonly id: string;
  readonly email: string;
  /** The cookie as `name=value`, as the browser sends it. */
  readonly cookie: string;
  readonly csrfToken: string;
  /** A client for these books, with all the headers that a page of the console sends. */
  on(books: Pick<TestBooks, 'ledger'>, headers?: Readonly<Record<string, string>>): Client;
  /** A client with all the headers that a page of the console sends, without a ledger. */
  readonly page: Client;
}

export type Process = Pick<TestLedger, 'app' | 'baseUrl'>;

/** The cookie that an answer sets; empty if it sets none. */
export const cookieIn = ({ headers }: Pick<Answer, 'headers'>): string =>
  (headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';

/** Invites an operator, who then sets a password. */
export const join = async (
  process: Process,
  {
    role = 'admin',
    tenantId = null,
  }: { readonly role?: Role; readonly tenantId?: TestBooks['ledger']['tenantId'] | null } = {},
): Promise<Person> => {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const { url } = expected(
    await process.app.access.operators.invite({ email, name: 'Anna', role, tenantId }, 'command line'),
  );
  const token = url.split('#')[1];
  const answer = await fromPage(process).post('//console/invitation', { token, password: goodPassword });
  return personOf(process, answer);
};

/** A client with the headers of a page before anybody has signed in. */
export const fromPage = (
  { baseUrl }: Pick<Process, 'baseUrl'>,
  headers: Readonly<Record<string, string>> = {},
): Client => withHeaders(client(baseUrl), { Origin: baseUrl, ...headers });

export const signIn = async (process: Process, email: string, password = goodPassword): Promise<Answer> =>
  fromPage(process).post('//console/session', { email, password });

/** The person who is signed in by this answer. */
export const personOf = ({ baseUrl }: Pick<Process, 'baseUrl'>, answer: Answer): Person => {
  if (answer.status !== 200) throw new Error(`nobody is signed in: ${answer.status} ${JSON.stringify(answer.body)}`);
  const { operator, csrf_token: csrfToken } = answer.body.data;
  const cookie = cookieIn(answer);
  const sent = { Cookie: cookie, Origin: baseUrl, 'X-CSRF-Token': csrfToken };
  return {
    ...{ id: operator.id, email: operator.email, cookie, csrfToken },
    on: ({ ledger }, headers = {}) => withHeaders(client(baseUrl), { ...sent, 'X-Ledger': ledger.id, ...headers }),
    page: withHeaders(client(baseUrl), sent),
  };
};

/** A client that adds these headers to every request. A request's own headers override them, and empty headers are not sent. */
export const withHeaders = (api: Client, always: Readonly<Record<string, string>>): Client => {
  const all = (more: Record<string, string> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries({ ...always, ...more }).filter(([, value]) => value !== ''));
  return {
    get: (path, headers) => api.get(path, all(headers)),
    post: (path, body, headers) => api.post(path, body, all(headers)),
    put: (path, body, headers) => api.put(path, body, all(headers)),
    patch: (path, body, headers) => api.patch(path, body, all(headers)),
    delete: (path, headers) => api.delete(path, all(headers)),
    send: (method, path, text, headers) => api.send(method, path, text, all(headers)),
  };
};

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
  /** The loopback address to send from; by default 127.0.0.1. */
  readonly from?: string;
}

/** Sends a request with any Host header from any loopback address. */
export const ask = (baseUrl: string, { method = 'GET', path, headers = {}, body, from }: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
    const length = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
    const sent = request(
      {
        ...{ hostname, port, method, path, agent: false, ...(from === undefined ? {} : { localAddress: from }) },
        headers: { ...(body === undefined ? {} : length), ...headers },
      },
      (response) => {
        let received = '';
        response.setEncoding('utf8').on('data', (part: string) => (received += part));
        response.on('end', () => {
          const { statusCode: status = 0 } = response;
          const told = new Headers();
          for (const [name, value] of Object.entries(response.headersDistinct))
            for (const one of value ?? []) told.append(name, one);
          try {
            const answer = { status, headers: told, body: received === '' ? undefined : JSON.parse(received) };
            record({ method, url: baseUrl + path, ...answer });
            resolve(answer);
          } catch (fault) {
            reject(fault as Error);
          }
        });
      },
    );
    sent.on('error', reject).end(text);
  });
