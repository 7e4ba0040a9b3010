/** The connection to Redis. The client reconnects without end; a service that starts waits only briefly for the first connection. */
import type { ProcessTime } from '../../../kernel/clock';

export interface RedisClient {
  connect(): Promise<unknown>;
  sendCommand(args: readonly string[]): Promise<unknown>;
  on(event: 'error' | 'ready', listener: (error?: Error) => void): void;
  destroy(): void;
}

const connectTimeoutMs = 2_000;
const maxReconnectMs = 1_000;
const packageName = '@redis/client';

/** Throws an error that states the remedy if the optional package is not installed. */
export const openClient = async (url: string): Promise<RedisClient> => {
  let redis: { createClient(options: object): RedisClient };
  try {
    redis = (await import(packageName)) as typeof redis;
  } catch {
    throw new Error(
      `REDIS_URL is set, but the package ${packageName} is not installed. Run: npm install ${packageName}`,
    );
  }
  return redis.createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (attempts: number) => Math.min(maxReconnectMs, 50 * (attempts + 1)),
    },
  });
};

/** Returns true once the client is connected, or false if that takes too long; the client then continues to try. */
export const connectOrGoOn = (client: RedisClient, clock: Pick<ProcessTime, 'deadline'>): Promise<boolean> =>
  new Promise((resolve) => {
    const late = clock.deadline(connectTimeoutMs, () => resolve(false));
    const settle = (isConnected: boolean): void => {
      late.cancel();
      resolve(isConnected);
    };
    client.on('error', () => settle(false));
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
