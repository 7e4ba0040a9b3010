/** One request over HTTP whose answer is read to its end and thrown away: processes that share two cores build no objects. */
import { Agent, request } from 'node:http';

export interface Target {
  readonly url: string;
  readonly key: string;
}

export interface Question {
  readonly method?: 'POST' | 'PUT';
  /** Below /api/v1, unless it begins with `//`. */
  readonly path: string;
  /** JSON. */
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers the status; 0 where the connection broke, or where there was no answer in time. */
export type Asking = (question: Question) => Promise<number>;

/** Connections are kept, and no more than so many open at a time: further questions wait for one. */
export const createAsking = ({ url, key }: Target, maxConnections: number, patienceMs: number): Asking => {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections, maxFreeSockets: maxConnections });
  const { hostname, port } = new URL(url);
  return ({ method = 'GET', path, body, headers }) =>
    new Promise((resolve) => {
      const sent = request(
        {
          ...{ agent, hostname, port, method },
          path: path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
          headers: {
            Authorization: `Bearer ${key}`,
            ...(body === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (response) => {
          response.on('end', () => resolve(response.statusCode ?? 0));
          response.on('close', () => resolve(0));
          response.resume();
        },
      );
      const late = setTimeout(() => sent.destroy(), patienceMs);
      sent.on('close', () => {
        clearTimeout(late);
        resolve(0);
      });
      sent.on('error', () => undefined);
      sent.end(body);
    });
};

/** Throws what came instead. */
export const expectStatus = (
  expected: number,
  { status, body }: { readonly status: number; readonly body: unknown },
): void => {
  if (status !== expected)
    throw new Error(`${expected} was expected, and not ${status} ${JSON.stringify(body).slice(0, 500)}`);
};
