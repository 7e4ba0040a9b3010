/**
 * One request over HTTP. The answer is read to its end and thrown away, because processes that share two cores should build
 * no objects. Unlike the connections of `load/`, these bear answers of any length, streams, and connections that break.
 */
import { Agent, request } from 'node:http';
import { apiPath } from '../../../../src/app/server';
import type { Target } from '../load/connection';

export interface Question {
  readonly method?: 'POST';
  /** Below /api/v1, unless it begins with `//`. */
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of this machine that the request comes from; another one than usual brings no key. */
  readonly from?: string;
}

/** Answers the status, or 0 if the connection broke or no answer came in time. */
export type Asking = (question: Question) => Promise<number>;

/** Keeps connections and opens at most `maxConnections`; further questions wait for one. */
export const createAsking = ({ host, port, key }: Target, maxConnections: number, timeoutMs: number): Asking => {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections, maxFreeSockets: maxConnections });
  return ({ method = 'GET', path, body, headers, from }) =>
    new Promise((resolve) => {
      const sent = request(
        {
          ...{ agent, host, port, method, path: path.startsWith('//') ? path.slice(1) : `${apiPath}${path}` },
          ...(from === undefined ? {} : { localAddress: from }),
          headers: {
            ...(from === undefined ? { Authorization: `Bearer ${key}` } : {}),
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
      const late = setTimeout(() => sent.destroy(), timeoutMs);
      sent.on('close', () => {
        clearTimeout(late);
        resolve(0);
      });
      sent.on('error', () => undefined);
      sent.end(body);
    });
};
