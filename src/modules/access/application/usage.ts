/**
 * When keys were last used, sampled: at most one write a minute a key, off the request's path, many keys in one statement.
 * It helps operators to find keys that are not used. A write that fails is logged; the next minute brings another.
 */
import type { KeyId } from '../../../kernel/ids';
import type { Clock } from '../../../kernel/time';
import type { Log } from '../../../kernel/tokens';
import type { ApiKey } from '../domain/api-key';
import { createBatchLoader } from './batch-loader';
import type { KeyStore } from './ports';
import { createExpiringCache } from './expiring-cache';

export interface Usage {
  /** Returns at once and never throws. */
  note(key: ApiKey, now: Date): void;
}

const sampleMs = 60_000;
const maxNotedKeys = 100_000;
const writes = { maxRunning: 1, maxTogether: 1_000, maxWaiting: 10_000 };

export const createUsage = (keys: KeyStore, clock: Clock, log: Log): Usage => {
  const noted = createExpiringCache<true>(sampleMs, maxNotedKeys);
  const write = createBatchLoader<KeyId, never>(async (ids) => {
    try {
      await keys.markUsed(ids, clock.now());
    } catch (error) {
      log.warn({ keys: ids.length, error }, 'the last use of some keys was not written');
    }
    return new Map<KeyId, never>();
  }, writes);
  return {
    note({ id, lastUsedAt }, now) {
      const nowMs = now.getTime();
      if (noted.get(id, nowMs)) return;
      noted.set(id, true, nowMs);
      // Another process may have written it already.
      if (lastUsedAt !== null && nowMs - lastUsedAt.getTime() < sampleMs) return;
      // The only fault that gets here is that too many questions wait; then this sample is dropped.
      write(id).catch(() => undefined);
    },
  };
};
