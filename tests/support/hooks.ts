/** Listeners for webhooks in the test's own process, each answering as it likes. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Hook {
  readonly path: string;
  readonly sequence: number;
  readonly process: string | undefined;
  readonly at: number;
}

export interface Hooks {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Hook[];
  readonly connections: () => number;
  close(): Promise<void>;
}

export type AnswerHook = (hook: Hook, response: ServerResponse, request: IncomingMessage) => void;

export const listenForHooks = async (answer: AnswerHook): Promise<Hooks> => {
  const received: Hook[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { sequence } = JSON.parse(body) as { readonly sequence: number };
      const from = request.headers['x-process'] as string | undefined;
      const hook = { path: request.url ?? '', sequence, process: from, at: Date.now() };
      received.push(hook);
      answer(hook, response, request);
    });
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export const taken: AnswerHook = (_, response) => void response.writeHead(204).end();
