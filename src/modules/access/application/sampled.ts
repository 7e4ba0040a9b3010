/**
 * Records samples of last uses: at most one write per minute for each key or session, outside of the request, many in
 * one statement. A failed write is logged and not repeated: the next use after a minute is written again.
 */
import type { Log } from '../../../kernel/tokens';
import { createBatchLoader } from './batch-loader';
import { createExpiringCache } from './expiring-cache';

export interface Sampled<Id extends string> {
  /** Returns at once and never throws. */
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
      // Another process may have written it already.
      if (lastUsedAt !== null && nowMs - lastUsedAt.getTime() < sampleMs) return;
      // The only possible fault here is that too many writes wait; then this sample is dropped.
      writeTogether(id).catch(() => undefined);
    },
  };
};
