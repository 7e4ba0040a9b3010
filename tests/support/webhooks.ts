/** A receiver of webhooks on this machine, and a service that delivers to it. The test moves the service's clock ahead. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ContainerModule } from 'inversify';
import { Webhook } from 'standardwebhooks';
import { replace } from '../../src/kernel/token';
import type { Network } from '../../src/kernel/network';
import { deliveryTimes } from '../../src/modules/events/application/dispatcher';
import { DELIVERY_TIMES, WEBHOOK_SENDER, type DeliveryTimes } from '../../src/modules/events/application/ports';
import { createHttpSender, type HttpSenderOptions } from '../../src/modules/events/webhooks/http-sender';
import type { Answer, Client } from './client';
import { createTally, type Tally } from './happenings';
import { flowingClock } from './hand-clock';
import { startLedger, type TestBooks, type TestLedger } from './ledger';
import { dataOf, openAccount, openBooks, type Fields } from './requests';
import { headOf } from './feed';

export interface Delivered {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly event: Fields & { readonly sequence: number; readonly type: string };
}

/** The answer to a request: a status, a status with a body, or a function that answers. */
export type Reply = number | readonly [status: number, body: string] | ((response: ServerResponse) => void);
/** Chooses the reply to a delivery. `before` is the number of earlier requests to the same path. */
export type Replying = (delivered: Delivered, before: number) => Reply;

export interface Receiver {
  readonly port: number;
  readonly url: (path?: string) => string;
  readonly received: readonly Delivered[];
  /** The sequences of the events that arrived at that path, in order of arrival. */
  readonly sequences: (path: string) => readonly number[];
  /** Resolves once this many requests in total have arrived at that path. */
  readonly comes: (path: string, count: number) => Promise<void>;
  /** Sets how requests to this path are answered from now on. The default is status 204. */
  answer(path: string, replying: Replying): void;
  readonly connections: () => number;
  close(): Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Delivered[] = [];
  const replyings = new Map<string, Replying>();
  const tallies = new Map<string, Tally>();
  const tallyOf = (path: string): Tally => {
    const tally = tallies.get(path) ?? createTally();
    tallies.set(path, tally);
    return tally;
  };
  let connections = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString();
      const { url: path = '', headers } = request;
      const delivered = { path, headers, text, event: JSON.parse(text) as Delivered['event'] };
      const tally = tallyOf(path);
      const before = tally.count;
      received.push(delivered);
      tally.add();
      const reply = replyings.get(path)?.(delivered, before) ?? 204;
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
    port,
    url: (path = '/') => `http://127.0.0.1:${port}${path}`,
    received,
    sequences: (path) => received.filter((one) => one.path === path).map(({ event }) => event.sequence),
    comes: (path, count) => tallyOf(path).reaches(count),
    answer: (path, replying) => void replyings.set(path, replying),
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Holds answers back until the test releases them. */
export const holding = () => {
  const held: ServerResponse[] = [];
  return {
    reply: (): Reply => (response) => void held.push(response),
    /** The number of senders that still wait for an answer. */
    waiting: () => held.filter(({ destroyed }) => !destroyed).length,
    letGo: (status = 204): void => {
      for (const response of held.splice(0)) response.writeHead(status).end();
    },
  };
};

/** Verifies and reads a message with the library of Standard Webhooks. */
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
  /** Moves the service's clock ahead. */
  advance(ms: number): void;
  /** Resolves when every due delivery has been made and recorded. */
  idle(): Promise<void>;
  readonly now: () => Date;
  /** Opens books and a path of the receiver that no other test uses. */
  openHook(): Promise<Hook>;
  close(): Promise<void>;
}

/**
 * Starts a service that may deliver to this machine over plain HTTP, by default with the delivery times of the real service. Leases and
 * attempts time out by the test's clock, so a test moves the clock only while no delivery is running.
 */
