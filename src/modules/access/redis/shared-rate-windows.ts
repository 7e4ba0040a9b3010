/**
 * Rate budgets that several processes share: one counter per subject and second, in Redis. Both this counter and each
 * process's own count use the seconds of the time that all processes share (`kernel/running/shared-time`). Each request costs a
 * round trip.
 *
 * Each process also counts for itself, and asks Redis only about requests that its own count allows. While Redis
 * answers, all processes together admit `limit` requests per second. Whatever Redis does (slow, away, back within a
 * second), one process never admits more than `limit` per second, and n processes never more than n × `limit`. Without
 * Redis the own count decides alone: a budget that is too generous for a while is better than a ledger that refuses
 * everything.
 */
import { createHash } from 'node:crypto';
import { ok, refuse, refused } from '../../../kernel/refusal';
import type { LedgerTime, ProcessTime } from '../../../kernel/clock';
import type { Log } from '../../../kernel/tokens';
import type { RateBudget } from '../application/ports';
import { connectOrGoOn, errorNameOf, openClient } from './client';
import { answerWithin } from './answer-within';

export interface SharedRateWindows {
  /** Creates a budget for the seconds of `time`. `countAlone` creates the count of this process. */
  budget(time: LedgerTime, countAlone: (time: LedgerTime) => RateBudget): RateBudget;
  close(): Promise<void>;
}

const windowSeconds = 1;
/** How long a request waits for an answer from Redis. */
const defaultMaxWaitMs = 250;
/** After a failure, no request calls Redis for this time; then one request tries again. */
const retryMs = 1_000;

// The counter is kept longer than its second: a process whose time is slightly behind, or was set back, still finds it.
const spendScript = `
local spent = redis.call('INCR', KEYS[1])
if spent == 1 then redis.call('EXPIRE', KEYS[1], 5) end
return spent`;
const spendSha = createHash('sha1').update(spendScript).digest('hex');

/**
 * Connects to Redis. If Redis does not answer, begins with the process's own count, and shares the count as soon as Redis answers. Throws
 * an error that says how to install the package if it is missing.
 */
export const connectSharedRateWindows = async (
  url: string,
  clock: Pick<ProcessTime, 'deadline'>,
  log: Log,
  maxWaitMs = defaultMaxWaitMs,
): Promise<SharedRateWindows> => {
  const client = await openClient(url);
  let isAway = false;
  let untilNextTry = clock.deadline(0);
  const away = (error: unknown): void => {
    if (!isAway)
      log.warn({ error: errorNameOf(error) }, 'Redis does not answer; each process applies its rate limits separately');
    isAway = true;
    untilNextTry = clock.deadline(retryMs);
  };
  const back = (): void => {
    if (isAway) log.info({}, 'Redis answers again; rate limits are shared again');
    isAway = false;
  };

  client.onAway(away);
  client.onReady(back);
  if (!(await connectOrGoOn(client, clock))) away(new Error('nobody answers yet'));

  const spend = async (subject: string, second: number): Promise<number> => {
    const key = `ledger:rate:{${subject}}:${second}`;
    try {
      return Number(await client.sendCommand('EVALSHA', spendSha, '1', key));
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return Number(await client.sendCommand('EVAL', spendScript, '1', key));
    }
  };
  return {
    budget: (time, countAlone) => {
      const own = countAlone(time);
      return {
        spend: async (subject, limit) => {
          const second = Math.floor(time.now().getTime() / 1_000);
          const alone = await own.spend(subject, limit);
          if (refused(alone) || (isAway && untilNextTry.leftMs() > 0)) return alone;
          let spent: number;
          try {
            spent = await answerWithin(maxWaitMs, spend(subject, second), clock);
            back();
          } catch (error) {
            away(error);
            return alone;
          }
          const budget = { limit, remaining: Math.max(0, limit - spent), resetSeconds: windowSeconds };
          return spent > limit ? refuse(budget) : ok(budget);
        },
      };
    },
    close: async () => client.destroy(),
  };
};
