/**
 * Caches keys and sessions from the store for a little less than a second, so that a key or session that ends in the store ends in every
 * process within a second. If this process ends a key or session, it removes the record from its cache at once.
 */
import type { LedgerTime } from '../../../kernel/clock';
import { createBatchLoader } from './batch-loader';
import { createExpiringCache } from './expiring-cache';

export interface Remembered<A> {
  /** Returns the record with that name; undefined if there is none. Throws `Unavailable` if the record is not cached and cannot be read. */
  find(name: string): Promise<A | undefined>;
  forget(name: string): void;
}

/** A revocation takes effect within one second: a cached record expires a little sooner than that, to leave time for the request itself. */
const maxAgeMs = 900;
const maxKnown = 10_000;
const maxUnknown = 10_000;
/** Few lookups run at a time, so that invented names leave most connections for other work. */
const lookups = { maxRunning: 2, maxTogether: 500, maxWaiting: 10_000 };

export const createRemembered = <A>(
  read: (names: readonly string[]) => Promise<ReadonlyMap<string, A>>,
  clock: LedgerTime,
): Remembered<A> => {
  // Unknown names have a cache of their own, so that invented names cannot displace valid ones.
  const known = createExpiringCache<A>(maxAgeMs, maxKnown);
  const unknown = createExpiringCache<true>(maxAgeMs, maxUnknown);

  const lookUp = createBatchLoader(async (names: readonly string[]) => {
    // The age of an answer counts from its query, because the key or session may be revoked before the answer arrives.
    const askedAtMs = clock.now().getTime();
    const found = await read(names);
    for (const name of names) {
      const one = found.get(name);
      if (one) known.set(name, one, askedAtMs);
      else unknown.set(name, true, askedAtMs);
    }
    return found;
  }, lookups);

  return {
    async find(name) {
      const nowMs = clock.now().getTime();
      const one = known.get(name, nowMs);
      if (one || unknown.get(name, nowMs)) return one;
      return lookUp(name);
    },
    forget: (name) => known.delete(name),
  };
};
