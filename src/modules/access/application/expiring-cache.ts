/** A cache of limited size whose answers are valid for a short time. */
export interface ExpiringCache<A> {
  /** Returns the answer for this key; undefined if the cache has none, or only one that is too old. */
  get(key: string, nowMs: number): A | undefined;
  set(key: string, answer: A, readAtMs: number): void;
  delete(key: string): void;
}

export const createExpiringCache = <A>(maxAgeMs: number, maxEntries: number): ExpiringCache<A> => {
  // A map keeps the order of insertion: its first entry is the oldest answer, which is removed first.
  const entries = new Map<string, { readonly answer: A; readonly readAtMs: number }>();
  return {
    get(key, nowMs) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const ageMs = nowMs - entry.readAtMs;
      // An answer from the future was stored before the clock was set back, so its age is unknown and it counts as too
      // old.
      if (ageMs >= 0 && ageMs <= maxAgeMs) return entry.answer;
      entries.delete(key);
      return undefined;
    },
    set(key, answer, readAtMs) {
      entries.delete(key);
      if (entries.size >= maxEntries) {
        const [oldest = key] = entries.keys();
        entries.delete(oldest);
      }
      entries.set(key, { answer, readAtMs });
    },
    delete(key) {
      entries.delete(key);
    },
  };
};
