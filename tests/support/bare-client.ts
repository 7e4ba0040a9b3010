/** An HTTP client over kept-alive connections that sends paths and bodies unchanged: it encodes and corrects nothing. */
import { Agent, request } from 'node:http';
import { lookForLeaks } from './leaks';

export interface BareAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface BareClient {
  /** Sends a request. `path` is below /api/v1. */
  send(
    method: string,
    path: string,
    body?: string | Buffer,
    headers?: Readonly<Record<string, string>>,
  ): Promise<BareAnswer>;
  close(): void;
}

export const bareClient = (baseUrl: string, key: string, maxSockets = 1): BareClient => {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const { hostname, port } = new URL(baseUrl);
  return {
    send: (method, path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const sent = request(
          {
            ...{ agent, hostname, port, method, path: `/api/v1${path}` },
            headers: {
              Authorization: `Bearer ${key}`,
              ...(body === undefined
                ? {}
                : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
              ...headers,
            },
          },
          (response) => {
            let text = '';
            response.setEncoding('utf8');
            response.on('data', (part: string) => (text += part));
            response.on('error', reject);
            response.on('end', () => {
              lookForLeaks('an answer', text);
              resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
            });
          },
        );
        sent.on('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
};
