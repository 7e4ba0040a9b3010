/** A test's client of the API: it sends a path and a body, and returns the whole answer after checking it against the document. */
import { Agent, request } from 'node:http';
import { record } from './answers';
import { lookForLeaks } from './leaks';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body of the answer, as JSON. It is loosely typed, because tests read any member. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a body that may be invalid JSON. */
  send(
    method: string,
    path: string,
    text: string | Buffer | undefined,
    headers?: Record<string, string>,
  ): Promise<Answer>;
}

/** Creates a client. Paths are below /api/v1, unless they begin with `//`. */
export const client = (baseUrl: string, key?: string): Client => {
  const send: Client['send'] = async (method, path, text, headers = {}) => {
    const url = path.startsWith('//') ? baseUrl + path.slice(1) : `${baseUrl}/api/v1${path}`;
    const {
      status,
      headers: received,
      text: answer,
    } = await exchange(method, url, text, {
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
      ...headers,
    });
    const body = answer === '' ? undefined : readBody(answer);
    lookForLeaks('an answer', isKeyShown(method, url, status) ? withoutShownKey(answer) : answer);
    record({ method, url, status, body, headers: received });
    return { status, headers: received, body };
  };
  const json =
    (method: string) =>
    (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(method, path, body === undefined ? undefined : JSON.stringify(body), {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      });
  return {
    get: (path, headers) => send('GET', path, undefined, headers),
    post: json('POST'),
    put: json('PUT'),
    patch: json('PATCH'),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
    send,
  };
};

/** Closes an idle connection after 4 seconds, long before the service does, which waits 65 seconds. */
const agent = new Agent({ keepAlive: true, timeout: 4_000 });

/** Uses `node:http`, because the streams and signals of `fetch` took a tenth of the suite's processor time. Does not follow redirects. */
const exchange = (
  method: string,
  url: string,
  text: string | Buffer | undefined,
  headers: Record<string, string>,
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const body = typeof text === 'string' ? Buffer.from(text) : text;
    const sent = request(url, {
      method,
      agent,
      headers: {
        Accept: '*/*',
        ...(typeof text === 'string' && { 'Content-Type': 'text/plain;charset=UTF-8' }),
        ...(body && { 'Content-Length': body.length }),
        ...headers,
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: headersOf(response.rawHeaders),
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.end(body);
  });

/** `raw` holds names and values alternately. */
const headersOf = (raw: readonly string[]): Headers => {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '');
  return headers;
};

/** True for the two answers that contain a new key. */
const isKeyShown = (method: string, url: string, status: number): boolean =>
  method === 'POST' && status === 201 && /\/admin\/v1\/keys(\/[\w-]+\/rotate)?$/.test(new URL(url).pathname);

const withoutShownKey = (answer: string): string => answer.replace(/"key":"sk_\w+"/, '');

/** Retries at once while the service answers 503: it has written nothing, and the refused request has already waited in the service. */
export const patient = (api: Client): Client => {
  const again = (ask: () => Promise<Answer>) => async (): Promise<Answer> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await ask();
      if (answer.status !== 503 || attempt === maxAttempts) return answer;
    }
  };
  return {
    get: (...given) => again(() => api.get(...given))(),
    post: (...given) => again(() => api.post(...given))(),
    put: (...given) => again(() => api.put(...given))(),
    patch: (...given) => again(() => api.patch(...given))(),
    delete: (...given) => again(() => api.delete(...given))(),
    send: (...given) => again(() => api.send(...given))(),
  };
};

const maxAttempts = 1_000;

const readBody = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** All items of a list, read page by page. */
export const everyPage = async (api: Client, path: string): Promise<Answer['body'][]> => {
  const items: Answer['body'][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Answer = await api.get(
      `${path}${path.includes('?') ? '&' : '?'}limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    if (page.status !== 200) throw new Error(JSON.stringify(page.body));
    items.push(...page.body.data);
    const { pagination } = page.body.meta;
    cursor = (pagination.pagination ?? pagination).next_cursor;
  }
  return items;
};

/** Resolves once the ledger has no pending transaction. */
export const quiet = (api: Client): Promise<void> => emptied(api, '/transactions?status=pending');

/** Resolves once the list is empty. Each item must leave the list with an event: the list is read again after each event. */
export const emptied = async (api: Client, list: string): Promise<void> => {
  const read = async (path: string, headers?: Record<string, string>): Promise<Answer['body']> => {
    const { status, body } = await patient(api).get(path, headers);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  };
  for (;;) {
    const { head_sequence: head } = (await read('/events?limit=1')).meta;
    if ((await read(`${list}&limit=1`)).data.length === 0) return;
    await read(`/events?after_sequence=${head}&limit=1`, { Prefer: 'wait=30' });
  }
};
