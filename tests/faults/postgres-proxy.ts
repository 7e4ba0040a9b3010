/**
 * Stands between a service and PostgreSQL and sees every request of every connection. Whoever watches may let a request
 * pass, have the server refuse it, or cut the connection before it arrives or before its answer comes back.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createAnswerReader, createRequestReader, raisingAt, type ClientRequest } from './wire';

/**
 * The fate of a statement, and of the whole request with it. Both moments may be used to do something to the processes, while the
 * request waits.
 */
export interface Deed {
  /** Before the server sees it. */
  readonly before?: () => Promise<void> | void;
  /** The server refuses this statement with this SQLSTATE and breaks the transaction off. */
  readonly sqlState?: string;
  /** After the server has answered, and before the service hears of it. */
  readonly after?: () => Promise<void> | void;
  /** The connection ends at one of the two moments. */
  readonly cut?: 'before' | 'after';
}

/** One statement on its way, with those that travel with it. */
export interface Step extends ClientRequest {
  readonly name: string;
  readonly connection: number;
}

export type Watch = (step: Step) => Deed | undefined;

export interface PostgresProxy {
  readonly url: string;
  /** Calls the watcher for each statement of every request, until it returns a deed. There is one watcher at a time. */
  watch(watcher: Watch | undefined): void;
  /** Ends every connection there is. */
  cutAll(): number;
  close(): Promise<void>;
}

/**
 * A way to the database of `url` for whom that URL names. `socketPath` is asked at every connection: a server that was
 * killed comes back elsewhere.
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
    // The last message of a server (that it starts or stops) is not followed by "ready".
    upstream.once('close', () => client.end(toClient.rest(), () => client.destroy()));

    /** The actions on requests that are not answered yet, in their order: a client need not wait for one before the next. */
    const awaited: (Deed | undefined)[] = [];
    let answering = Promise.resolve();
    let hasBegun = false;
    const toClient = createAnswerReader((answer) => {
      // Until the first request the two sides negotiate; nothing of that is watched.
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
