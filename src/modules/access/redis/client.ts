/** The connection to Redis. The client reconnects without end; a service that starts waits only briefly for the first connection. */
import type { ProcessTime } from '../../../kernel/clock';

export interface RedisClient {
  connect(): Promise<unknown>;
  /** Rejects at once while there is no connection, and as soon as the connection breaks. */
  sendCommand(command: string, ...args: readonly string[]): Promise<unknown>;
  /** Calls the listener whenever an attempt to connect fails, and whenever a connection breaks. */
  onAway(listener: (error: unknown) => void): void;
  /** Calls the listener whenever there is a new connection that can be used. */
  onReady(listener: () => void): void;
  destroy(): void;
}

const connectTimeoutMs = 2_000;
const maxReconnectMs = 1_000;
const keepAliveMs = 5_000;
const packageName = 'ioredis';

/** The part of the package that this file uses. The package may be missing, so its own types are not imported. */
interface Connection {
  connect(): Promise<unknown>;
  call(command: string, ...args: readonly string[]): Promise<unknown>;
  on(event: 'error', listener: (error: Error & { readonly command?: { readonly name: string } }) => void): void;
  on(event: 'ready' | 'close', listener: () => void): void;
  disconnect(): void;
}

/** Throws an error that states the remedy if the optional package is not installed. */
export const openClient = async (url: string): Promise<RedisClient> => {
  let ioredis: { Redis: new (url: string, options: object) => Connection };
  try {
    ioredis = (await import(packageName)) as typeof ioredis;
  } catch {
    throw new Error(
      `REDIS_URL is set, but the package ${packageName} is not installed. Run: npm install ${packageName}`,
    );
  }
  return clientOf(
    new ioredis.Redis(addressIn(url), {
      lazyConnect: true,
      connectTimeout: connectTimeoutMs,
      retryStrategy: (attempt: number) => Math.min(maxReconnectMs, 50 * attempt),
      keepAlive: keepAliveMs,
      // A command fails while there is no connection, and when its connection breaks; it is not sent again later.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      // The check needs the right to INFO. A Redis that still loads its data refuses commands, so the process then counts alone.
      enableReadyCheck: false,
      // A Redis that does not answer would hold the process back when it closes the connection.
      disconnectTimeout: 0,
    }),
  );
};

/** Returns the URL without its query, in which the package would read options. */
const addressIn = (url: string): string => {
  const address = new URL(url);
  if (!/^\/?\d*$/.test(address.pathname))
    throw new Error('The path of REDIS_URL must be the number of a database, such as redis://127.0.0.1:6379/1.');
  [address.search, address.hash] = ['', ''];
  return address.href;
};

const clientOf = (connection: Connection): RedisClient => {
  // If Redis refuses the database, the package reports an error and uses database 0. This client then uses none.
  let refusal: Error | undefined;
  let isClosed = false;
  const away: ((error: unknown) => void)[] = [];
  const ready: (() => void)[] = [];
  const callAway = (error: Error): void => {
    if (!isClosed) for (const listener of away) listener(error);
  };
  connection.on('error', (error) => {
    if (error.command?.name === 'select') refusal = error;
    callAway(error);
  });
  connection.on('close', () => {
    refusal = undefined;
    callAway(connectionClosed());
  });
  connection.on('ready', () => {
    if (!refusal) for (const listener of ready) listener();
  });
  return {
    connect: () => connection.connect(),
    sendCommand: async (command, ...args) => {
      if (refusal) throw refusal;
      return connection.call(command, ...args);
    },
    onAway: (listener) => void away.push(listener),
    onReady: (listener) => void ready.push(listener),
    destroy: () => {
      isClosed = true;
      connection.disconnect();
    },
  };
};

const connectionClosed = (): Error => Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });

/** Returns true once the client is connected, or false if that takes too long; the client then continues to try. */
export const connectOrGoOn = (client: RedisClient, clock: Pick<ProcessTime, 'deadline'>): Promise<boolean> =>
  new Promise((resolve) => {
    const late = clock.deadline(connectTimeoutMs, () => resolve(false));
    const settle = (isConnected: boolean): void => {
      late.cancel();
      resolve(isConnected);
    };
    client.onAway(() => settle(false));
    client.connect().then(
      () => settle(true),
      () => settle(false),
    );
  });

/** Returns only the code or name of the error: its message may contain the URL, which may hold a password. */
export const errorNameOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: string; name?: string };
  return code ?? name ?? 'unknown';
};
