/**
 * Sends one request over HTTP, and reads the response to its end without keeping it, because processes that share two cores should create
 * few objects. Unlike the connections of `load/`, these support responses of any length, streams, and connections that break.
 */
import { Agent, request } from 'node:http';
import { apiPath } from '../../../../src/app/server';
import type { Target } from '../load/connection';

export interface Question {
  readonly method?: 'POST';
  /** The path below /api/v1; a path that begins with `//` is used without that prefix. */
  readonly path: string;
  /** The body as JSON text. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The local address to send from. A request from such an address has no API key. */
  readonly from?: string;
}

/** Resolves to the status, or to 0 if the connection broke or no response came in time. */
export type Asking = (question: Question) => Promise<number>;

/** Keeps connections alive and opens at most `maxConnections`; further requests wait for one. */
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
