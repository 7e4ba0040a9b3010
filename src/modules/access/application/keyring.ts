/**
 * A cache of the keys in use, as the store had them at most a second ago. Within that second a revocation takes effect in
 * every process; a key that this process revokes is dropped at once.
 */
import type { Clock } from '../../../kernel/time';
import { createBatchLoader } from './batch-loader';
import type { KeyStore, StoredKey } from './ports';
import { createExpiringCache } from './expiring-cache';

export interface Keyring {
  /** The key of that prefix, or undefined. Throws `Unavailable` where it has to be read and cannot be. */
  find(prefix: string): Promise<StoredKey | undefined>;
  forget(prefix: string): void;
}

/** A little less than the second that is promised: the rest is for the request on its way. */
const maxAgeMs = 900;
const maxKnownKeys = 10_000;
const maxUnknownPrefixes = 10_000;
/** Leaves most of the connections to the work itself, however many invented prefixes come in. */
const lookups = { maxRunning: 2, maxTogether: 500, maxWaiting: 10_000 };

export const createKeyring = (keys: KeyStore, clock: Clock): Keyring => {
  // Unknown prefixes have a cache of their own, so that invented ones cannot push out the keys that work.
  const known = createExpiringCache<StoredKey>(maxAgeMs, maxKnownKeys);
  const unknown = createExpiringCache<true>(maxAgeMs, maxUnknownPrefixes);

  const lookUp = createBatchLoader(async (prefixes: readonly string[]) => {
    // The time before the question, not after the answer: the key may be revoked in between.
    const askedAtMs = clock.now().getTime();
    const found = new Map((await keys.keysOfPrefixes(prefixes)).map((stored) => [stored.key.prefix, stored]));
    for (const prefix of prefixes) {
      const stored = found.get(prefix);
      if (stored) known.set(prefix, stored, askedAtMs);
      else unknown.set(prefix, true, askedAtMs);
    }
    return found;
  }, lookups);

  return {
    async find(prefix) {
      const nowMs = clock.now().getTime();
      const stored = known.get(prefix, nowMs);
      if (stored || unknown.get(prefix, nowMs)) return stored;
      return lookUp(prefix);
    },
    forget: (prefix) => known.delete(prefix),
  };
};
