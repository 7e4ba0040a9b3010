/**
 * A map that creates a value when its key is first used. Beyond `maxSize` entries, the least recently used ones are
 * evicted.
 */
export interface EvictingMap<K, V> {
  /** Runs `work` with the value of the key, creating it if needed. An entry is never evicted while `work` runs. */
  use<A>(key: K, work: (value: V) => Promise<A>): Promise<A>;
  /** Returns the value if the map holds it. Does not count as a use of the value. */
  find(key: K): V | undefined;
  values(): readonly V[];
}

export const evictingMap = <K, V>(
  maxSize: number,
  make: (key: K) => V,
  /** Called with each value just before it is evicted. */
  evicted: (value: V) => void,
): EvictingMap<K, V> => {
  /** The entries in the order of their last use, the most recent one last. */
  const kept = new Map<K, { readonly value: V; uses: number }>();
  const evictIdle = (): void => {
    for (const [key, { value, uses }] of kept) {
      if (kept.size <= maxSize) return;
      if (uses > 0) continue;
      kept.delete(key);
      evicted(value);
    }
  };
  return {
    use: async (key, work) => {
      const used = kept.get(key) ?? { value: make(key), uses: 0 };
      kept.delete(key);
      kept.set(key, used);
      used.uses += 1;
      if (kept.size > maxSize) evictIdle();
      try {
        return await work(used.value);
      } finally {
        used.uses -= 1;
      }
    },
    find: (key) => kept.get(key)?.value,
    values: () => [...kept.values()].map(({ value }) => value),
  };
};
