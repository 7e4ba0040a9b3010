/**
 * An API client for tests with a hundred thousand requests: one kept connection per ledger, and no checks of the answers. The tests of each
 * endpoint check that answers are as documented.
 */
import { Agent, request } from 'node:http';

export interface LeanAnswer {
  readonly status: number;
  readonly isReplay: boolean;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface LeanClient {
  get(path: string): Promise<LeanAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<LeanAnswer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<LeanAnswer>;
  /** Sends a request with any method to a complete path. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<LeanAnswer>;
  /** Returns all items of a list, read page by page. */
  list(path: string): Promise<readonly LeanAnswer['body'][]>;
  close(): void;
}

/** Creates a client. A request without an answer after `withinMs` milliseconds fails as if its connection had broken. */
export const leanClient = (baseUrl: string, key: string, withinMs?: number): LeanClient => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(baseUrl);
  const ask: LeanClient['ask'] = (method, path, body, headers) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const sent = request(
        {
          ...{ agent, hostname, port, method, path },
          ...(withinMs === undefined ? {} : { timeout: withinMs }),
          headers: {
            Authorization: `Bearer ${key}`,
            ...(text === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
            ...headers,
          },
        },
        (response) => {
          let answer = '';
          response.setEncoding('utf8');
          response.on('data', (part: string) => (answer += part));
          response.on('error', reject);
          response.on('aborted', () => reject(new Error('the answer broke off')));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              isReplay: response.headers['idempotency-replayed'] === 'true',
              body: JSON.parse(answer) as LeanAnswer['body'],
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${withinMs} ms`)));
      sent.end(text);
    });
  const send =
    (method: string) =>
    (path: string, body?: unknown, headers?: Record<string, string>): Promise<LeanAnswer> =>
      ask(method, `/api/v1${path}`, body, headers);
  const get = send('GET');
  return {
    get,
    post: send('POST'),
    put: send('PUT'),
    ask,
    list: async (path) => {
      const items: LeanAnswer['body'][] = [];
      for (let cursor = ''; ;) {
        const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}limit=100${cursor}`);
        expect(status).toBe(200);
        items.push(...body.data);
        const { next_cursor } = body.meta.pagination;
        if (next_cursor === null) return items;
        cursor = `&cursor=${next_cursor}`;
      }
    },
    close: () => agent.destroy(),
  };
};
