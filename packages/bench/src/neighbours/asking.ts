/**
 * Sends one request over HTTP, reads the response to its end, and drops it, so that the process creates few objects: it shares two cores
 * with the service. Unlike the connections in `load/`, this client supports responses of any length, streams, and connections that break.
 */
import { Agent, request } from 'node:http';
import { apiPath } from '../../../../src/app/server';
import type { Target } from '../load/connection';

export interface Question {
  readonly method?: 'POST';
  /** The path below /api/v1. If it begins with `//`, it is a path of the host: `//healthz` is `/healthz`. */
  readonly path: string;
  /** The body as JSON text. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The local address to send from, for requests without an API key. Undefined: the request has the API key. */
  readonly from?: string;
}

/** Resolves to the status of the response; 0 if the connection broke, or if no response came in time. */
export type Asking = (question: Question) => Promise<number>;

/** Keeps connections alive and opens at most `maxConnections`. Further requests wait until a connection is free. */
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