export const startDelivering = async (
  times: Partial<DeliveryTimes> = {},
  sending: Partial<HttpSenderOptions> = {},
): Promise<Delivering> => {
  let hooks = 0;
  const clock = flowingClock();
  const overrides: readonly ContainerModule[] = [
    replace(DELIVERY_TIMES, [], () => ({ ...deliveryTimes, ...times })),
    replace(WEBHOOK_SENDER, [], () => createHttpSender({ clock, allowed: thisMachine, ...sending })),
  ];
  const receiver = await startReceiver();
  const ledger = await startLedger(overrides, { alone: true, clock });
  ledger.app.events.startDelivering();
  const idle = (): Promise<void> => ledger.app.background.idle('deliveries');
  return {
    ...{ ledger, receiver },
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    idle,
    openHook: async () => hookOf(await openBooks(ledger), receiver, `/hook-${++hooks}`, idle),
    close: async () => {
      // The receiver closes first, so that the service does not wait for answers.
      await receiver.close();
      await ledger.app.events.stopDelivering();
      await ledger.close();
    },
  };
};

/** The webhook endpoints of one ledger, with the receiver's path for them. */
export interface Hook {
  readonly books: TestBooks;
  readonly api: Client;
  readonly path: string;
  answer(replying: Replying): void;
  /** Creates an endpoint, by default at the hook's own path. */
  open(fields?: Fields, path?: string): Promise<Answer['body']>;
  change(id: string, fields: Fields): Promise<Answer['body']>;
  endpoint(id: string): Promise<Answer['body']>;
  redeliver(id: string, what: Fields): Promise<Answer>;
  /** The deliveries, newest event first. */
  deliveries(id: string, state?: string): Promise<Answer['body']>;
  received(path?: string): readonly Delivered[];
  sequences(path?: string): readonly number[];
  /** Waits until `count` deliveries have arrived in total. Returns their sequences. */
  come(count: number, path?: string): Promise<readonly number[]>;
  /** Waits until nothing is due. Expects that every event up to `through`, and every redelivery, was delivered. */
  settled(id: string, through: number): Promise<void>;
  /** Waits until nothing is due. Returns the number of attempts of each failing event, newest first. */
  failing(id: string): Promise<readonly number[]>;
}

const hookOf = (books: TestBooks, receiver: Receiver, own: string, idle: () => Promise<void>): Hook => {
  const { api } = books;
  const hook: Hook = {
    ...{ books, api, path: own },
    answer: (replying) => receiver.answer(own, replying),
    open: async (fields = {}, path = own) =>
      dataOf(await api.post('/webhook-endpoints', { url: receiver.url(path), ...fields }), 201),
    change: async (id, fields) => dataOf(await api.patch(`/webhook-endpoints/${id}`, fields), 200),
    endpoint: (id) => endpointIn(books, id),
    redeliver: (id, what) => api.post(`/webhook-endpoints/${id}/redeliver`, what),
    deliveries: async (id, state) => {
      const filter = state === undefined ? '' : `&state=${state}`;
      return dataOf(await api.get(`/webhook-endpoints/${id}/deliveries?limit=100${filter}`), 200);
    },
    received: (path = own) => receiver.received.filter((one) => one.path === path),
    sequences: (path = own) => receiver.sequences(path),
    come: async (count, path = own) => {
      await receiver.comes(path, count);
      return receiver.sequences(path);
    },
    settled: async (id, through) => {
      await idle();
      expect(await hook.deliveries(id, 'queued')).toEqual([]);
      expect(await hook.endpoint(id)).toMatchObject({ delivered_through: through });
    },
    failing: async (id) => {
      await idle();
      return (await hook.deliveries(id, 'failing')).map(({ attempts }: Fields) => attempts);
    },
  };
  return hook;
};

/** Creates `count` events by opening accounts. Returns their sequences. */
export const happen = async (api: Client, count: number): Promise<readonly number[]> => {
  const before = await headOf(api);
  for (let one = 0; one < count; one++) await openAccount(api);
  return Array.from({ length: count }, (_, index) => before + index + 1);
};

export const endpointIn = async ({ api }: Pick<TestBooks, 'api'>, id: string): Promise<Answer['body']> =>
  dataOf(await api.get(`/webhook-endpoints/${id}`), 200);
