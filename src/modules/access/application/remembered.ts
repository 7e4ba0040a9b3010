/**
 * What the store says of keys and of sessions, remembered for a little less than a second: within a second what is ended in the
 * store is ended in every process. What this process ends is forgotten at once.
 */
import type { LedgerTime } from '../../../kernel/clock';
import { createBatchLoader } from './batch-loader';
import { createExpiringCache } from './expiring-cache';

export interface Remembered<A> {
  /** What has that name, or undefined. Throws `Unavailable` where it has to be read and cannot be. */
  find(name: string): Promise<A | undefined>;
  forget(name: string): void;
}

/** A little less than the second that is promised: the rest is for the request on its way. */
const maxAgeMs = 900;
const maxKnown = 10_000;
const maxUnknown = 10_000;
/** Leaves most of the connections to the work itself, however many invented names come in. */
const lookups = { maxRunning: 2, maxTogether: 500, maxWaiting: 10_000 };

export const createRemembered = <A>(
  read: (names: readonly string[]) => Promise<ReadonlyMap<string, A>>,
  clock: LedgerTime,
): Remembered<A> => {
  // Unknown names have a cache of their own, so that invented ones cannot push out those that work.
  const known = createExpiringCache<A>(maxAgeMs, maxKnown);
  const unknown = createExpiringCache<true>(maxAgeMs, maxUnknown);

  const lookUp = createBatchLoader(async (names: readonly string[]) => {
    // The time before the question, not after the answer: it may be ended in between.
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
