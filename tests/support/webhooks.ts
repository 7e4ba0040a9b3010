/** A receiver of webhooks on this machine, and a service that delivers to it on a clock that a test puts forward. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { replace } from '../../src/kernel/token';
import { CLOCK } from '../../src/kernel/tokens';
import type { Network } from '../../src/modules/events';
import { WEBHOOK_SENDER } from '../../src/modules/events/application/ports';
import { createHttpSender } from '../../src/modules/events/webhooks/http-sender';
import type { Answer, Client } from './client';
import { startLedger, type TestBooks, type TestLedger } from './ledger';
import { dataOf, openAccount, type Fields } from './requests';
import { until } from './service-process';

export interface Delivered {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly event: Fields & { readonly sequence: number; readonly type: string };
}

/** What is answered to a request: a status, a status with a body, or whatever a function does. */
export type Reply = number | readonly [status: number, body: string] | ((response: ServerResponse) => void);

export interface Receiver {
  readonly url: (path?: string) => string;
  readonly received: readonly Delivered[];
  /** Of what came to that path, in the order in which it came. */
  readonly sequences: (path: string) => readonly number[];
  /** How requests to that path are answered from here on; with 204 where nothing is said. */
  answer(path: string, reply: (delivered: Delivered, before: number) => Reply): void;
  readonly connections: () => number;
  close(): Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Delivered[] = [];
  const replies = new Map<string, (delivered: Delivered, before: number) => Reply>();
  let connections = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const { url: path = '', headers } = request;
      const delivered = { path, headers, text, event: JSON.parse(text) as Delivered['event'] };
      const before = received.filter((one) => one.path === path).length;
      received.push(delivered);
      const reply = replies.get(path)?.(delivered, before) ?? 204;
      if (typeof reply === 'function') reply(response);
      else if (typeof reply === 'number') response.writeHead(reply).end();
      else response.writeHead(reply[0]).end(reply[1]);
    });
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: (path = '/') => `http://127.0.0.1:${port}${path}`,
    received,
    sequences: (path) => received.filter((one) => one.path === path).map(({ event }) => event.sequence),
    answer: (path, reply) => void replies.set(path, reply),
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** What the library of Standard Webhooks reads, once it has verified it. */
export const verified = ({ text, headers }: Delivered, secret: string): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

export const isSignedBy = (delivered: Delivered, secret: string): boolean => {
  try {
    verified(delivered, secret);
    return true;
  } catch {
    return false;
  }
};

const network = (address: string, prefix: number, family: Network['family']): Network => ({ address, prefix, family });
const thisMachine = [network('127.0.0.0', 8, 'ipv4'), network('::1', 128, 'ipv6')];

export interface Delivering {
  readonly ledger: TestLedger;
  readonly receiver: Receiver;
  /** Puts the service's clock forward. */
  advance(ms: number): void;
  readonly now: () => Date;
  close(): Promise<void>;
}

/** Leases end by the same clock, so it is put forward only while nothing is on its way. */
export const startDelivering = async (): Promise<Delivering> => {
  let aheadMs = 0;
  const now = (): Date => new Date(Date.now() + aheadMs);
  const receiver = await startReceiver();
  const ledger = await startLedger([replace(CLOCK, [], () => ({ now })), toThisMachine()]);
  ledger.app.events.startDelivering();
  return {
    ...{ ledger, receiver, now },
    advance: (ms) => (aheadMs += ms),
    close: async () => {
      await ledger.app.events.stopDelivering();
      await ledger.close();
      await receiver.close();
    },
  };
};

/** Webhooks may go to this machine, over plain http. */
export const toThisMachine = () => replace(WEBHOOK_SENDER, [], () => createHttpSender({ allowed: thisMachine }));

/** Makes events: an account each. Answers their sequences. */
export const happen = async (api: Client, count: number): Promise<readonly number[]> => {
  const before = await headOf(api);
  for (let one = 0; one < count; one++) await openAccount(api);
  return Array.from({ length: count }, (_, index) => before + index + 1);
};

export const headOf = async (api: Client): Promise<number> =>
  dataOf(await api.get('/events?limit=1'), 200).head_sequence;

export const openEndpoint = async ({ api }: Pick<TestBooks, 'api'>, url: string, fields: Fields = {}) =>
  dataOf(await api.post('/webhook-endpoints', { url, ...fields }), 201);

export const endpointIn = async ({ api }: Pick<TestBooks, 'api'>, id: string): Promise<Answer['body']> =>
  dataOf(await api.get(`/webhook-endpoints/${id}`), 200);

/** Waits until so much came to that path, and a little longer for what should not. */
export const arrived = async (receiver: Receiver, path: string, count: number): Promise<readonly number[]> => {
  await until(`${count} webhooks arrive at ${path}`, () => receiver.sequences(path).length >= count, 20_000).catch(
    (error: Error) => {
      throw new Error(`${error.message}: only ${JSON.stringify(receiver.sequences(path))} came`);
    },
  );
  return receiver.sequences(path);
};

/** Time enough for what may come, where nothing should. */
export const aWhile = (): Promise<void> => delay(700);
