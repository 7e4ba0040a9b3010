/** Endpoints that behave as a test chooses: raw connections on this machine, each counted. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { parseNetworks, type Network } from '../../../src/kernel/network';
import type { WebhookAnswer } from '../../../src/modules/events/application/ports';
import { createTally } from '../../support/happenings';

export interface Endpoint {
  readonly port: number;
  /** The number of connections so far. */
  readonly connections: () => number;
  /** Everything received, by connection. */
  readonly received: () => readonly string[];
  /** Resolves once there have been this many connections in total. */
  readonly connected: (count: number) => Promise<void>;
  /** Resolves once this many request heads have arrived in total. */
  readonly asked: (count: number) => Promise<void>;
  /** Resolves once this many connections in total have been closed. */
  readonly closed: (count: number) => Promise<void>;
  /** Resolves once every connection is closed, by either side. */
  readonly allClosed: () => Promise<void>;
}

type Behaviour = (socket: Socket, requestsSoFar: number, connection: number) => void;

const open: Server[] = [];
const sockets = new Set<Socket>();

/** Calls `behave` for each request head that arrives, with the number of requests on the connection so far. */
export const listen = async (behave: Behaviour, host = '127.0.0.1', port = 0): Promise<Endpoint> => {
  const received: string[] = [];
  const own = new Set<Socket>();
  const [connections, closed, requests] = [createTally(), createTally(), createTally()];
  const server = createServer((socket) => {
    const connection = received.push('') - 1;
    connections.add();
    let heads = 0;
    sockets.add(socket);
    own.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      own.delete(socket);
      closed.add();
    });
    socket.on('data', (part: Buffer) => {
      received[connection] += part.toString();
      const now = (received[connection]?.match(/POST \//g) ?? []).length;
      if (now === heads) return;
      for (let head = heads; head < now; head++) requests.add();
      behave(socket, (heads = now), connection);
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  open.push(server);
  return {
    port: (server.address() as AddressInfo).port,
    ...{ connections: () => received.length, connected: connections.reaches, closed: closed.reaches },
    ...{ received: () => received, asked: requests.reaches },
    allClosed: async () => {
      for (const socket of own) await new Promise((resolve) => socket.once('close', resolve));
    },
  };
};

export const closeEndpoints = async (): Promise<void> => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
};

/** A complete answer, after which the connection stays open. */
export const answerOf = (status: number, body = '', headers: readonly string[] = []): string =>
  [`HTTP/1.1 ${status} X`, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');

export const answering =
  (status: number, body = '', headers: readonly string[] = []): Behaviour =>
  (socket) =>
    socket.write(answerOf(status, body, headers));

export const networksOf = (text: string): readonly Network[] => {
  const parsed = parseNetworks(text);
  if ('left' in parsed) throw new Error(parsed.left);
  return parsed.right;
};

export const thisMachine = networksOf('127.0.0.0/8,::1/128');

/** The answer without its duration, which differs from run to run. */
export const timeless = (answer: WebhookAnswer): object => {
  expect(answer.milliseconds).toBeGreaterThanOrEqual(0);
  const { milliseconds: _, ...rest } = answer;
  return rest;
};
