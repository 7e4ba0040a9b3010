/**
 * Rate budgets that several processes share: one counter a subject and second, in Redis and by the clock of Redis, so that
 * the processes need not agree on the time. Costs a round trip a request.
 *
 * Each process also counts for itself, and asks Redis only about requests that its own count grants. While Redis answers,
 * all processes together let `limit` requests a second through. Whatever Redis does (slow, away, back within a second),
 * one process never lets more than `limit` through in a second, and n processes never more than n × `limit`. Without Redis
 * the own count decides alone: a budget that is too generous for a while is better than a ledger that stands still.
 */
import { createHash } from 'node:crypto';
import { ok, refuse, refused } from '../../../kernel/refusal';
import type { Clock, LedgerTime } from '../../../kernel/clock';
import type { Log } from '../../../kernel/tokens';
import type { RateBudget } from '../application/ports';
import { connectOrGoOn, nameOf, openClient } from './client';
import { answerWithin } from './answer-within';

export interface SharedRateWindows extends RateBudget {
  close(): Promise<void>;
}

const windowSeconds = 1;
/** A request waits for Redis no longer than this. */
const defaultMaxWaitMs = 250;
/** After a failure no request asks Redis for this long; then one request tries again. */
const retryMs = 1_000;

// The key lives longer than its second, so that two clocks that differ by a little never count one request twice.
const spendScript = `
local key = KEYS[1] .. ':' .. redis.call('TIME')[1]
local spent = redis.call('INCR', key)
if spent == 1 then redis.call('EXPIRE', key, 5) end
return spent`;
const spendSha = createHash('sha1').update(spendScript).digest('hex');

/**
 * Starts with the own count where Redis does not answer, and shares as soon as it does; `countAlone` makes the own count.
 * Throws what to do where the package is missing.
 */
export const connectSharedRateWindows = async (
  url: string,
  clock: Clock,
  log: Log,
  countAlone: (clock: LedgerTime) => RateBudget,
  maxWaitMs = defaultMaxWaitMs,
): Promise<SharedRateWindows> => {
  const client = await openClient(url);
  let isAway = false;
  let untilNextTry = clock.deadline(0);
  const away = (error: unknown): void => {
    if (!isAway) log.warn({ error: nameOf(error) }, 'Redis is away; each process counts its rate budgets alone');
    isAway = true;
    untilNextTry = clock.deadline(retryMs);
  };
  const back = (): void => {
    if (isAway) log.info({}, 'Redis is back; rate budgets are shared again');
    isAway = false;
  };

  // The own count uses the seconds of Redis: otherwise it would refuse a burst around the turn of Redis' second. The
  // offset is measured once, because each new measurement would let a second begin twice.
  let aheadMs: number | undefined;
  const own = countAlone({ now: () => new Date(clock.now().getTime() + (aheadMs ?? 0)) });
  const setClock = async (): Promise<void> => {
    if (aheadMs !== undefined) return;
    const askedAtMs = clock.now().getTime();
    const [seconds, microseconds] = (await client.sendCommand(['TIME'])) as [string, string];
    const redisMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
    aheadMs = redisMs - (askedAtMs + clock.now().getTime()) / 2;
  };

  client.on('error', away);
  let settingClock: Promise<void> | undefined;
  client.on('ready', () => (settingClock = setClock().then(back, away)));
  if (await connectOrGoOn(client, clock)) await settingClock;
  else away(new Error('nobody answers yet'));

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
      const alone = await own.spend(subject, limit);
      if (refused(alone) || (isAway && untilNextTry.leftMs() > 0)) return alone;
      let spent: number;
      try {
        spent = await answerWithin(maxWaitMs, spend(subject), clock);
        back();
      } catch (error) {
        away(error);
        return alone;
      }
      const budget = { limit, remaining: Math.max(0, limit - spent), resetSeconds: windowSeconds };
      return spent > limit ? refuse(budget) : ok(budget);
    },
    close: async () => client.destroy(),
  };
};
