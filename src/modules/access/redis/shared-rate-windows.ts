/**
 * Rate budgets that several processes share: one counter a subject and second, in Redis and by the clock of Redis, so that
 * the processes need not agree on the time. Costs a round trip a request. While Redis is away each process counts for
 * itself, and says so once: a budget that is too generous for a while is better than a ledger that stands still.
 */
import { createHash } from 'node:crypto';
import { ok, refuse } from '../../../kernel/refusal';
import type { Log } from '../../../kernel/tokens';
import type { RateBudget } from '../application/ports';

export interface SharedRateWindows extends RateBudget {
  close(): Promise<void>;
}

/** What is used of the client: the package is optional, so nothing here may need its types. */
interface RedisClient {
  connect(): Promise<unknown>;
  sendCommand(args: readonly string[]): Promise<unknown>;
  on(event: 'error' | 'ready', listener: (error?: Error) => void): void;
  destroy(): void;
}

const windowSeconds = 1;
const connectTimeoutMs = 2_000;
/** Beyond it a request does not wait for Redis. */
const defaultMaxWaitMs = 250;
const maxReconnectMs = 1_000;
/** After a failure nobody waits for Redis for so long; then one request finds out. */
const retryMs = 1_000;

// The key outlives its second, so that two clocks that differ by a little never count one request twice.
const spendScript = `
local key = KEYS[1] .. ':' .. redis.call('TIME')[1]
local spent = redis.call('INCR', key)
if spent == 1 then redis.call('EXPIRE', key, 5) end
return spent`;
const spendSha = createHash('sha1').update(spendScript).digest('hex');

/** Throws what to do when the package is missing or nobody answers at the URL. */
export const connectSharedRateWindows = async (
  url: string,
  local: RateBudget,
  log: Log,
  maxWaitMs = defaultMaxWaitMs,
): Promise<SharedRateWindows> => {
  const client = await openClient(url);
  let isAway = false;
  let triedAgainAt = 0;
  const away = (error: unknown): void => {
    if (!isAway) log.warn({ error: nameOf(error) }, 'Redis is away; each process counts its rate budgets alone');
    isAway = true;
    triedAgainAt = performance.now() + retryMs;
  };
  const back = (): void => {
    if (isAway) log.info({}, 'Redis is back; rate budgets are shared again');
    isAway = false;
  };
  client.on('error', away);
  client.on('ready', back);
  try {
    await within(connectTimeoutMs, client.connect());
  } catch {
    client.destroy();
    throw new Error('REDIS_URL is set, but nobody answers there. Start Redis, or leave REDIS_URL out');
  }
  const spend = async (subject: string): Promise<number> => {
    const key = `ledger:rate:{${subject}}`;
    try {
      return Number(await client.sendCommand(['EVALSHA', spendSha, '1', key]));
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return Number(await client.sendCommand(['EVAL', spendScript, '1', key]));
    }
  };
  return {
    spend: async (subject, limit) => {
      if (isAway && performance.now() < triedAgainAt) return local.spend(subject, limit);
      let spent: number;
      try {
        spent = await within(maxWaitMs, spend(subject));
        back();
      } catch (error) {
        away(error);
        return local.spend(subject, limit);
      }
      const budget = { limit, remaining: Math.max(0, limit - spent), resetSeconds: windowSeconds };
      return spent > limit ? refuse(budget) : ok(budget);
    },
    close: async () => client.destroy(),
  };
};

const openClient = async (url: string): Promise<RedisClient> => {
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

const packageName = 'redis';

/** Never the message: it may hold the URL, and with it a password. */
const nameOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: string; name?: string };
  return code ?? name ?? 'unknown';
};

const within = async <A>(ms: number, work: Promise<A>): Promise<A> => {
  let late: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
      }),
    ]);
  } finally {
    clearTimeout(late);
  }
};
