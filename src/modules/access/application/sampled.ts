/**
 * Records when keys and sessions were last used: at most one write per minute for each, outside of the request, and many in one statement.
 * A failed write is logged and not repeated, because the next use after that minute is written anyway.
 */
import type { Log } from '../../../kernel/tokens';
import { createBatchLoader } from './batch-loader';
import { createExpiringCache } from './expiring-cache';

export interface Sampled<Id extends string> {
  /** Records a use of the key or session. Returns at once and never throws. */
  note(id: Id, lastUsedAt: Date | null, now: Date): void;
}

const sampleMs = 60_000;
const maxNoted = 100_000;
const writes = { maxRunning: 1, maxTogether: 1_000, maxWaiting: 10_000 };

export const createSampled = <Id extends string>(
  write: (ids: readonly Id[]) => Promise<void>,
  { log, complaint }: { readonly log: Log; readonly complaint: string },
): Sampled<Id> => {
  const noted = createExpiringCache<true>(sampleMs, maxNoted);
  const writeTogether = createBatchLoader<Id, never>(async (ids) => {
    try {
      await write(ids);
    } catch (error) {
      log.warn({ count: ids.length, error }, complaint);
    }
    return new Map<Id, never>();
  }, writes);
  return {
    note(id, lastUsedAt, now) {
      const nowMs = now.getTime();
      if (noted.get(id, nowMs)) return;
      noted.set(id, true, nowMs);
      // Another process may already have written a use within this minute.
      if (lastUsedAt !== null && nowMs - lastUsedAt.getTime() < sampleMs) return;
      // The only possible fault is that too many writes wait; this use is then not recorded.
      writeTogether(id).catch(() => undefined);
    },
  };
};
