/**
 * A proxy between a service and PostgreSQL that sees every request of every connection. The watcher of a test may let a request pass, make
 * the server refuse it, or cut the connection before the request arrives or before the answer returns.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createAnswerReader, createRequestReader, raisingAt, type ClientRequest } from './wire';

/**
 * The actions of the proxy when it sees a statement. The proxy delays the whole request that contains the statement while `before` or
 * `after` runs, so that a test can act on the processes meanwhile.
 */
export interface Deed {
  /** Runs before the proxy sends the request to the server. */
  readonly before?: () => Promise<void> | void;
  /** The SQLSTATE with which the server refuses this statement, which aborts the transaction. */
  readonly sqlState?: string;
  /** Runs after the server has answered, and before the service receives the answer. */
  readonly after?: () => Promise<void> | void;
  /** Cuts the connection before the server receives the request, or before the service receives the answer. */
  readonly cut?: 'before' | 'after';
}

/** One statement of a request, together with the whole request. */
export interface Step extends ClientRequest {
  readonly name: string;
  readonly connection: number;
}

export type Watch = (step: Step) => Deed | undefined;

export interface PostgresProxy {
  readonly url: string;
  /**
   * Calls the watcher for each statement of every request, until the watcher returns an intervention. There is one watcher at a time;
   * undefined removes it.
   */
  watch(watcher: Watch | undefined): void;
  /** Cuts every open connection. */
  cutAll(): number;
  close(): Promise<void>;
}

/**
 * Starts a proxy to the database of `url`, with the user of that URL. `socketPath` is called for every connection, because the path is a
 * different one after a killed server has been restarted.
 */
export const startPostgresProxy = async (socketPath: () => string | undefined, url: string): Promise<PostgresProxy> => {
  const clients = new Set<Socket>();
  let watcher: Watch | undefined;
  let connections = 0;

  const server = createServer((client) => {
    const path = socketPath();
    const connection = ++connections;
    client.setNoDelay(true);
    client.on('error', () => undefined);
    if (path === undefined) return void client.destroy();
    const upstream = connect(path);
    clients.add(client);
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    client.once('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on('error', () => undefined);
    // A server that is starting or stopping sends an error without a "ready" message after it. So this passes on the bytes that are not a
    // complete answer.
    upstream.once('close', () => client.end(toClient.rest(), () => client.destroy()));

    /**
     * The actions to perform when an answer arrives, one for each unanswered request, in the order of the requests. A client may send
     * several requests before it waits for an answer.
     */
    const awaited: (Deed | undefined)[] = [];
    let answering = Promise.resolve();
    let hasBegun = false;
    const toClient = createAnswerReader((answer) => {
      // The messages before the first request are start-up and authentication, which are not watched.
      const deed = hasBegun ? awaited.shift() : undefined;
      answering = answering.then(async () => {
        await deed?.after?.();
        if (deed?.cut === 'after') cut();
        else client.write(answer);
      });
    });
    upstream.on('data', toClient.read);
    let asking = Promise.resolve();
    const fromClient = createRequestReader(
      (startUp) => void upstream.write(startUp),
      (request) => {
        hasBegun = true;
        asking = asking.then(async () => {
          let deed: Deed | undefined;
          let index = -1;
          for (const [at, { name }] of request.statements.entries()) {
            index = at;
            deed = watcher?.({ ...request, name, connection });
            if (deed) break;
          }
          await deed?.before?.();
          if (deed?.cut === 'before') return cut();
          awaited.push(deed);
          upstream.write(deed?.sqlState === undefined ? request.bytes : raisingAt(request, index, deed.sqlState));
        });
      },
    );
    client.on('data', fromClient);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { username, password } = new URL(url);
  const cutAll = (): number => {
    const count = clients.size;
    for (const client of clients) client.destroy();
    return count;
  };
  return {
    url: `postgresql://${username}:${password}@127.0.0.1:${port}/ledger?sslmode=disable`,
    watch: (next) => (watcher = next),
    cutAll,
    close: async () => {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
};
